//! Runs jobs: those of a command, or all that wait.

use std::process::ExitCode;

use anyhow::Context as _;
use yingku_access::audit::Actor;
use yingku_catalogue::jobs::film_job::{Film, FilmJob, FilmOutcome};
use yingku_catalogue::jobs::film_queue;
use yingku_db::Db;
use yingku_film::{Stop, Tools};
use yingku_platform::config::Config;

use super::job::Heartbeat;
use super::reason::{is_stopped, reason};
use super::stream::add_film;
use crate::commands::actor;
use crate::commands::attempts::retrying;
use crate::commands::user::api;

/// Jobs of dead processes that are ended at once.
const MAX_DEAD: i64 = 100;

/// What becomes of a job when the command is stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AtStop {
    /// It is cancelled, with those that wait behind it.
    Cancel,
    /// It waits for the next run.
    Wait,
}

/// What runs jobs.
pub(super) struct Queue<'a> {
    pub(super) config: &'a Config,
    pub(super) db: &'a Db,
    pub(super) tools: &'a Tools,
    pub(super) stop: &'a Stop,
    pub(super) at_stop: AtStop,
}

impl Queue<'_> {
    /// Adds films, one after another. One that fails does not stop the others.
    pub(super) fn add(&self, films: &[Film]) -> anyhow::Result<ExitCode> {
        let actor = actor();
        self.end_dead(&actor)?;
        let jobs = self
            .db
            .execute_now(|conn| film_queue::enqueue(conn, &actor, films))?;
        if let [job] = jobs.as_slice() {
            self.run(*job)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut failed = 0;
        for (at, job) in jobs.iter().enumerate() {
            if let Err(error) = self.stop.check() {
                self.cancel(jobs.get(at..).unwrap_or_default())?;
                return Err(error.into());
            }
            if let Err(error) = self.run(*job) {
                failed += 1;
                eprintln!("{error:#}");
            }
        }
        Ok(summary(films.len(), failed))
    }

    /// Runs the jobs that wait, one after another.
    pub(super) fn run_waiting(&self) -> anyhow::Result<ExitCode> {
        self.end_dead(&actor())?;
        let (mut all, mut failed) = (0, 0);
        while let Some(job) = self.next()? {
            self.stop.check()?;
            all += 1;
            if let Err(error) = self.run(job) {
                failed += 1;
                eprintln!("{error:#}");
            }
        }
        Ok(summary(all, failed))
    }

    /// The job that has waited longest.
    pub(super) fn next(&self) -> anyhow::Result<Option<i64>> {
        Ok(self.db.execute_now(film_queue::next)?)
    }

    pub(super) fn end_dead(&self, actor: &Actor) -> anyhow::Result<()> {
        let ended = self
            .db
            .write_now(|conn| film_queue::end_dead(self.db, conn, actor, MAX_DEAD));
        api(ended).map(|_| ())
    }

    fn cancel(&self, jobs: &[i64]) -> anyhow::Result<()> {
        let now = actor().now;
        for job in jobs {
            self.db
                .execute_now(|conn| film_queue::cancel_waiting(conn, *job, now))?;
        }
        Ok(())
    }

    /// Runs one job to its end. An error names its file.
    pub(super) fn run(&self, job: i64) -> anyhow::Result<()> {
        let actor = actor();
        let claimed = self
            .db
            .execute_now(|conn| film_queue::claim(conn, &actor, job))?;
        let job = claimed.with_context(|| format!("任务 {job}：另一个进程正在处理，或已取消"))?;
        let heartbeat = Heartbeat::start(self.db, actor.clone(), job, self.stop);
        let result = add_film(self, &heartbeat);
        let outcome = match &result {
            Ok(()) => FilmOutcome::Done,
            Err(error) if is_stopped(error) => self.stopped(&heartbeat),
            Err(error) => FilmOutcome::Failed(reason(error)),
        };
        let job = heartbeat.job.clone();
        drop(heartbeat);
        self.finish(&actor, &job, &outcome)?;
        result.context(job.film.path)
    }

    fn stopped(&self, heartbeat: &Heartbeat) -> FilmOutcome {
        match self.at_stop {
            _ if heartbeat.is_cancelled() => FilmOutcome::Cancelled(""),
            AtStop::Cancel => FilmOutcome::Cancelled("命令被中断"),
            AtStop::Wait => FilmOutcome::Waiting,
        }
    }

    fn finish(&self, actor: &Actor, job: &FilmJob, outcome: &FilmOutcome) -> anyhow::Result<()> {
        let now = actor.with_current_time().now;
        retrying(|| {
            self.db
                .execute_now(|conn| film_queue::finish(conn, job, outcome, now))
        })
    }
}

fn summary(all: usize, failed: usize) -> ExitCode {
    say!("{} of {all} films added", all - failed);
    match failed {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
