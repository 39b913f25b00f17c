-- What is kept for a time only is found by its age.
CREATE INDEX sessions_by_idle ON sessions (idle_until);
CREATE INDEX activation_attempts_by_time ON activation_attempts (created_at);
CREATE INDEX activation_codes_networks ON activation_codes (used_at) WHERE used_network <> '';
CREATE INDEX reports_contacts ON reports (decided_at) WHERE contact <> '';
CREATE INDEX payments_notices ON payments (created_at) WHERE raw <> '';
CREATE INDEX audit_log_by_time ON audit_log (created_at);
-- What goes with a member is found by the member.
CREATE INDEX copy_log_of_subject ON copy_log (subject);
CREATE INDEX copy_quota_of_subject ON copy_quota (subject);
-- Orders by when they were paid, those that were not last, both ways.
CREATE INDEX orders_by_payment ON orders ((paid_at IS NULL), paid_at DESC, number DESC);
CREATE INDEX orders_by_first_payment ON orders ((paid_at IS NULL), paid_at, number);
