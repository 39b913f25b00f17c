//! The statements of an SQL dump that make and fill the tables of films and of their types.

use std::collections::HashMap;
use std::sync::Arc;

use super::raw::Film;
use super::tokens::{Token, Tokens, ended_early};
use crate::error::Error;
use crate::sql::{is_no_column, of_hex};

/// Most bytes to keep of a value. Those that are longer are not used.
const MAX_VALUE_BYTES: usize = 64 * 1024;
/// Columns whose values are used.
const USED_COLUMNS: [&str; 23] = [
    "vod_id",
    "type_id",
    "type_name",
    "vod_name",
    "vod_sub",
    "vod_status",
    "vod_recycle_time",
    "vod_tag",
    "vod_class",
    "vod_pic",
    "vod_pic_thumb",
    "vod_pic_screenshot",
    "vod_actor",
    "vod_director",
    "vod_year",
    "vod_pubdate",
    "vod_duration",
    "vod_score",
    "vod_score_num",
    "vod_douban_score",
    "vod_time",
    "vod_play_url",
    "vod_down_url",
];
/// The statements of a dump.
pub(super) struct Statements {
    tokens: Tokens,
    /// The columns of the tables, as their definitions say.
    columns: HashMap<String, Arc<Vec<String>>>,
    /// The columns of the rows that come next.
    rows: Option<Arc<Vec<String>>>,
}

impl Statements {
    pub(super) fn new(tokens: Tokens) -> Self {
        Self {
            tokens,
            columns: HashMap::new(),
            rows: None,
        }
    }

    /// The next row of the tables that are wanted; `None` at the end.
    pub(super) fn next_row(&mut self) -> Result<Option<Film>, Error> {
        loop {
            let Some(columns) = self.rows.take() else {
                match self.tokens.next(MAX_VALUE_BYTES)? {
                    None => return Ok(None),
                    Some(Token::Word(word)) => self.statement(&word)?,
                    Some(_) => {}
                }
                continue;
            };
            if let Some(row) = self.row(&columns)? {
                self.rows = Some(columns);
                return Ok(Some(row));
            }
        }
    }

    /// Reads a statement up to its rows, if it has those of a table that is wanted.
    fn statement(&mut self, word: &str) -> Result<(), Error> {
        match word.to_ascii_uppercase().as_str() {
            "CREATE" => self.definition(),
            "INSERT" | "REPLACE" => self.insertion(),
            _ => self.skip(),
        }
    }

    /// Skips the rest of a statement.
    fn skip(&mut self) -> Result<(), Error> {
        while let Some(token) = self.tokens.next(0)? {
            if token == Token::Sign(b';') {
                break;
            }
        }
        Ok(())
    }

    /// The name of a table, behind these words; `None` if it is not wanted or there is none.
    fn table(&mut self, words: &[&str]) -> Result<Option<String>, Error> {
        loop {
            match self.tokens.next(256)? {
                Some(Token::Word(word)) if is_one(&word, words) => {}
                // `database`.`table`
                Some(Token::Quoted(_)) if self.tokens.takes(b'.')? => {}
                Some(Token::Word(name) | Token::Quoted(name)) => {
                    let name = name.to_lowercase();
                    let table = name.rsplit('.').next().unwrap_or_default().to_owned();
                    let is_wanted = ["vod", "type"]
                        .iter()
                        .any(|wanted| table == *wanted || table.ends_with(&format!("_{wanted}")));
                    return Ok(is_wanted.then_some(table));
                }
                _ => return Ok(None),
            }
        }
    }

