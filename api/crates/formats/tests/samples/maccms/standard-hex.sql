INSERT INTO mac_vod (vod_id,vod_name,vod_pic,vod_pubdate,vod_actor) VALUES (1,X'4D5A552D30383820E5B1B1E8B0B7','','2026-01-05',x'e69e97e69993e69c88');
