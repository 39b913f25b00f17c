//! Writes records to the database: each batch is one transaction, so a killed import leaves whole
//! works only, and running it again finishes it. What a work is filed under is found or made on the
//! way, and the terms' counts move with their works.

use std::collections::HashSet;
use std::sync::Arc;

use diesel::result::QueryResult;

use super::counts::Counts;
use super::curated::{Curated, Kept, MOST_LISTED};
use super::fingerprint::Fingerprinted;
use super::gathered::Buffered;
use super::known::known_works;
use super::news::{Taking, news};
use super::record::WorkRecord;
use super::rows;
use super::step::Step;
pub use super::tally::Tally;
use super::term_store::TermStore;
use crate::base::clock::Clock;
use crate::base::ids::Ids;
use crate::catalogue::index::IndexedWork;
use crate::db::{Conn, Db, DbError, outbox};

/// Records in one transaction. The unique index over numbers is written at random: the more works come at
/// once, the fewer times each of its pages is written.
pub const BATCH: usize = 10_000;

/// Writes records.
pub struct Store {
    pub(super) db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    pub(super) terms: TermStore,
    /// How figures move in a transaction of several batches: they are written at its end, so that nobody waits
    /// for it all the while.
    gathered: Option<Buffered>,
    /// Fields that operators have set follow the lines, too.
    pub(super) overrides: bool,
    /// The first works of which something stays as operators have set it.
    pub(super) kept: Vec<Kept>,
}

/// A stored work that is given other content.
#[derive(Debug, Clone, Copy)]
pub struct Stored {
    /// Id.
    pub id: i64,
    /// It is off the site.
    pub hidden: bool,
    /// The fingerprint of the line it came from, which it keeps: only another line is news.
    pub fingerprint: i64,
    /// What operators have set of it.
    pub curated: Curated,
}

impl Store {
    /// On this database.
    pub fn new(db: &Db, clock: Arc<dyn Clock>, ids: Arc<Ids>) -> Self {
        Self {
            db: db.clone(),
            clock,
            ids,
            terms: TermStore::default(),
            gathered: None,
            overrides: false,
            kept: Vec::new(),
        }
    }

    /// One whose lines replace what operators have set, too, if `overrides`.
    #[must_use]
    pub fn overriding(self, overrides: bool) -> Self {
        Self { overrides, ..self }
    }

    /// The first [`MOST_LISTED`] works of which something stays as operators have set it.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// Writes one batch; no two of its records may be the same work. Returns what became of them and
    /// the new works that are visible, as the index wants them (an updated one has counters that only
    /// the database knows).
    ///
    /// # Errors
    /// The database's; nothing of the batch was written then.
    pub fn write(
        &mut self,
        records: &[Fingerprinted],
    ) -> Result<(Tally, Vec<IndexedWork>), DbError> {
        let db = self.db.clone();
        let listed = self.kept.len();
        let result = db.write_now(|conn| Ok(self.write_in(conn, records)?));
        if result.is_err() {
            self.kept.truncate(listed);
            // What was made in the failed transaction is not there.
            self.terms = TermStore::default();
        }
        result
    }

    /// Writes any number of records in one transaction: all or nothing.
    pub fn write_all<E>(
        &mut self,
        mut next: impl FnMut() -> Result<Option<Vec<Fingerprinted>>, E>,
        mut progress: impl FnMut(Tally),
    ) -> Result<Tally, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
    {
        let db = self.db.clone();
        db.write_now(|conn| {
            let mut tally = Tally::default();
            self.gathered = Some(Buffered::default());
            while let Some(records) = next()? {
                tally.add(self.write_in(conn, &records)?.0);
                progress(tally);
            }
            if let Some(gathered) = self.gathered.take() {
                gathered.write(conn, self.now())?;
            }
            Ok(tally)
        })
    }

    pub(super) fn write_in(
        &mut self,
        conn: &mut Conn,
        records: &[Fingerprinted],
    ) -> QueryResult<(Tally, Vec<IndexedWork>)> {
        let now = self.now();
        let mut known = known_works(conn, records)?;
        let (overrides, writes) = (self.overrides, true);
        let news = news(conn, records, &mut known, Taking { overrides, writes })?;
        let mut tally = Tally::default();
        tally.keep(&news.kept);
        let room = MOST_LISTED.saturating_sub(self.kept.len());
        self.kept.extend(news.kept.iter().take(room).cloned());
        let mut steps = Vec::new();
        for Fingerprinted {
            record,
            fingerprint,
        } in records
        {
            let fingerprint = *fingerprint;
            match known.get(&(record.channel, record.number.as_str())) {
                Some(work) if !work.is_news(fingerprint, overrides) => tally.unchanged += 1,
                Some(work) => {
                    tally.updated += 1;
                    let curated = if overrides {
                        Curated::NONE
                    } else {
                        work.curated
                    };
                    steps.push(Step {
                        record: news.records.get(&work.id).unwrap_or(record),
                        curated,
                        id: work.id,
                        fingerprint,
                        before: Some(!work.hidden),
                        hidden: record.hidden || work.withheld,
                    });
                }
                None => {
                    tally.new += 1;
                    let id = self.ids.next(self.clock.as_ref());
                    steps.push(Step {
                        record,
                        id,
                        fingerprint,
                        before: None,
                        hidden: record.hidden,
                        curated: Curated::NONE,
                    });
                }
            }
        }
        Ok((tally, self.take(conn, steps, now)?))
    }

