-- MySQL dump 10.13  Distrib 8.0.39, for Linux (x86_64)
--
-- Host: localhost    Database: maccms
-- ------------------------------------------------------
/*!40101 SET NAMES utf8mb4 */;
/*!50503 SET character_set_client = utf8mb4 */;

--
-- Table structure for table `mac_art`
--
DROP TABLE IF EXISTS `mac_art`;
CREATE TABLE `mac_art` (
  `art_id` int unsigned NOT NULL AUTO_INCREMENT,
  `art_name` varchar(255) NOT NULL DEFAULT '',
  PRIMARY KEY (`art_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `mac_art` VALUES (1,'一篇文章; INSERT INTO `mac_vod` VALUES (9)');

DROP TABLE IF EXISTS `mac_type`;
CREATE TABLE `mac_type` (
  `type_id` smallint unsigned NOT NULL AUTO_INCREMENT,
  `type_name` varchar(60) NOT NULL DEFAULT '',
  `type_en` varchar(60) NOT NULL DEFAULT '',
  PRIMARY KEY (`type_id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
LOCK TABLES `mac_type` WRITE;
/*!40000 ALTER TABLE `mac_type` DISABLE KEYS */;
INSERT INTO `mac_type` VALUES (1,'电影','dianying'),(6,'风光片','fengguang'),(7,'无码','wuma');
/*!40000 ALTER TABLE `mac_type` ENABLE KEYS */;
UNLOCK TABLES;

DROP TABLE IF EXISTS `mac_vod`;
/*!40101 SET @saved_cs_client     = @@character_set_client */;
CREATE TABLE `mac_vod` (
  `vod_id` int unsigned NOT NULL AUTO_INCREMENT,
  `type_id` smallint NOT NULL DEFAULT '0',
  `vod_name` varchar(255) NOT NULL DEFAULT '',
  `vod_sub` varchar(255) NOT NULL DEFAULT '',
  `vod_status` tinyint unsigned NOT NULL DEFAULT '0' COMMENT '0待审 1已审 2驳回 3草稿 4定时',
  `vod_class` varchar(255) NOT NULL DEFAULT '',
  `vod_pic` varchar(1024) NOT NULL DEFAULT '',
  `vod_pic_screenshot` text,
  `vod_actor` varchar(255) NOT NULL DEFAULT '',
  `vod_director` varchar(255) NOT NULL DEFAULT '',
  `vod_pubdate` varchar(100) NOT NULL DEFAULT '',
  `vod_year` varchar(10) NOT NULL DEFAULT '',
  `vod_duration` varchar(10) NOT NULL DEFAULT '',
  `vod_score` decimal(3,1) unsigned NOT NULL DEFAULT '0.0',
  `vod_score_num` mediumint unsigned NOT NULL DEFAULT '0',
  `vod_time` int unsigned NOT NULL DEFAULT '0',
  `vod_recycle_time` int unsigned NOT NULL DEFAULT '0',
  `vod_content` mediumtext NOT NULL,
  `vod_play_url` mediumtext NOT NULL,
  PRIMARY KEY (`vod_id`),
  KEY `type_id` (`type_id`) USING BTREE
) ENGINE=InnoDB AUTO_INCREMENT=6 DEFAULT CHARSET=utf8mb4;
INSERT INTO `mac_vod` VALUES (1,6,'MZU-097 山谷','',1,'剧情,风光','https://img.example/1.jpg','https://img.example/1-1.jpg','林晓月,江白','沈秋','2026-01-05','2026','120分钟',8.6,12,1769904000,0,'<p>it\'s a \"valley\";\r\n(one)</p>','第1集$https://films.example/1.m3u8#第2集$https://films.example/2.m3u8$$$第1集$https://films.example/b.m3u8'),(2,7,'It\'s ''two''','',1,'','upload/vod/2.jpg',NULL,'','','','0','',0.0,0,1769904000,0,'','');
INSERT INTO `mac_vod` VALUES (3,6,'待审的','MZU-098',0,'','',NULL,'','','2026','2026','90',0.0,0,1769904000,0,'',''),(4,6,'删了的','',1,'','',NULL,'','','2026','2026','',0.0,0,1769904000,1769904001,'','');
-- Dump completed on 2026-11-01 10:00:00
