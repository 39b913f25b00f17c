-- Adminer 4.8.1 MySQL 8.0.36 dump

SET NAMES utf8;
SET time_zone = '+00:00';

DROP TABLE IF EXISTS `films`;
CREATE TABLE `films` (
  `id` int(11) NOT NULL AUTO_INCREMENT,
  `code` varchar(50) NOT NULL,
  `title` varchar(255) NOT NULL,
  `released` date DEFAULT NULL,
  `score` decimal(3,1) DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;

INSERT INTO `films` (`id`, `code`, `title`, `released`, `score`) VALUES
(1,	'MZU-540',	'山谷',	'2026-01-05',	8.6),
(2,	'MZU-541',	'湖',	'2026-01-06',	NULL)
ON DUPLICATE KEY UPDATE `id` = VALUES(`id`), `code` = VALUES(`code`), `title` = VALUES(`title`);

-- 2026-01-06 10:00:00
