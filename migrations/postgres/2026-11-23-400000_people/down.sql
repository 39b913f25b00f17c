DROP INDEX users_by_name;
DROP INDEX users_disabled;
DROP INDEX users_by_role;
DROP INDEX users_by_email;
