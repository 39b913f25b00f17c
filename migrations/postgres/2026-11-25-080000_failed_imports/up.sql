-- Imports that broke off and can go on: operators are told how many there are.
CREATE INDEX imports_failed ON imports (id) WHERE kept AND state = 'failed';