    /// Notes the columns of `CREATE TABLE`.
    fn definition(&mut self) -> Result<(), Error> {
        let words = ["TABLE", "IF", "NOT", "EXISTS", "TEMPORARY"];
        let Some(table) = self.table(&words)? else {
            return self.skip();
        };
        let (mut columns, mut depth, mut is_first) = (Vec::new(), 0_u32, false);
        loop {
            match self.tokens.next(256)?.ok_or_else(ended_early)? {
                Token::Sign(b';') => break,
                Token::Sign(b'(') => {
                    depth += 1;
                    is_first = depth == 1;
                }
                Token::Sign(b')') => depth = depth.saturating_sub(1),
                Token::Sign(b',') if depth == 1 => is_first = true,
                Token::Word(word) if is_first && is_no_column(&word) => is_first = false,
                Token::Word(name) | Token::Quoted(name) if is_first => {
                    columns.push(name.to_lowercase());
                    is_first = false;
                }
                _ => {}
            }
        }
        self.columns.insert(table, Arc::new(columns));
        Ok(())
    }

    /// Reads `INSERT INTO table (columns) VALUES`, if the table is wanted.
    fn insertion(&mut self) -> Result<(), Error> {
        let words = ["INTO", "IGNORE", "LOW_PRIORITY", "DELAYED"];
        let Some(table) = self.table(&words)? else {
            return self.skip();
        };
        let mut columns = Vec::new();
        loop {
            match self.tokens.next(256)?.ok_or_else(ended_early)? {
                Token::Word(word) if is_one(&word, &["VALUES", "VALUE"]) => break,
                Token::Word(name) | Token::Quoted(name) => columns.push(name.to_lowercase()),
                Token::Sign(b';') => return Ok(()),
                Token::Sign(_) => {}
            }
        }
        let mut columns = Arc::new(columns);
        if columns.is_empty() {
            match self.columns.get(&table) {
                Some(known) => columns = Arc::clone(known),
                // Films can be read without the names of their types.
                None if table.ends_with("type") => return self.skip(),
                None => return Err(no_columns(&table)),
            }
        }
        let is_wanted = ["vod_name", "type_name"]
            .iter()
            .any(|wanted| columns.iter().any(|column| column == wanted));
        match is_wanted {
            true => self.rows = Some(columns),
            false => self.skip()?,
        }
        Ok(())
    }

    /// The next row of an insertion; `None` behind the last one.
    fn row(&mut self, columns: &[String]) -> Result<Option<Film>, Error> {
        loop {
            match self.tokens.next(256)? {
                Some(Token::Sign(b'(')) => break,
                Some(Token::Sign(b',')) => {}
                None | Some(Token::Sign(b';')) => return Ok(None),
                // ON DUPLICATE KEY UPDATE
                Some(_) => return self.skip().map(|()| None),
            }
        }
        let mut row = Film::new();
        let mut columns = columns.iter();
        let mut column = columns.next();
        let mut depth = 1_u32;
        loop {
            let kept = column.filter(|name| USED_COLUMNS.contains(&name.as_str()));
            let most = if kept.is_some() { MAX_VALUE_BYTES } else { 0 };
            let value = match self.tokens.next(most)?.ok_or_else(ended_early)? {
                Token::Sign(b')') if depth == 1 => return Ok(Some(row)),
                Token::Sign(b')') => {
                    depth -= 1;
                    continue;
                }
                Token::Sign(b'(') => {
                    depth += 1;
                    continue;
                }
                Token::Sign(b',') if depth == 1 => {
                    column = columns.next();
                    continue;
                }
                // The name of an encoding before a text: _utf8mb4'…'
                Token::Word(word) if word == "NULL" || word.starts_with('_') => continue,
                // 0xE5B1B1, as some programs write texts.
                Token::Word(text) => text.strip_prefix("0x").and_then(of_hex).unwrap_or(text),
                Token::Quoted(text) => text,
                Token::Sign(_) => continue,
            };
            if let Some(name) = kept {
                row.insert(name.clone(), value.into());
            }
        }
    }
}

fn is_one(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

fn no_columns(table: &str) -> Error {
    Error::damaged(
        format!(
            "the dump does not say the columns of {table}: export it with its structure, or with complete inserts"
        ),
        format!("备份没有说明 {table} 的列，请连同表结构导出，或导出完整的 INSERT"),
    )
}
