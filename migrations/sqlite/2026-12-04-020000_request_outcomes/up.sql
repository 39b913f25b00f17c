-- Whether a member has yet to see how a request was decided. NULL while it is open, and for what was decided before members
-- were told: the note of such a decision was written for operators alone, and stays among them.
ALTER TABLE download_requests ADD COLUMN unread BOOLEAN;
