DROP TABLE download_requests;
