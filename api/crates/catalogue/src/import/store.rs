//! Writes records to the database. Each batch is one transaction, so a killed import leaves only complete works, and
//! running it again finishes it. Missing terms are created, and the counts of terms updated, in the same transaction.

use std::collections::HashSet;
use std::sync::Arc;

use diesel::result::QueryResult;
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_search::IndexedWork;

use super::changes;
use super::counts::Counts;
use super::fields::{FieldSet, MAX_LISTED, PreservedFields};
use super::fingerprint::Fingerprinted;
use super::known::known_works;
use super::merge::{MergeOptions, merge_stored};
use super::record::WorkRecord;
use super::rows;
use super::stat_deltas::StatDeltas;
use super::step::{Step, steps};
pub use super::summary::ImportSummary;
use yingku_db::{Conn, Db, DbError, outbox};
use yingku_platform::stats::counters::TotalCounter;

use super::term_store::TermStore;

/// Records in one transaction. Numbers are random keys of their unique index, so a larger batch writes each of its
/// pages fewer times.
pub const BATCH: usize = 10_000;

/// Writes records to the database.
pub struct Store {
    pub(super) db: Db,
    clock: Arc<dyn Clock>,
    ids: Arc<Ids>,
    pub(super) terms: TermStore,
    /// Statistics of a transaction of several batches. They are written at its end, to lock their rows only briefly.
    deferred_stats: Option<StatDeltas>,
    /// Whether the import also replaces curated fields.
    pub(super) overrides: bool,
    /// The import whose changes are recorded, so that it can be undone.
    import: Option<i64>,
    /// The first works with curated fields that were kept.
    pub(super) preserved: Vec<PreservedFields>,
}

/// A stored work whose content is replaced.
#[derive(Debug, Clone, Copy)]
pub struct Stored {
    /// Id.
    pub id: i64,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Whether it is hidden afterwards.
    pub hides: bool,
    /// The fingerprint of the imported line. It stays, so that importing the same line again changes nothing.
    pub fingerprint: i64,
    /// The fields that operators have set.
    pub curated: FieldSet,
}

impl Store {
    /// A store on this database.
    pub fn new(db: &Db, clock: Arc<dyn Clock>, ids: Arc<Ids>) -> Self {
        Self {
            db: db.clone(),
            clock,
            ids,
            terms: TermStore::default(),
            deferred_stats: None,
            overrides: false,
            import: None,
            preserved: Vec::new(),
        }
    }

    /// Whether the import also replaces curated fields.
    #[must_use]
    pub fn with_overrides(self, overrides: bool) -> Self {
        Self { overrides, ..self }
    }

    /// Records what it changes as changes of this import, so that it can be undone.
    #[must_use]
    pub fn for_import(self, import: i64) -> Self {
        Self {
            import: Some(import),
            ..self
        }
    }

    /// The first [`MAX_LISTED`] works with curated fields that were kept.
    pub fn preserved(&self) -> &[PreservedFields] {
        &self.preserved
    }

    /// Writes a batch, in which each work comes only once. Returns the counts, and the new visible works for the index
    /// (the counters of an updated one are only in the database).
    pub fn write(
        &mut self,
        records: &[Fingerprinted],
    ) -> Result<(ImportSummary, Vec<IndexedWork>), DbError> {
        let db = self.db.clone();
        let listed = self.preserved.len();
        let result = db.write_now(|conn| Ok(self.write_in(conn, records)?));
        if result.is_err() {
            self.roll_back(listed);
        }
        result
    }

    /// Undoes the in-memory effects of a failed transaction: kept fields after the first `listed`, and terms it may
    /// have created.
    pub(super) fn roll_back(&mut self, listed: usize) {
        self.preserved.truncate(listed);
        self.terms = TermStore::default();
    }

    /// Writes all records in one transaction.
    pub fn write_all<E>(
        &mut self,
        mut next: impl FnMut() -> Result<Option<Vec<Fingerprinted>>, E>,
        mut progress: impl FnMut(ImportSummary),
    ) -> Result<ImportSummary, E>
    where
        E: From<DbError> + From<diesel::result::Error>,
    {
        let db = self.db.clone();
        db.write_now(|conn| {
            let mut summary = ImportSummary::default();
            self.deferred_stats = Some(StatDeltas::default());
            while let Some(records) = next()? {
                summary.add(self.write_in(conn, &records)?.0);
                progress(summary);
            }
            if let Some(stats) = self.deferred_stats.take() {
                stats.write(conn, self.now())?;
            }
            Ok(summary)
        })
    }

