DROP TABLE copy_quota;
DROP TABLE copy_log;
