DROP INDEX payments_by_time;
DROP INDEX users_with_permissions;
DROP TABLE grant_requests;
