ALTER TABLE download_requests DROP COLUMN unread;
