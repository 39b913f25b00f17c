INSERT INTO `mac_vod` (`vod_id`,`vod_name`,`vod_pic`,`vod_pubdate`,`vod_actor`,`vod_blurb`) VALUES
(1,'MZU-071 山谷里的四季','','2026-01-05','林晓月','被截�'),
(2,'MZU-072 湖边','','2026-01-06','江白,林晓�','');
