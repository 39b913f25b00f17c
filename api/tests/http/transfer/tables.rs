//! The list of transferred tables matches the schema of the engines.

use std::collections::BTreeSet;

use yingku_db::dialect::rows;
use yingku_db::tables::TABLES;
use yingku_db::{Conn, DbError};

use crate::support::db::TestDb;

#[test]
fn every_table_but_the_index_outbox_is_transferred_with_the_same_columns() {
    let folder = tempfile::tempdir().unwrap();
    let databases = [TestDb::sqlite(folder.path()), TestDb::postgres()];
    let described = databases.each_ref().map(|database| {
        let described = super::open(&database.url).maintain::<_, DbError, _>(|conn| {
            let names: BTreeSet<String> = rows::table_names(conn)?.into_iter().collect();
            let columns: Result<Vec<_>, _> =
                TABLES.iter().map(|table| columns(conn, table)).collect();
            Ok((names, columns?))
        });
        described.unwrap()
    });
    assert_eq!(described[0], described[1]);
    let mut carried: BTreeSet<String> = TABLES.iter().map(|table| table.name.to_owned()).collect();
    assert_eq!(carried.len(), TABLES.len(), "a table is there twice");
    carried.insert("work_changes".to_owned());
    assert_eq!(described[0].0, carried);
}

fn columns(
    conn: &mut Conn,
    table: &yingku_db::tables::Table,
) -> diesel::QueryResult<Vec<rows::Column>> {
    let columns = rows::columns(conn, table)?;
    for key in table.key {
        assert!(
            columns.iter().any(|column| column.name == *key),
            "{} has no {key}",
            table.name
        );
    }
    Ok(columns)
}
