//! The result of the latest import: one row, which each import replaces at its end.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_db::schema::last_import;

use crate::import::store::ImportSummary;

/// The key of the one row.
const ONE: i16 = 1;

/// The result of an import.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = last_import)]
pub struct LastImport {
    /// Its end, seconds since 1970.
    pub finished_at: i64,
    /// Works added.
    pub added: i64,
    /// Works changed.
    pub updated: i64,
    /// Works that did not change.
    pub unchanged: i64,
    /// Lines rejected.
    pub refused: i64,
}

impl LastImport {
    /// The result of an import that ended at `now` (seconds).
    pub fn new(summary: ImportSummary, rejected: u64, now: i64) -> Self {
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        Self {
            finished_at: now,
            added: count(summary.new),
            updated: count(summary.updated),
            unchanged: count(summary.unchanged),
            refused: count(rejected),
        }
    }

    /// Replaces the stored row.
    pub fn save(&self, conn: &mut Conn) -> QueryResult<()> {
        yingku_db::on_engine!(conn, c => diesel::insert_into(last_import::table)
            .values((last_import::id.eq(ONE), self))
            .on_conflict(last_import::id)
            .do_update()
            .set(self)
            .execute(c))
        .map(|_| ())
    }

    /// The stored row, if there was an import.
    pub fn read(conn: &mut Conn) -> QueryResult<Option<Self>> {
        last_import::table
            .find(ONE)
            .select(Self::as_select())
            .first(conn)
            .optional()
    }
}
