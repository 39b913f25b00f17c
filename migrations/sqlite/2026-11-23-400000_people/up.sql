-- Operators find members by the whole e-mail address, and those of a role and the disabled ones, who are few.
CREATE INDEX users_by_email ON users (lower(email));
CREATE INDEX users_by_role ON users (role, id);
CREATE INDEX users_disabled ON users (id) WHERE disabled;
