//! Changes of an import to the operators' statistics.

use diesel::result::QueryResult;
use yingku_db::Conn;
use yingku_platform::stats::counters::{self, DailyCounter, Moves};

/// Changes that are not written yet.
#[derive(Default)]
pub(super) struct StatDeltas {
    /// Changes of the totals.
    pub(super) moves: Moves,
    /// Works added.
    pub(super) new: i64,
}

impl StatDeltas {
    /// Writes them at `now` (seconds), in the transaction that caused them.
    pub(super) fn write(&self, conn: &mut Conn, now: i64) -> QueryResult<()> {
        counters::add(conn, now, &[(DailyCounter::Works, self.new)])?;
        self.moves.write(conn)
    }
}
