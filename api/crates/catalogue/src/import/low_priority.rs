//! Imports at low priority: each batch waits for other writers.

use std::time::{Duration, Instant};

use diesel::result::QueryResult;
use yingku_db::{Conn, DbError};

use super::fingerprint::Fingerprinted;
use super::store::{ImportSummary, Store};

impl Store {
    /// [`Store::write`] that yields to other writers, with `more` in the same transaction. Also returns how long the
    /// transaction took. The index follows through the outbox.
    pub fn write_low_priority<T>(
        &mut self,
        records: &[Fingerprinted],
        more: impl FnOnce(&mut Conn, ImportSummary) -> QueryResult<T>,
    ) -> Result<(T, Duration), DbError> {
        let db = self.db.clone();
        let mut began = Instant::now();
        let listed = self.preserved.len();
        let result = db.write_when_idle(|conn| {
            began = Instant::now();
            let (summary, _) = self.write_in(conn, records)?;
            Ok(more(conn, summary)?)
        });
        if result.is_err() {
            self.roll_back(listed);
        }
        result.map(|more| (more, began.elapsed()))
    }
}
