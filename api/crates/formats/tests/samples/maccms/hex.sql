-- the names of types without their columns, and texts as hexadecimal digits
INSERT INTO `mac_type` VALUES (6,'欧美','oumei',1);
INSERT INTO `mac_vod` (`vod_id`,`type_id`,`vod_name`,`vod_pubdate`,`vod_status`,`vod_actor`) VALUES
(507,6,0x4D5A552D35303720E5B1B1E8B0B7,'2026-01-05',1,0xE69E97E69993E69C882CE6B19FE799BD),
(508,6,'MZU-508 0x雪线','2026-01-06',1,'0x41');