    /// Gives a stored work other content, in a transaction that holds it; whether it is on the site stays.
    pub fn replace(
        &mut self,
        conn: &mut Conn,
        stored: Stored,
        record: &WorkRecord,
    ) -> QueryResult<()> {
        let now = self.now();
        let step = Step {
            record,
            id: stored.id,
            fingerprint: stored.fingerprint,
            before: Some(!stored.hidden),
            hidden: stored.hidden,
            curated: stored.curated,
        };
        self.take(conn, vec![step], now).map(|_| ())
    }

    /// Adds a work that is not there with what operators have set of it, and gives its id.
    ///
    /// # Errors
    /// A unique violation when it is there, or the statement's.
    pub fn add(
        &mut self,
        conn: &mut Conn,
        work: &Fingerprinted,
        curated: Curated,
    ) -> QueryResult<i64> {
        let now = self.clock.now_ms().div_euclid(1000);
        let id = self.ids.next(self.clock.as_ref());
        let step = Step {
            record: &work.record,
            id,
            fingerprint: work.fingerprint,
            before: None,
            hidden: work.record.hidden,
            curated,
        };
        self.take(conn, vec![step], now).map(|_| id)
    }

    /// Takes the steps, and gives the new works that are visible.
    fn take(
        &mut self,
        conn: &mut Conn,
        mut steps: Vec<Step<'_>>,
        now: i64,
    ) -> QueryResult<Vec<IndexedWork>> {
        if steps.is_empty() {
            return Ok(Vec::new());
        }
        // Whoever writes many works takes them by id, so that none waits for another in a circle.
        steps.sort_by_key(|step| step.id);
        let filed =
            self.terms
                .find_or_make(conn, steps.iter().map(|step| step.record), now, || {
                    self.ids.next(self.clock.as_ref())
                })?;
        let mut counts = Counts::default();
        self.write_works(conn, &steps, now, &mut counts)?;
        self.write_links(conn, &steps, &filed, &mut counts)?;
        rows::shift_counts(conn, counts.shifts())?;
        outbox::record(
            conn,
            &steps.iter().map(|step| step.id).collect::<Vec<_>>(),
            now,
        )?;
        self.count(conn, &steps, now)?;
        let visible = steps
            .iter()
            .zip(&filed)
            .filter(|(step, _)| step.before.is_none() && !step.hidden);
        let indexed = visible.map(|(step, terms)| self.indexed(step, terms));
        Ok(indexed.collect())
    }

    /// Moves the operators' figures along, or gathers how they move.
    fn count(&mut self, conn: &mut Conn, steps: &[Step<'_>], now: i64) -> QueryResult<()> {
        let mut here = Buffered::default();
        let gathered = self.gathered.as_mut();
        let at_once = gathered.is_none();
        let gathered = gathered.unwrap_or(&mut here);
        for step in steps {
            gathered.new += i64::from(step.before.is_none());
            let channel = step.record.channel;
            gathered
                .moves
                .work(channel.counter(), step.before, !step.hidden);
        }
        if at_once {
            here.write(conn, now)
        } else {
            Ok(())
        }
    }

    fn now(&self) -> i64 {
        self.clock.now_ms().div_euclid(1000)
    }

    fn write_works(
        &self,
        conn: &mut Conn,
        steps: &[Step<'_>],
        now: i64,
        counts: &mut Counts,
    ) -> QueryResult<()> {
        let mut fresh = Vec::new();
        let mut touched = Vec::new();
        for step in steps {
            let row = step.row(now);
            match step.before {
                None => fresh.push(row),
                Some(visible) => {
                    if visible {
                        counts.subtract(rows::term_ids_of(conn, step.id)?, step.record.channel);
                    }
                    rows::update_work(conn, &row)?;
                    touched.push(step.id);
                }
            }
        }
        rows::insert_works(conn, fresh)?;
        rows::unlink_terms(conn, &touched)
    }

    fn write_links(
        &self,
        conn: &mut Conn,
        steps: &[Step<'_>],
        filed: &[Vec<i64>],
        counts: &mut Counts,
    ) -> QueryResult<()> {
        let mut links = Vec::new();
        let mut magnets = Vec::new();
        for (step, terms) in steps.iter().zip(filed) {
            if !step.hidden {
                counts.add(terms.iter().copied(), step.record.channel);
            }
            for (position, term_id) in terms.iter().enumerate() {
                let position = i16::try_from(position).unwrap_or(i16::MAX);
                links.push(rows::NewLink {
                    work_id: step.id,
                    term_id: *term_id,
                    position,
                });
            }
            let kept = match step.before {
                None => HashSet::new(),
                Some(_) => rows::keep_magnets(conn, step.id, &step.record.magnets)?,
            };
            for magnet in step
                .record
                .magnets
                .iter()
                .filter(|magnet| !kept.contains(&magnet.info_hash))
            {
                let id = self.ids.next(self.clock.as_ref());
                magnets.push(rows::NewMagnet::new(id, step.id, magnet));
            }
        }
        rows::insert_links(conn, &links)?;
        rows::insert_magnets(conn, &magnets)
    }

    fn indexed(&self, step: &Step<'_>, terms: &[i64]) -> IndexedWork {
        IndexedWork {
            id: step.id,
            channel: step.record.channel,
            number: step.record.number.clone(),
            title: step.record.title.clone(),
            pub_time: step.record.pub_time,
            is_dht: !step.record.magnets.is_empty(),
            is_online: u8::try_from(step.record.is_online).unwrap_or(0),
            collects: 0,
            average: step.record.average,
            evaluates: i64::from(step.record.evaluates),
            hot: 0,
            duration: i64::from(step.record.duration),
            terms: terms
                .iter()
                .filter_map(|id| self.terms.indexed(*id))
                .collect(),
        }
    }
}
