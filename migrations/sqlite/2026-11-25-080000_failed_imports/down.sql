DROP INDEX imports_failed;
