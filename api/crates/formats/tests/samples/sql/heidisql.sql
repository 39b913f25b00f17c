/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;
CREATE DATABASE IF NOT EXISTS `site` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;
USE `site`;
CREATE TABLE IF NOT EXISTS `actors` (`id` int NOT NULL, `name` varchar(50), `birthday` date);
INSERT INTO `actors` (`id`, `name`, `birthday`) VALUES (1, '林晓月', '1998-01-01'), (2, '江白', NULL);
CREATE TABLE IF NOT EXISTS `films` (`id` int NOT NULL, `number` varchar(50), `title` text, `release_date` datetime, `actor_ids` varchar(50), `cover` text);
INSERT INTO `films` (`id`, `number`, `title`, `release_date`, `actor_ids`, `cover`) VALUES
	(1, 'MZU-542', '山谷', '2026-01-05 00:00:00', '1,2', 'https://img.example/542.jpg');
