//! The lag of the works index behind the database.

use std::collections::HashSet;

use diesel::result::QueryResult;
use yingku_db::{Conn, outbox};

/// Maximum number of changes to count.
pub const MAX_CHANGES: i64 = 10_000;

/// The index's position in the outbox.
#[derive(Debug, Clone, Default)]
pub struct Checkpoint {
    pub(super) mark: i64,
    pub(super) seen: HashSet<i64>,
}

/// The lag; both are zero when the index is current.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lag {
    /// Changes that are not indexed yet, at most [`MAX_CHANGES`].
    pub changes: i64,
    /// Age of the oldest of them, seconds.
    pub seconds: i64,
}

impl Checkpoint {
    /// Whether any change is not indexed yet.
    pub(super) fn waits(&self, conn: &mut Conn) -> QueryResult<bool> {
        Ok(outbox::waiting(conn, self.mark, &self.seen, 1)?.0 > 0)
    }

    /// The lag at `now` (seconds).
    pub fn lag(&self, conn: &mut Conn, now: i64) -> QueryResult<Lag> {
        let (changes, first) = outbox::waiting(conn, self.mark, &self.seen, MAX_CHANGES)?;
        Ok(Lag {
            changes: i64::try_from(changes).unwrap_or(MAX_CHANGES),
            seconds: first.map_or(0, |first| (now - first).max(0)),
        })
    }
}
