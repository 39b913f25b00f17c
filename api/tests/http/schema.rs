//! The migrations: up, down and up again on both engines, with the same schema on both.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_types::Text;
use yingku_db::{Conn, Db, DbError, migrate};

use crate::support::db::{TestDb, options};

#[derive(QueryableByName)]
struct Column {
    #[diesel(sql_type = Text)]
    owner: String,
    #[diesel(sql_type = Text)]
    name: String,
}

const SQLITE: &str = "SELECT m.name AS owner, c.name AS name FROM sqlite_master m, pragma_table_info(m.name) c \
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' AND m.name <> '__diesel_schema_migrations'";
const POSTGRES: &str = "SELECT table_name::text AS owner, column_name::text AS name FROM information_schema.columns \
    WHERE table_schema = 'public' AND table_name <> '__diesel_schema_migrations' \
    AND table_name NOT IN (SELECT table_name FROM information_schema.views WHERE table_schema = 'public')";

fn tables(db: &Db) -> BTreeMap<String, Vec<String>> {
    let columns: Vec<Column> = db
        .maintain::<_, DbError, _>(|conn| {
            let text = match conn {
                Conn::Sqlite(_) => SQLITE,
                Conn::Postgres(_) => POSTGRES,
            };
            #[expect(
                clippy::disallowed_methods,
                reason = "the engines' own catalogues are not the program's work"
            )]
            Ok(diesel::sql_query(text).load(conn)?)
        })
        .unwrap();
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for column in columns {
        tables.entry(column.owner).or_default().push(column.name);
    }
    tables.values_mut().for_each(|columns| columns.sort());
    tables
}

fn up_down_up(url: &str) -> BTreeMap<String, Vec<String>> {
    let db = Db::open(&options(url)).unwrap();
    let before = tables(&db);
    assert!(before.contains_key("works") && before.contains_key("work_changes"));
    assert_eq!(migrate::pending(&db).unwrap(), 0);
    let reverted = migrate::revert_all(&db).unwrap();
    assert_eq!(
        tables(&db),
        BTreeMap::new(),
        "a down.sql leaves something behind"
    );
    assert_eq!(migrate::pending(&db).unwrap(), reverted);
    assert_eq!(migrate::run(&db).unwrap().len(), reverted);
    assert_eq!(tables(&db), before);
    assert!(migrate::run(&db).unwrap().is_empty());
    before
}

#[test]
fn migrations_go_up_down_and_up_and_give_the_same_schema_on_both_engines() {
    let folder = tempfile::tempdir().unwrap();
    let (sqlite, postgres) = (TestDb::sqlite(folder.path()), TestDb::postgres());
    assert_eq!(up_down_up(&sqlite.url), up_down_up(&postgres.url));
}