    pub(super) fn write_in(
        &mut self,
        conn: &mut Conn,
        records: &[Fingerprinted],
    ) -> QueryResult<(ImportSummary, Vec<IndexedWork>)> {
        let now = self.now();
        let mut known = known_works(conn, records)?;
        let options = MergeOptions {
            overrides: self.overrides,
            writes: true,
            reads_all: self.import.is_some(),
        };
        let merged = merge_stored(conn, records, &mut known, options)?;
        let mut summary = ImportSummary::default();
        summary.add_preserved(&merged.preserved);
        let room = MAX_LISTED.saturating_sub(self.preserved.len());
        self.preserved
            .extend(merged.preserved.iter().take(room).cloned());
        let new_id = || self.next_id();
        let steps = steps(
            records,
            &known,
            &merged,
            self.overrides,
            &mut summary,
            new_id,
        );
        if let Some(import) = self.import {
            changes::record(conn, import, &steps, &known, &merged.stored)?;
        }
        let indexed = self.write_steps(conn, steps, now)?;
        if let Some(import) = self.import {
            changes::confirm_running(conn, import, now)?;
        }
        Ok((summary, indexed))
    }

    /// Replaces the content of stored works, which the transaction has locked.
    pub fn replace<'a>(
        &mut self,
        conn: &mut Conn,
        works: impl Iterator<Item = (Stored, &'a WorkRecord)>,
    ) -> QueryResult<()> {
        let steps = works.map(|(stored, record)| Step {
            record,
            id: stored.id,
            fingerprint: stored.fingerprint,
            before: Some(!stored.hidden),
            hidden: stored.hides,
            curated: stored.curated,
        });
        self.write_steps(conn, steps.collect(), self.now())
            .map(|_| ())
    }

    /// Inserts a work and returns its id. Fails with a unique violation if it exists.
    pub fn add(
        &mut self,
        conn: &mut Conn,
        work: &Fingerprinted,
        curated: FieldSet,
    ) -> QueryResult<i64> {
        let id = self.next_id();
        let step = Step {
            record: &work.record,
            id,
            fingerprint: work.fingerprint,
            before: None,
            hidden: work.record.hidden,
            curated,
        };
        self.write_steps(conn, vec![step], self.now()).map(|_| id)
    }

    /// Writes the works and returns the new visible ones for the index.
    fn write_steps(
        &mut self,
        conn: &mut Conn,
        mut steps: Vec<Step<'_>>,
        now: i64,
    ) -> QueryResult<Vec<IndexedWork>> {
        if steps.is_empty() {
            return Ok(Vec::new());
        }
        // Every writer locks works in the order of their ids, which rules out deadlocks.
        steps.sort_by_key(|step| step.id);
        let filed =
            self.terms
                .find_or_create(conn, steps.iter().map(|step| step.record), now, || {
                    self.ids.next(self.clock.as_ref())
                })?;
        let created = self.terms.take_created();
        if let Some(import) = self.import {
            changes::record_terms(conn, import, created)?;
        }
        let mut counts = Counts::default();
        self.write_works(conn, &steps, now, &mut counts)?;
        self.write_links(conn, &steps, &filed, &mut counts)?;
        rows::shift_counts(conn, counts.shifts())?;
        let ids: Vec<i64> = steps.iter().map(|step| step.id).collect();
        outbox::record(conn, &ids, now)?;
        self.count(conn, &steps, now)?;
        let visible = steps
            .iter()
            .zip(&filed)
            .filter(|(step, _)| step.before.is_none() && !step.hidden);
        let indexed = visible.map(|(step, terms)| {
            let terms = terms.iter().filter_map(|id| self.terms.indexed(*id));
            step.indexed(terms.collect(), now)
        });
        Ok(indexed.collect())
    }

    /// Updates the statistics, or defers that to the end of the transaction.
    fn count(&mut self, conn: &mut Conn, steps: &[Step<'_>], now: i64) -> QueryResult<()> {
        let deferred = self.deferred_stats.is_some();
        let mut stats = self.deferred_stats.take().unwrap_or_default();
        for step in steps {
            stats.new += i64::from(step.before.is_none());
            let counter = TotalCounter::works_of(step.record.channel);
            stats.moves.work(counter, step.before, !step.hidden);
        }
        if deferred {
            self.deferred_stats = Some(stats);
            return Ok(());
        }
        stats.write(conn, now)
    }

    fn now(&self) -> i64 {
        self.clock.now_ms().div_euclid(1000)
    }

    fn next_id(&self) -> i64 {
        self.ids.next(self.clock.as_ref())
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
            let unchanged = match step.before {
                None => HashSet::new(),
                Some(_) => rows::sync_magnets(conn, step.id, &step.record.magnets)?,
            };
            let new = step.record.magnets.iter();
            for magnet in new.filter(|magnet| !unchanged.contains(&magnet.info_hash)) {
                magnets.push(rows::NewMagnet::new(self.next_id(), step.id, magnet));
            }
        }
        rows::insert_links(conn, &links)?;
        rows::insert_magnets(conn, &magnets)
    }
}
