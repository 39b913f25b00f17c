//! One import, from its file to its end.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::model::{Ending, ImportRow, Problem, Progress};
use super::queries;
use super::reading::{Reading, Step};
use super::refused::RefusedList;
use super::runner::Shared;
use crate::catalogue::import::reader::ReadError;
use crate::catalogue::import::store::Store;
use crate::db::DbError;
use crate::workers::adaptive_batch::{AdaptiveBatch, BatchLimits};

/// What the database refuses is tried again so often, with a rest before.
pub(super) const ATTEMPTS: u32 = 10;
pub(super) const REST_BEFORE_ATTEMPT: Duration = Duration::from_secs(1);

/// How an import is done beside visitors.
fn gently() -> BatchLimits {
    BatchLimits {
        aim: Duration::from_millis(8),
        items: 10..=1_000,
        rest_times: 5,
        rest: Duration::from_millis(10)..=Duration::from_secs(1),
    }
}

impl Shared {
    /// Reads the file to its end, or to where it has to stop.
    pub(super) fn import(&self, row: &ImportRow, rest: &mut dyn FnMut(Duration)) -> Ending {
        let mut run = match self.open(row) {
            Ok(run) => run,
            Err(problem) => return Ending::Failed(problem),
        };
        let mut pace = AdaptiveBatch::new(gently());
        loop {
            let step = run.reading.step(pace.items());
            let records = step.records.len();
            let took = match run.take(&step, rest) {
                Ok(Some(took)) => took,
                Ok(None) => return Ending::Cancelled,
                Err(problem) => return Ending::Failed(problem),
            };
            let rests = pace.took(records, took);
            match step.end {
                Some(Ok(())) => return Ending::Done,
                Some(Err(error)) => return run.broken_off(&error),
                None if self.is_stopping() => return Ending::Failed(Problem::Interrupted),
                None => rest(rests),
            }
        }
    }

    fn open(&self, row: &ImportRow) -> Result<Run<'_>, Problem> {
        let id = row.id;
        let done = u64::try_from(row.progress.lines).unwrap_or_default();
        let halted = self.halted(id);
        let path = self.files.file(id);
        let reading = Reading::open(&path, done, halted).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Problem::Missing,
            _ => Problem::Damaged,
        })?;
        let length = u64::try_from(row.progress.refused_bytes).unwrap_or_default();
        let refused = RefusedList::open(&self.files.refused(id), length).map_err(storage)?;
        Ok(Run {
            shared: self,
            id,
            size: row.size,
            dry_run: row.dry_run,
            reading,
            refused,
            store: Store::new(&self.db, Arc::clone(&self.clock), Arc::clone(&self.ids))
                .overriding(row.overrides),
            progress: row.progress,
            started: (Instant::now(), row.progress.lines),
        })
    }

    /// Whether reading is to end though no step has come to its end.
    fn halted(&self, id: i64) -> impl Fn() -> bool + Send + 'static {
        let (db, stopping) = (self.db.clone(), Arc::clone(&self.stopping));
        move || {
            if stopping.load(Ordering::Acquire) {
                return true;
            }
            let goes_on =
                db.read_fresh_now::<_, DbError, _>(|conn| Ok(queries::goes_on(conn, id)?));
            !goes_on.unwrap_or(true)
        }
    }
}

/// An import that is being run.
struct Run<'a> {
    shared: &'a Shared,
    id: i64,
    size: i64,
    dry_run: bool,
    reading: Reading,
    refused: RefusedList,
    store: Store,
    progress: Progress,
    /// When this run began, and at which line.
    started: (Instant, i64),
}

impl Run<'_> {
    /// Writes a step, and says for how long others had to wait; nothing when it was the last one.
    fn take(
        &mut self,
        step: &Step,
        rest: &mut dyn FnMut(Duration),
    ) -> Result<Option<Duration>, Problem> {
        let list = self.refused.add(&step.refused).map_err(storage)?;
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.progress = Progress {
            lines: count(step.lines),
            read_bytes: count(step.bytes).min(self.size),
            refused: self.progress.refused + count(step.refused.len().try_into().unwrap_or(0)),
            refused_bytes: count(list),
            rate: self.rate(count(step.lines)),
            ..self.progress
        };
        let mut attempts = 1;
        loop {
            match self.write(step) {
                Ok(took) => return Ok(took),
                Err(error) if attempts >= ATTEMPTS => {
                    let cause = format!("{:#}", anyhow::Error::from(error));
                    tracing::error!(import = self.id, cause, "an import cannot go on");
                    return Err(Problem::Database);
                }
                Err(_) => {
                    attempts += 1;
                    rest(REST_BEFORE_ATTEMPT);
                }
            }
        }
    }

    fn write(&mut self, step: &Step) -> Result<Option<Duration>, DbError> {
        let (id, now, progress) = (self.id, self.shared.now(), self.progress);
        let ((progress, goes_on), took) = if self.dry_run {
            let began = Instant::now();
            let progress = progress.with(self.store.compare(&step.records)?);
            let took = began.elapsed();
            let goes_on = self
                .shared
                .db
                .execute_last(|conn| queries::step(conn, id, &progress, now))?;
            ((progress, goes_on), took)
        } else {
            self.store.write_gently(&step.records, |conn, tally| {
                let progress = progress.with(tally);
                Ok((progress, queries::step(conn, id, &progress, now)?))
            })?
        };
        self.progress = progress;
        Ok(goes_on.then_some(took))
    }

    /// Lines a second of this run, up to a line.
    fn rate(&self, line: i64) -> i64 {
        let (began, first) = self.started;
        let millis = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
        (line - first).saturating_mul(1_000) / millis.max(1)
    }

    /// Why reading has ended before the end.
    fn broken_off(&self, error: &ReadError) -> Ending {
        if self.shared.is_stopping() {
            return Ending::Failed(Problem::Interrupted);
        }
        if (self.shared.halted(self.id))() {
            return Ending::Cancelled;
        }
        tracing::warn!(import = self.id, %error, "an uploaded file cannot be read to its end");
        Ending::Failed(Problem::Damaged)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn storage(error: std::io::Error) -> Problem {
    tracing::error!(%error, "the list of refused lines cannot be written");
    Problem::Storage
}
