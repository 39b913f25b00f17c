//! Writing beside visitors: a batch waits until nobody else wants to write.

use std::time::{Duration, Instant};

use diesel::result::QueryResult;

use super::fingerprint::Fingerprinted;
use super::known::known_works;
use super::news::{Taking, news};
use super::store::{Store, Tally};
use super::term_store::TermStore;
use crate::db::{Conn, DbError};

impl Store {
    /// [`Store::write`] that gives way to everybody who waits to write, with `more` in the same transaction; says
    /// too for how long others had to wait. The index is left to whoever follows the outbox.
    ///
    /// # Errors
    /// The database's; nothing of the batch was written then.
    pub fn write_gently<T>(
        &mut self,
        records: &[Fingerprinted],
        more: impl FnOnce(&mut Conn, Tally) -> QueryResult<T>,
    ) -> Result<(T, Duration), DbError> {
        let db = self.db.clone();
        let mut began = Instant::now();
        let listed = self.kept.len();
        let result = db.write_last(|conn| {
            began = Instant::now();
            let (tally, _) = self.write_in(conn, records)?;
            Ok(more(conn, tally)?)
        });
        if result.is_err() {
            self.kept.truncate(listed);
            // What was made in the failed transaction is not there.
            self.terms = TermStore::default();
        }
        result.map(|more| (more, began.elapsed()))
    }

    /// What would become of records if they were written now; changes nothing.
    pub fn compare(&self, records: &[Fingerprinted]) -> Result<Tally, DbError> {
        let (overrides, writes) = (self.overrides, false);
        let (known, news) = self.db.query_now(|conn| {
            let mut known = known_works(conn, records)?;
            let news = news(conn, records, &mut known, Taking { overrides, writes })?;
            Ok((known, news))
        })?;
        let mut tally = Tally::default();
        tally.keep(&news.kept);
        for printed in records {
            let (channel, number) = (printed.record.channel, printed.record.number.as_str());
            match known.get(&(channel, number)) {
                Some(work) if !work.is_news(printed.fingerprint, overrides) => tally.unchanged += 1,
                Some(_) => tally.updated += 1,
                None => tally.new += 1,
            }
        }
        Ok(tally)
    }
}
