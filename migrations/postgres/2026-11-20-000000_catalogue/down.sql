DROP TABLE work_changes;
DROP TABLE magnets;
DROP TABLE work_terms;
DROP TABLE terms;
DROP TABLE works;
DROP TABLE settings;
