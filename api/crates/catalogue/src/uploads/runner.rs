//! The import thread. Only one file is imported at a time across all instances.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use diesel::result::{DatabaseErrorKind, Error};
use parking_lot::Mutex;
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_base::workers::{Delay, Worker};
use yingku_db::{Db, DbError};
use yingku_platform::config::Config;

use super::files::Files;
use super::model::ImportRow;
use super::run::{ATTEMPTS, RETRY_DELAY};
use super::shared::Shared;
use super::states::STALE_AFTER;
use super::{command, queries};

/// Polling interval of the queue.
const INTERVAL: Duration = Duration::from_secs(2);
/// Polls between two deletions of old files: half an hour.
const SWEEP_INTERVAL: u32 = 900;
/// Retention of files after the last change, seconds.
const UPLOAD_RETENTION: i64 = 7 * 86_400;
/// The same for incomplete uploads.
const INCOMPLETE_RETENTION: i64 = 2 * 86_400;
/// Nice value of the thread, at most 19.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 15;

/// The imports of the service. Dropping this stops the thread after the current batch.
pub struct Uploads {
    shared: Arc<Shared>,
    worker: Worker,
}

/// A lock on writing parts of an import, until this is dropped.
pub struct Writing<'a> {
    uploads: &'a Uploads,
    import: i64,
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.uploads.shared.writing.lock().remove(&self.import);
    }
}

impl Uploads {
    /// Starts the thread.
    pub fn start(
        config: &Config,
        db: &Db,
        ids: &Arc<Ids>,
        clock: &Arc<dyn Clock>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            db: db.clone(),
            clock: Arc::clone(clock),
            ids: Arc::clone(ids),
            files: Files::open(&config.uploads.dir)?,
            media: config.media.clone(),
            streams: config.streams.clone(),
            s3: config.s3.clone(),
            node: i16::try_from(config.service.node_id).unwrap_or(i16::MAX),
            stopping: Arc::default(),
            writing: Mutex::default(),
        });
        let of_thread = Arc::clone(&shared);
        let mut polls = 0_u32;
        let worker = Worker::start("import", move || {
            if polls == 0 {
                lower_priority();
                of_thread.interrupt(Some(of_thread.node));
            }
            if polls.is_multiple_of(SWEEP_INTERVAL) {
                of_thread.sweep();
            }
            polls = polls.wrapping_add(1);
            while let Some(row) = of_thread.next() {
                of_thread.run(&row, &mut std::thread::sleep);
            }
            Delay::idle(INTERVAL)
        })?;
        Ok(Self { shared, worker })
    }

    /// The folder of uploaded files.
    pub fn files(&self) -> &Files {
        &self.shared.files
    }

    /// Locks writing parts of an import; `None` if it is locked.
    pub fn writing(&self, import: i64) -> Option<Writing<'_>> {
        let free = self.shared.writing.lock().insert(import);
        free.then_some(Writing {
            uploads: self,
            import,
        })
    }

    /// Polls the queue now.
    pub fn wake(&self) {
        self.worker.wake();
    }

    /// Waits until the queue is empty.
    pub fn finish_queue(&self) {
        self.worker.finish();
    }

    /// Runs a claimed import on this thread; `sleep` is called between batches.
    pub fn run(&self, row: &ImportRow, sleep: &mut dyn FnMut(Duration)) {
        self.shared.run(row, sleep);
    }
}

impl Drop for Uploads {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::Release);
        self.worker.stop();
    }
}

/// Lowers the priority of this thread. Only Linux has per-thread priorities.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::debug!(event = "import_priority_unchanged", %error, "failed to lower the priority of imports");
    }
}

impl Shared {
    /// The next import, claimed for this instance.
    fn next(&self) -> Option<ImportRow> {
        if self.is_stopping() {
            return None;
        }
        let waiting = self
            .db
            .read_fresh_now::<_, DbError, _>(|conn| Ok(queries::unfinished(conn)? > 0));
        if !logged(waiting, "failed to read the queue of imports")? {
            return None;
        }
        self.interrupt(None);
        let (node, now) = (self.node, self.now());
        let claimed = self.db.execute_now(|conn| queries::claim(conn, node, now));
        match claimed {
            Err(DbError::Query(error)) if is_taken(&error) => None,
            claimed => logged(claimed, "failed to claim an import")?,
        }
    }

    /// Ends the import of an instance that has stopped.
    fn interrupt(&self, node: Option<i16>) {
        let (actor, since) = (self.actor(), self.now() - STALE_AFTER);
        let interrupted = self
            .db
            .execute_now(|conn| queries::interrupt(conn, &actor, node, since));
        logged(interrupted, "failed to end an interrupted import");
    }

    /// Removes old files, and ends imports by the command line that were killed.
    fn sweep(&self) {
        let now = self.now();
        let forgotten = self.db.execute_now(|conn| {
            command::end_killed(conn, now - STALE_AFTER)?;
            let ids = queries::expired(conn, now - UPLOAD_RETENTION, now - INCOMPLETE_RETENTION)?;
            for id in &ids {
                queries::discard_file(conn, *id, now)?;
            }
            Ok(ids)
        });
        for id in logged(forgotten, "failed to delete old imports").unwrap_or_default() {
            self.files.remove(id);
        }
    }

    fn run(&self, row: &ImportRow, sleep: &mut dyn FnMut(Duration)) {
        let outcome = self.import(row, sleep);
        let actor = self.actor();
        for _ in 0..ATTEMPTS {
            let finished = self
                .db
                .execute_now(|conn| queries::finish(conn, &actor, row.id, outcome));
            if logged(finished, "failed to end an import").is_some() {
                return;
            }
            sleep(RETRY_DELAY);
        }
    }
}

fn logged<T>(result: Result<T, DbError>, text: &'static str) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            let cause = format!("{:#}", anyhow::Error::from(error));
            tracing::warn!(event = "import_runner_failed", cause, "{text}");
            None
        }
    }
}

/// Whether an error means that another instance claimed an import first.
fn is_taken(error: &Error) -> bool {
    matches!(
        error,
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)
    )
}
