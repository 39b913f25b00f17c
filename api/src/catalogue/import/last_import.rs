//! What the latest import did. There is one row, which each import replaces when it has ended.

use diesel::prelude::*;
use diesel::result::QueryResult;

use crate::catalogue::import::store::Tally;
use crate::db::Conn;
use crate::db::schema::last_import;

/// The key of the one row.
const ONE: i16 = 1;

/// What an import did.
#[derive(Debug, Clone, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = last_import)]
pub struct LastImport {
    /// When it had ended, seconds since 1970.
    pub finished_at: i64,
    /// Works that were not there.
    pub added: i64,
    /// Works that changed.
    pub updated: i64,
    /// Works that were the same.
    pub unchanged: i64,
    /// Lines that could not be taken.
    pub refused: i64,
}

impl LastImport {
    /// An import that ended at `now`, seconds.
    pub fn of(tally: Tally, refused: u64, now: i64) -> Self {
        let count = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
        Self {
            finished_at: now,
            added: count(tally.new),
            updated: count(tally.updated),
            unchanged: count(tally.unchanged),
            refused: count(refused),
        }
    }

    /// Keeps it in place of the one before.
    pub fn keep(&self, conn: &mut Conn) -> QueryResult<()> {
        crate::on_engine!(conn, c => diesel::insert_into(last_import::table)
            .values((last_import::id.eq(ONE), self))
            .on_conflict(last_import::id)
            .do_update()
            .set(self)
            .execute(c))
        .map(|_| ())
    }

    /// The latest, if there was one.
    pub fn read(conn: &mut Conn) -> QueryResult<Option<Self>> {
        last_import::table
            .find(ONE)
            .select(Self::as_select())
            .first(conn)
            .optional()
    }
}
