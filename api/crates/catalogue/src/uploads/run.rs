//! Runs one import.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use yingku_base::workers::adaptive_batch::{AdaptiveBatch, BatchLimits};
use yingku_db::DbError;
use yingku_formats::Error;

use super::model::{ImportRow, Progress};
use super::opening::{Folder, Opening, ReadOptions, open};
use super::queries;
use super::reading::{Reading, Step};
use super::rejected_lines::RejectedLines;
use super::shared::Shared;
use super::states::{ImportOutcome, ImportUndo, Problem};
use crate::import::field_changes::ChangeTotals;
use crate::import::reader::ReadError;
use crate::import::site_rules::SiteRules;
use crate::import::store::Store;
use crate::sources::{InputError, PictureStore, Which};

/// Maximum attempts of a write, and the pause between them.
pub(super) const ATTEMPTS: u32 = 10;
pub(super) const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Small batches and long pauses, to not slow down visitors.
fn batch_limits() -> BatchLimits {
    BatchLimits {
        target_duration: Duration::from_millis(8),
        items: 10..=1_000,
        pause_factor: 5,
        rest: Duration::from_millis(10)..=Duration::from_secs(1),
    }
}

impl Shared {
    /// Imports the file to its end, or until it has to stop.
    pub(super) fn import(&self, row: &ImportRow, sleep: &mut dyn FnMut(Duration)) -> ImportOutcome {
        let mut run = match self.open(row) {
            Ok(run) => run,
            Err(problem) => return ImportOutcome::Failed(problem),
        };
        let mut batching = AdaptiveBatch::new(batch_limits());
        loop {
            let step = run.reading.step(batching.items());
            let records = step.records.len();
            let took = match run.import_step(&step, sleep) {
                Ok(Some(took)) => took,
                Ok(None) => return ImportOutcome::Cancelled,
                Err(problem) => return ImportOutcome::Failed(problem),
            };
            let pause = batching.took(records, took);
            match step.end {
                Some(Ok(())) => return ImportOutcome::Done,
                Some(Err(error)) => return run.read_failed(&error),
                None if self.is_stopping() => return ImportOutcome::Failed(Problem::Interrupted),
                None => sleep(pause),
            }
        }
    }

    fn open(&self, row: &ImportRow) -> Result<Run<'_>, Problem> {
        let id = row.id;
        let done = u64::try_from(row.progress.lines).unwrap_or_default();
        let path = self.files.file(id);
        let rules = SiteRules::new(self.now(), &self.media, &self.streams);
        let opening = Opening {
            path: &path,
            name: &row.name,
            options: ReadOptions::stored(&row.options)
                .options(false)
                .map_err(|_| Problem::Format)?,
            folder: self.files.folder(id),
            is_preview: false,
        };
        let pictures = || PictureStore::open(&self.media, &self.s3, Which::All, row.dry_run);
        let opened = open(&opening, pictures, self.stop_requested(id));
        let opened = opened.map_err(|error| problem_of(id, &error))?;
        let size = u64::try_from(row.size).unwrap_or_default();
        let reading = Reading::new(opened.input, size, done, rules);
        let length = u64::try_from(row.progress.refused_bytes).unwrap_or_default();
        let rejected =
            RejectedLines::open(&self.files.rejected_lines(id), length).map_err(storage)?;
        Ok(Run {
            shared: self,
            id,
            size: row.size,
            dry_run: row.dry_run,
            undo: row.undo,
            reading,
            _folder: opened.folder,
            rejected,
            store: Store::new(&self.db, Arc::clone(&self.clock), Arc::clone(&self.ids))
                .with_overrides(row.overrides)
                .for_import(id),
            progress: row.progress,
            changes: ChangeTotals::stored(&row.changes),
            started: (Instant::now(), row.progress.lines),
        })
    }

    /// Whether to stop reading in the middle of a batch.
    fn stop_requested(&self, id: i64) -> impl Fn() -> bool + Send + 'static {
        let (db, stopping) = (self.db.clone(), Arc::clone(&self.stopping));
        move || {
            if stopping.load(Ordering::Acquire) {
                return true;
            }
            let is_active =
                db.read_fresh_now::<_, DbError, _>(|conn| Ok(queries::is_active(conn, id)?));
            !is_active.unwrap_or(true)
        }
    }
}

