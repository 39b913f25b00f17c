//! How an import moves the operators' figures, gathered before they are written.

use diesel::result::QueryResult;

use crate::db::Conn;
use crate::stats::counters::{self, DailyCounter, Moves};

/// How the operators' figures move.
#[derive(Default)]
pub(super) struct Buffered {
    /// Works that come and go.
    pub(super) moves: Moves,
    /// Works that were not there.
    pub(super) new: i64,
}

impl Buffered {
    /// Moves them at `now`, seconds, in the transaction of their causes.
    pub(super) fn write(&self, conn: &mut Conn, now: i64) -> QueryResult<()> {
        counters::happened(conn, now, &[(DailyCounter::Works, self.new)])?;
        self.moves.write(conn)
    }
}
