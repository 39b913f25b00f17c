//! A dump of the database of MacCMS: the films of `mac_vod`, and the names of their types of `mac_type`. As mysqldump,
//! phpMyAdmin, Navicat and MacCMS itself write it; read as a stream, so that it may be of any size.

use std::collections::HashMap;

use serde_json::Value;

use super::raw::{Film, Text};
use super::statements::Statements;
use super::tokens::Tokens;
use crate::error::Error;

/// The films of a dump.
pub(super) struct Dump {
    statements: Statements,
    /// The names of the types of films.
    types: HashMap<String, Value>,
    films: u64,
}

impl Dump {
    pub(super) fn new(text: Text) -> Self {
        Self {
            statements: Statements::new(Tokens::new(text)),
            types: HashMap::new(),
            films: 0,
        }
    }

    /// The next film; `None` at the end.
    pub(super) fn next_film(&mut self) -> Result<Option<Film>, Error> {
        while let Some(row) = self.statements.next_row()? {
            match row.get("vod_name") {
                None => self.type_of_films(&row),
                Some(_) => {
                    self.films += 1;
                    return Ok(Some(self.with_type(row)));
                }
            }
        }
        match self.films {
            0 => Err(no_films()),
            _ => Ok(None),
        }
    }

    pub(super) fn left_out(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if self.types.is_empty() && self.films > 0 {
            sentences.push("the dump does not have the names of types (mac_type)".to_owned());
        }
        sentences
    }

    fn type_of_films(&mut self, row: &Film) {
        if let (Some(Value::String(id)), Some(name)) = (row.get("type_id"), row.get("type_name")) {
            self.types.insert(id.clone(), name.clone());
        }
    }

    fn with_type(&self, mut film: Film) -> Film {
        let id = film.get("type_id").and_then(Value::as_str);
        if let Some(name) = id.and_then(|id| self.types.get(id)) {
            film.insert("type_name".to_owned(), name.clone());
        }
        film
    }
}

fn no_films() -> Error {
    Error::damaged(
        "the dump has no films: it should have the table mac_vod",
        "数据库备份里没有影片，应该有 mac_vod 表",
    )
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn films(text: &str) -> Result<Vec<Film>, Error> {
        let mut dump = Dump::new(Box::new(Cursor::new(text.to_owned().into_bytes())));
        let mut films = Vec::new();
        while let Some(film) = dump.next_film()? {
            films.push(film);
        }
        Ok(films)
    }

    fn names(text: &str) -> Vec<String> {
        let name = |film: &Film| film["vod_name"].as_str().unwrap().to_owned();
        films(text).unwrap().iter().map(name).collect()
    }

    #[test]
    fn rows_are_read_in_the_forms_of_many_programs() {
        let text = r#"-- MySQL dump 10.13
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `mac_vod`;
CREATE TABLE IF NOT EXISTS `mac_vod` (
  `vod_id` int(10) unsigned NOT NULL AUTO_INCREMENT COMMENT 'a, b (c)',
  `vod_name` varchar(255) NOT NULL DEFAULT '',
  `vod_score` decimal(3,1) NOT NULL,
  `vod_content` mediumtext,
  PRIMARY KEY (`vod_id`), KEY `vod_name` (`vod_name`)
) ENGINE=InnoDB;
LOCK TABLES `mac_vod` WRITE;
INSERT INTO `mac_vod` VALUES (1,'it''s \"one\"; (a)',8.6,'x'),(2,'two\\\n2',-1,NULL);
INSERT INTO mac_vod (vod_name, `vod_id`) VALUES (_utf8mb4'three', '3') ON DUPLICATE KEY UPDATE vod_id = (1);
# a comment 'with a quote
REPLACE INTO `site`.`mac_vod` (`vod_id`,`vod_name`) VALUES
(4,'four'),
(5,"five")
;
INSERT INTO `mac_vod_search` VALUES (9,'no');
UNLOCK TABLES;"#;
        assert_eq!(
            names(text),
            ["it's \"one\"; (a)", "two\\\n2", "three", "four", "five"]
        );
        let first = &films(text).unwrap()[0];
        assert_eq!(first["vod_score"], "8.6");
        assert!(!first.contains_key("vod_content"));
    }

    #[test]
    fn types_have_names() {
        let text = "INSERT INTO `x_type` (`type_id`,`type_name`) VALUES (6,'剧情片');
INSERT INTO `x_vod` (`vod_id`,`type_id`,`vod_name`) VALUES (1,6,'a');";
        let films = films(text).unwrap();
        assert_eq!(films.len(), 1);
        assert_eq!(films[0]["type_name"], "剧情片");
    }

    #[test]
    fn what_is_missing_is_said() {
        let error = |text: &str| films(text).unwrap_err().to_string();
        assert!(error("INSERT INTO `mac_vod` VALUES (1,'a');").contains("the columns of mac_vod"));
        assert!(error("CREATE TABLE `mac_art` (a int);").contains("no films"));
        assert!(error("INSERT INTO mac_vod (vod_name) VALUES ('a").contains("ends within"));
    }

    proptest::proptest! {
        #[test]
        fn no_dump_panics(text in "(INSERT INTO |CREATE TABLE |`mac_vod`|vod_name|VALUES|[(),;'\"\\\\`#/*a1 -]|\n){0,60}") {
            let _ = films(&text);
        }
    }
}