/// A running import.
struct Run<'a> {
    shared: &'a Shared,
    id: i64,
    size: i64,
    dry_run: bool,
    undo: ImportUndo,
    reading: Reading,
    /// What is read from, if the file has a folder in it. It is removed with this.
    _folder: Option<Folder>,
    rejected: RejectedLines,
    store: Store,
    progress: Progress,
    /// Of a dry run.
    changes: ChangeTotals,
    /// Time and line of the start of this run.
    started: (Instant, i64),
}

impl Run<'_> {
    /// Writes a batch, with retries, and returns how long the transaction took; `None` if the import was cancelled.
    fn import_step(
        &mut self,
        step: &Step,
        sleep: &mut dyn FnMut(Duration),
    ) -> Result<Option<Duration>, Problem> {
        let list = self.rejected.add(&step.listed).map_err(storage)?;
        let rejected = step.listed.iter().filter(|line| line.is_rejected).count();
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.progress = Progress {
            lines: count(step.lines),
            read_bytes: count(step.bytes).min(self.size),
            refused: self.progress.refused + count(rejected.try_into().unwrap_or(0)),
            warnings: self.progress.warnings
                + count((step.listed.len() - rejected).try_into().unwrap_or(0)),
            refused_bytes: count(list),
            rate: self.rate(count(step.lines)),
            ..self.progress
        };
        let mut attempts = 1;
        loop {
            match self.write(step) {
                Ok(took) => return Ok(took),
                // It has ended meanwhile.
                Err(DbError::Query(diesel::result::Error::NotFound)) => return Ok(None),
                Err(error) if attempts >= ATTEMPTS => {
                    let cause = format!("{:#}", anyhow::Error::from(error));
                    tracing::error!(
                        event = "import_failed",
                        import = self.id,
                        cause,
                        "import failed"
                    );
                    return Err(Problem::Database);
                }
                Err(_) => {
                    attempts += 1;
                    sleep(RETRY_DELAY);
                }
            }
        }
    }

    fn write(&mut self, step: &Step) -> Result<Option<Duration>, DbError> {
        let (id, now, progress) = (self.id, self.shared.now(), self.progress);
        let undo = match self.dry_run {
            true => self.undo,
            false => ImportUndo::Open,
        };
        let ((progress, is_active), took) = if self.dry_run {
            let began = Instant::now();
            let (summary, works) = self.store.compare(&step.records)?;
            let (progress, mut changes) = (progress.with(summary), self.changes.clone());
            works.iter().for_each(|work| changes.add(work));
            let took = began.elapsed();
            let stored = (&progress, undo, &*changes.to_text());
            let is_active = self
                .shared
                .db
                .execute_when_idle(|conn| queries::step(conn, id, stored, now))?;
            self.changes = changes;
            ((progress, is_active), took)
        } else {
            self.store
                .write_low_priority(&step.records, |conn, summary| {
                    let progress = progress.with(summary);
                    let stored = (&progress, undo, "");
                    Ok((progress, queries::step(conn, id, stored, now)?))
                })?
        };
        self.progress = progress;
        Ok(is_active.then_some(took))
    }

    /// Lines per second of this run.
    fn rate(&self, line: i64) -> i64 {
        let (began, first) = self.started;
        let millis = i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX);
        (line - first).saturating_mul(1_000) / millis.max(1)
    }

    /// The outcome after a read error.
    fn read_failed(&self, error: &InputError) -> ImportOutcome {
        if self.shared.is_stopping() {
            return ImportOutcome::Failed(Problem::Interrupted);
        }
        if (self.shared.stop_requested(self.id))() {
            return ImportOutcome::Cancelled;
        }
        ImportOutcome::Failed(problem_of(self.id, error))
    }
}

/// Why a file cannot be read.
fn problem_of(id: i64, error: &InputError) -> Problem {
    let problem = match error {
        InputError::Lines(ReadError::Format)
        | InputError::Other(
            Error::Header(_) | Error::MissingColumns(_) | Error::Channel | Error::Mapping(_),
        ) => return Problem::Format,
        InputError::Lines(ReadError::Open { source, .. })
            if source.kind() == std::io::ErrorKind::NotFound =>
        {
            return Problem::Missing;
        }
        InputError::Pictures(_) => Problem::Storage,
        InputError::Lines(_) | InputError::Other(_) => Problem::Damaged,
    };
    tracing::warn!(event = "upload_read_failed", import = id, %error, "failed to read an uploaded file to its end");
    problem
}

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn storage(error: std::io::Error) -> Problem {
    tracing::error!(event = "import_report_failed", %error, "failed to write the list of rejected lines");
    Problem::Storage
}
