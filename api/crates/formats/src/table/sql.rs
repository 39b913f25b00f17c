//! A dump of a database that is not MacCMS's: its tables, as MySQL, PostgreSQL, SQLite and SQL Server write them.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::mpsc::SyncSender;

use serde_json::{Map, Value};

use super::json::{MAX_RECORDS, Rows, Table, check_size, send_all, too_many_records};
use super::limits::MAX_COLUMNS;
use super::sheet::Found;
use super::sql_text::{SqlText, Token};
use crate::error::Reason;
use crate::sql::is_no_column;
use crate::text::decode;

/// Words between the one that begins a statement and the name of its table.
const BEFORE_NAMES: [&str; 14] = [
    "INTO",
    "IGNORE",
    "LOW_PRIORITY",
    "DELAYED",
    "OR",
    "REPLACE",
    "TABLE",
    "IF",
    "NOT",
    "EXISTS",
    "TEMPORARY",
    "UNLOGGED",
    "GLOBAL",
    "ONLY",
];
/// Longest name of a column, in bytes.
const MAX_NAME_BYTES: usize = 128;
/// Most tables of a dump.
const MAX_TABLES: usize = 1_000;

/// With what a dump of a database begins.
const STARTS: [&str; 12] = [
    "-- ",
    "--\n",
    "--\r",
    "/*",
    "SET ",
    "DROP TABLE",
    "CREATE TABLE",
    "INSERT INTO",
    "PRAGMA ",
    "BEGIN TRANSACTION",
    "USE [",
    "INSERT [",
];

/// Whether a text is a dump of a database.
pub(crate) fn is_dump(text: &str) -> bool {
    STARTS.iter().any(|start| text.starts_with(start))
}

/// Sends the tables of a dump, and their rows.
pub(super) fn read(bytes: &[u8], found: &SyncSender<Found>) -> Result<(), Reason> {
    check_size(bytes)?;
    send_all(tables_of(&decode(bytes, None))?, bytes.len(), found)
}

/// The tables of a dump that have rows.
fn tables_of(text: &str) -> Result<Vec<Table>, Reason> {
    let mut dump = Dump {
        text: SqlText::new(text),
        columns: HashMap::new(),
        tables: Vec::new(),
        nameless: None,
        records: 0,
    };
    while let Some(token) = dump.text.next() {
        let Token::Word(word) = token else {
            continue;
        };
        match word.to_ascii_uppercase().as_str() {
            "CREATE" => dump.definition(),
            "INSERT" | "REPLACE" => dump.insertion(),
            "COPY" => dump.copy(),
            "GO" => {}
            _ => dump.text.skip(),
        }
        if dump.records > MAX_RECORDS {
            return Err(too_many_records());
        }
    }
    if let (true, Some(table)) = (dump.tables.is_empty(), dump.nameless) {
        return Err(Reason::new(
            format!("the dump does not say the columns of {table}: export it with its structure"),
            format!("备份没有说明 {table} 的列，请连同表结构导出"),
        ));
    }
    Ok(dump.tables)
}

struct Dump<'a> {
    text: SqlText<'a>,
    /// The columns of the tables, as their definitions say.
    columns: HashMap<String, Rc<Vec<String>>>,
    tables: Vec<Table>,
    /// A table of which the columns are not known.
    nameless: Option<String>,
    records: usize,
}

impl Dump<'_> {
    /// The name of a table, without that of its database; `None` if something else comes.
    fn table(&mut self) -> Option<String> {
        loop {
            let name = match self.text.next()? {
                Token::Word(word) if BEFORE_NAMES.contains(&word.to_ascii_uppercase().as_str()) => {
                    continue;
                }
                Token::Word(name) | Token::Name(name) => name,
                Token::Text(_) | Token::Sign(_) => return None,
            };
            if !self.text.takes('.') {
                let last = name.rsplit('.').next().unwrap_or_default();
                return Some(last.to_lowercase());
            }
        }
    }

    /// Notes the columns of `CREATE TABLE`.
    fn definition(&mut self) {
        let Some(table) = self
            .table()
            .filter(|name| !matches!(name.as_str(), "index" | "view" | "unique"))
        else {
            return self.text.skip();
        };
        if !self.text.takes('(') {
            return self.text.skip();
        }
        let (mut columns, mut depth, mut is_first) = (Vec::new(), 1_u32, true);
        while let Some(token) = self.text.next() {
            match token {
                Token::Sign('(') => depth += 1,
                Token::Sign(')') => depth -= 1,
                Token::Sign(',') if depth == 1 => {
                    is_first = true;
                    continue;
                }
                Token::Word(word) if is_first && is_no_column(&word) => {}
                Token::Word(name) | Token::Name(name) if is_first => put_name(&mut columns, name),
                _ => {}
            }
            is_first = false;
            if depth == 0 {
                break;
            }
        }
        self.columns.insert(table, Rc::new(columns));
    }

    /// The names in brackets that come next.
    fn names(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        if !self.text.takes('(') {
            return names;
        }
        while let Some(token) = self.text.next() {
            match token {
                Token::Word(name) | Token::Name(name) => put_name(&mut names, name),
                Token::Sign(')') => break,
                _ => {}
            }
        }
        names
    }

    /// The columns of rows; empty if nothing tells them.
    fn columns_of(&mut self, table: &str, named: Vec<String>) -> Rc<Vec<String>> {
        let columns = match named.is_empty() {
            true => self.columns.get(table).cloned().unwrap_or_default(),
            false => Rc::new(named),
        };
        if columns.is_empty() {
            self.nameless.get_or_insert_with(|| table.to_owned());
        }
        columns
    }

    /// Takes the rows of `INSERT INTO table (columns) VALUES`.
    fn insertion(&mut self) {
        let Some(table) = self.table() else {
            return self.text.skip();
        };
        let named = self.names();
        let columns = self.columns_of(&table, named);
        // OVERRIDING SYSTEM VALUE VALUES
        while let Some(word) = self.text.takes_word() {
            if word.eq_ignore_ascii_case("VALUES") || word.eq_ignore_ascii_case("SELECT") {
                break;
            }
        }
        while self.text.takes('(') {
            let mut record = Map::new();
            let mut names = columns.iter();
            loop {
                let (value, is_last) = self.text.value();
                if let Some(name) = names.next() {
                    record.insert(name.clone(), value);
                }
                if is_last {
                    break;
                }
            }
            self.put(&table, record);
            if !self.text.takes(',') {
                break;
            }
        }
    }

    /// Takes the rows of `COPY table (columns) FROM stdin;`, which stand on lines with tabs between.
    fn copy(&mut self) {
        let Some(table) = self.table() else {
            return self.text.skip();
        };
        let named = self.names();
        let columns = self.columns_of(&table, named);
        self.text.skip();
        while let Some(line) = self.text.line_of_copy() {
            let cells = columns.iter().zip(line.split('\t'));
            let record = cells.map(|(name, cell)| (name.clone(), cell_of_copy(cell)));
            self.put(&table, record.collect());
        }
    }

    fn put(&mut self, table: &str, record: Map<String, Value>) {
        self.records += 1;
        if record.is_empty() || self.records > MAX_RECORDS {
            return;
        }
        let is_new = self.tables.len() < MAX_TABLES;
        match self
            .tables
            .iter_mut()
            .rev()
            .find(|known| known.name == table)
        {
            Some(Table {
                rows: Rows::Objects(records),
                ..
            }) => records.push(record),
            None if is_new => self.tables.push(Table {
                name: table.to_owned(),
                rows: Rows::Objects(vec![record]),
            }),
            _ => {}
        }
    }
}

