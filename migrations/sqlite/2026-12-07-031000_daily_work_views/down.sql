DROP TABLE daily_work_views;
