-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
DROP TABLE IF EXISTS `av_movie`;
CREATE TABLE `av_movie` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `番号` varchar(64) COLLATE utf8mb4_bin NOT NULL COMMENT '番号, (唯一)',
  `标题` varchar(300) NOT NULL DEFAULT '',
  `发行日期` date DEFAULT NULL,
  `演员` json DEFAULT NULL,
  PRIMARY KEY (`id`),
  KEY `idx` (`番号`)
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4;
LOCK TABLES `av_movie` WRITE;
INSERT INTO `av_movie` VALUES (1,'MZU-425','山谷; \'一\'','2026-01-05','[\"林晓月\", \"江白\"]'),(2,'MZU-426','湖','2026-01-06',NULL);
UNLOCK TABLES;