/// Puts the name of a column to others. Each row has the names again, so that long ones are cut off.
fn put_name(names: &mut Vec<String>, mut name: String) {
    name.truncate(name.floor_char_boundary(MAX_NAME_BYTES));
    if names.len() < MAX_COLUMNS {
        names.push(name);
    }
}

/// A cell of PostgreSQL's COPY.
fn cell_of_copy(cell: &str) -> Value {
    if cell == "\\N" {
        return Value::Null;
    }
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => text.push(match rest.next() {
                Some('n') => '\n',
                Some('r') => '\r',
                Some('t') => '\t',
                Some(other) => other,
                None => '\\',
            }),
            c => text.push(c),
        }
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(text: &str) -> Value {
        let tables = tables_of(text).unwrap();
        let tables = tables.into_iter().map(|table| match table.rows {
            Rows::Objects(records) => json!([table.name, records]),
            _ => Value::Null,
        });
        tables.collect()
    }

    #[test]
    fn dumps_of_several_databases_are_read() {
        let films = json!([["films", [{ "id": 1, "title": "it's a \\ \"valley\"", "date": "2026-01-05", "note": null }]]]);
        for text in [
            "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE IF NOT EXISTS \"films\" (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT ('a,b'), date TEXT, note TEXT, FOREIGN KEY(id) REFERENCES a(id));\nINSERT INTO films VALUES(1,'it''s a \\ \"valley\"','2026-01-05',NULL);\nCOMMIT;",
            "-- MySQL dump\n/*!40101 SET NAMES utf8mb4 */;\nCREATE TABLE `films` (`id` int NOT NULL, `title` varchar(9) COMMENT 'a (b)', `date` date, `note` text, PRIMARY KEY (`id`)) ENGINE=InnoDB;\nINSERT INTO `films` VALUES (1,'it\\'s a \\\\ \\\"valley\\\"','2026-01-05',NULL);",
            "SET statement_timeout = 0;\nINSERT INTO public.films (id, title, date, note) OVERRIDING SYSTEM VALUE VALUES (1, 'it''s a \\ \"valley\"', '2026-01-05'::date, NULL) ON CONFLICT DO NOTHING;",
            "SET NOCOUNT ON\nGO\nINSERT [dbo].[films] ([id], [title], [date], [note]) VALUES (1, N'it''s a \\ \"valley\"', CAST(N'2026-01-05' AS Date), NULL)\nGO\n",
            "Insert into FILMS (\"id\",\"title\",\"date\",\"note\") values (1,'it''s a \\ \"valley\"',to_date('2026-01-05','YYYY-MM-DD'),null);",
        ] {
            assert_eq!(read(text), films, "{text}");
        }
        let copied = "--\n-- PostgreSQL database dump\n--\nCOPY public.films (id, title, note) FROM stdin;\n1\tit's a \\\\ valley\t\\N\n\\.\n\nSELECT 1;\nINSERT INTO tags (id) VALUES (2);";
        assert_eq!(
            read(copied),
            json!([["films", [{ "id": "1", "title": "it's a \\ valley", "note": null }]], ["tags", [{ "id": 2 }]]])
        );
    }

    #[test]
    fn what_is_missing_is_said() {
        let error = tables_of("INSERT INTO films VALUES (1);").err().unwrap();
        assert!(error.to_string().contains("columns of films"));
        assert!(tables_of("INSERT INTO films (a) VALUES ('a").unwrap().len() < 2);
    }

    proptest::proptest! {
        #[test]
        fn no_dump_panics(text in "(INSERT INTO |CREATE TABLE |COPY |films|VALUES|N'|CAST\\(|[(),;'\"\\\\`#/*a1\\[\\] 山-]|\n|\\.){0,60}") {
            let _ = tables_of(&text);
        }
    }
}
