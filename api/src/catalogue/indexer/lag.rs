//! How far the works index is behind the database.

use std::collections::HashSet;

use diesel::result::QueryResult;

use crate::db::{Conn, outbox};

/// Changes are counted up to this.
pub const MOST_CHANGES: i64 = 10_000;

/// How far the index has followed the changes.
#[derive(Debug, Clone, Default)]
pub struct Reached {
    pub(super) mark: i64,
    pub(super) seen: HashSet<i64>,
}

/// How far the index is behind; both are zero when it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lag {
    /// Changes it does not have yet, [`MOST_CHANGES`] at most.
    pub changes: i64,
    /// Seconds since the first of them.
    pub seconds: i64,
}

impl Reached {
    /// Whether there is any change that the index does not have yet.
    pub(super) fn waits(&self, conn: &mut Conn) -> QueryResult<bool> {
        Ok(outbox::waiting(conn, self.mark, &self.seen, 1)?.0 > 0)
    }

    /// How far the index is behind at `now`, seconds.
    pub fn lag(&self, conn: &mut Conn, now: i64) -> QueryResult<Lag> {
        let (changes, first) = outbox::waiting(conn, self.mark, &self.seen, MOST_CHANGES)?;
        Ok(Lag {
            changes: i64::try_from(changes).unwrap_or(MOST_CHANGES),
            seconds: first.map_or(0, |first| (now - first).max(0)),
        })
    }
}
