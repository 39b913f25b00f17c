//! A thread that says every few seconds that a job is being worked on, and hears whether an operator has cancelled it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI16, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use yingku_access::audit::Actor;
use yingku_catalogue::jobs::film_job::FilmJob;
use yingku_catalogue::jobs::film_queue;
use yingku_db::Db;
use yingku_film::Stop;

/// Pause between two beats.
const INTERVAL: Duration = Duration::from_secs(2);

/// The beat of one job, until it is dropped.
pub(super) struct Heartbeat {
    db: Db,
    actor: Actor,
    pub(super) job: FilmJob,
    /// Stops the work on this job.
    pub(super) stop: Stop,
    progress: Arc<AtomicI16>,
    is_cancelled: Arc<AtomicBool>,
    ended: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Heartbeat {
    pub(super) fn start(db: &Db, actor: Actor, job: FilmJob, all: &Stop) -> Self {
        let (ended, ending) = channel();
        let mut heartbeat = Self {
            db: db.clone(),
            actor,
            job,
            stop: all.of_one(),
            progress: Arc::default(),
            is_cancelled: Arc::default(),
            ended: Some(ended),
            thread: None,
        };
        let (db, actor, job) = (db.clone(), heartbeat.actor.clone(), heartbeat.job.clone());
        let (stop, progress) = (heartbeat.stop.clone(), Arc::clone(&heartbeat.progress));
        let is_cancelled = Arc::clone(&heartbeat.is_cancelled);
        heartbeat.thread = Some(thread::spawn(move || {
            while ending.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                let now = actor.with_current_time().now;
                let percent = progress.load(Ordering::Relaxed);
                let beat = db.execute_now(|conn| film_queue::beat(conn, &job, percent, now));
                // While the database is away, the work goes on.
                if matches!(beat, Ok(false)) {
                    is_cancelled.store(true, Ordering::Relaxed);
                    stop.now();
                }
            }
        }));
        heartbeat
    }

    /// Reports the progress, which the next beat writes.
    pub(super) fn at(&self, percent: i16) {
        self.progress.store(percent, Ordering::Relaxed);
    }

    /// Writes that the film goes to its place: what is found there afterwards is whole.
    ///
    /// # Errors
    /// The database cannot be written, or the job has been cancelled.
    pub(super) fn publishing(&self) -> anyhow::Result<()> {
        self.at(film_queue::PUBLISHING);
        let now = self.actor.with_current_time().now;
        let goes_on = self
            .db
            .execute_now(|conn| film_queue::beat(conn, &self.job, film_queue::PUBLISHING, now))?;
        if !goes_on {
            self.is_cancelled.store(true, Ordering::Relaxed);
            self.stop.now();
        }
        Ok(self.stop.check()?)
    }

    /// Whether an operator has cancelled it.
    pub(super) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }
}

impl Drop for Heartbeat {
    fn drop(&mut self) {
        drop(self.ended.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
