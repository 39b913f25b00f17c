//! Queries of films' jobs. Each change of state is one conditional update, so only one of two concurrent changes wins. The
//! process that runs a job says so every few seconds; if it does not, it has died.

use diesel::prelude::*;
use yingku_access::audit::Actor;
use yingku_db::schema::film_jobs;
use yingku_db::{Conn, Db};
use yingku_http_kit::error::ApiError;

use super::film_job::{Film, FilmJob, FilmOutcome};
use super::model::FilmTarget;
use super::states::JobState;
use crate::kinds::Channel;
use crate::works::admin::online;

/// A running job whose process has said nothing for this long is dead, seconds.
pub const STALE_AFTER: i64 = 60;
/// From this progress on the film may be in its place, so that its work is not put back.
pub const PUBLISHING: i16 = 99;
const DEAD: &str = "处理它的进程中断了";

/// Queues films and returns the ids of their jobs. A file that waits, failed or was cancelled keeps its job.
pub fn enqueue(conn: &mut Conn, actor: &Actor, films: &[Film]) -> QueryResult<Vec<i64>> {
    films
        .iter()
        .map(|film| enqueue_one(conn, actor, film))
        .collect()
}

fn enqueue_one(conn: &mut Conn, actor: &Actor, film: &Film) -> QueryResult<i64> {
    let open = [JobState::Waiting, JobState::Failed, JobState::Cancelled];
    let known: Option<i64> = film_jobs::table
        .select(film_jobs::id)
        .filter(film_jobs::path.eq(&film.path))
        .filter(film_jobs::state.eq_any(open))
        .order(film_jobs::id.desc())
        .first(conn)
        .optional()?;
    if let Some(id) = known {
        let queued = diesel::update(film_jobs::table.find(id))
            .filter(film_jobs::state.eq_any(open))
            .set((
                film,
                film_jobs::work_id.eq(None::<i64>),
                film_jobs::operator.eq(actor.name()),
            ))
            .execute(conn)?;
        if queued == 1 && wait(conn, id, &open, actor.now)? {
            return Ok(id);
        }
    }
    let job = FilmJob::new(actor, film.clone());
    diesel::insert_into(film_jobs::table)
        .values(&job)
        .execute(conn)?;
    Ok(job.id)
}

/// Queues a job that has failed or was cancelled, for the work that is named, if one is; returns whether it was one. What
/// may be replaced of one work says nothing of another.
pub fn again(conn: &mut Conn, id: i64, target: &FilmTarget, now: i64) -> QueryResult<bool> {
    if !wait(conn, id, &[JobState::Failed, JobState::Cancelled], now)? {
        return Ok(false);
    }
    if !target.number.is_empty() {
        diesel::update(film_jobs::table.find(id))
            .set((
                film_jobs::number.eq(&target.number),
                film_jobs::channel.eq(None::<Channel>),
                film_jobs::work_id.eq(None::<i64>),
                film_jobs::replaces.eq(target.replaces),
            ))
            .execute(conn)?;
    } else if target.replaces {
        diesel::update(film_jobs::table.find(id))
            .set(film_jobs::replaces.eq(true))
            .execute(conn)?;
    }
    Ok(true)
}

fn wait(conn: &mut Conn, id: i64, from: &[JobState], now: i64) -> QueryResult<bool> {
    diesel::update(film_jobs::table.find(id))
        .filter(film_jobs::state.eq_any(from))
        .set((
            film_jobs::state.eq(JobState::Waiting),
            film_jobs::problem.eq(""),
            film_jobs::cancelling.eq(false),
            film_jobs::progress.eq(0),
            film_jobs::beat_at.eq(now),
            film_jobs::started_at.eq(None::<i64>),
            film_jobs::finished_at.eq(None::<i64>),
        ))
        .execute(conn)
        .map(|count| count == 1)
}

/// Cancels a job that waits; returns whether it was one.
pub fn cancel_waiting(conn: &mut Conn, id: i64, now: i64) -> QueryResult<bool> {
    diesel::update(film_jobs::table.find(id))
        .filter(film_jobs::state.eq(JobState::Waiting))
        .set((
            film_jobs::state.eq(JobState::Cancelled),
            film_jobs::finished_at.eq(now),
        ))
        .execute(conn)
        .map(|count| count == 1)
}

/// Cancels a job, now or as soon as its run hears of it; returns whether that changes anything.
pub fn cancel(conn: &mut Conn, id: i64, now: i64) -> QueryResult<bool> {
    if cancel_waiting(conn, id, now)? {
        return Ok(true);
    }
    diesel::update(film_jobs::table.find(id))
        .filter(film_jobs::state.eq(JobState::Running))
        .filter(film_jobs::cancelling.eq(false))
        .set(film_jobs::cancelling.eq(true))
        .execute(conn)
        .map(|count| count == 1)
}

/// Deletes an ended job; returns whether it was one.
pub fn delete(conn: &mut Conn, id: i64) -> QueryResult<bool> {
    let ended = [JobState::Done, JobState::Failed, JobState::Cancelled];
    diesel::delete(film_jobs::table.find(id))
        .filter(film_jobs::state.eq_any(ended))
        .execute(conn)
        .map(|count| count == 1)
}

/// A job.
pub fn find(conn: &mut Conn, id: i64) -> QueryResult<Option<FilmJob>> {
    film_jobs::table
        .find(id)
        .select(FilmJob::as_select())
        .first(conn)
        .optional()
}

/// The last job of a file.
pub fn last_of(conn: &mut Conn, path: &str) -> QueryResult<Option<FilmJob>> {
    film_jobs::table
        .filter(film_jobs::path.eq(path))
        .order(film_jobs::id.desc())
        .select(FilmJob::as_select())
        .first(conn)
        .optional()
}

/// Records where the file of a job has been moved.
pub fn set_path(conn: &mut Conn, id: i64, path: &str) -> QueryResult<()> {
    diesel::update(film_jobs::table.find(id))
        .set(film_jobs::path.eq(path))
        .execute(conn)
        .map(|_| ())
}

/// Whether a job failed because its process died.
pub fn is_dead(job: &FilmJob) -> bool {
    job.state == JobState::Failed && job.problem == DEAD
}

/// The job that has waited longest.
pub fn next(conn: &mut Conn) -> QueryResult<Option<i64>> {
    film_jobs::table
        .select(film_jobs::id)
        .filter(film_jobs::state.eq(JobState::Waiting))
        .order(film_jobs::id)
        .first(conn)
        .optional()
}

/// Claims a job for a run; `None` if it does not wait any more.
pub fn claim(conn: &mut Conn, actor: &Actor, id: i64) -> QueryResult<Option<FilmJob>> {
    let claimed = diesel::update(film_jobs::table.find(id))
        .filter(film_jobs::state.eq(JobState::Waiting))
        .set((
            film_jobs::state.eq(JobState::Running),
            film_jobs::run.eq(actor.next_id()),
            film_jobs::beat_at.eq(actor.now),
            film_jobs::started_at.eq(actor.now),
            film_jobs::online_before.eq(None::<i16>),
        ))
        .execute(conn)?;
    match claimed {
        0 => Ok(None),
        _ => film_jobs::table
            .find(id)
            .select(FilmJob::as_select())
            .first(conn)
            .map(Some),
    }
}

/// Says that the run is alive; returns whether it is to continue.
pub fn beat(conn: &mut Conn, job: &FilmJob, progress: i16, now: i64) -> QueryResult<bool> {
    let alive = diesel::update(film_jobs::table.find(job.id))
        .filter(film_jobs::run.eq(job.run))
        .filter(film_jobs::state.eq(JobState::Running))
        .set((film_jobs::progress.eq(progress), film_jobs::beat_at.eq(now)))
        .execute(conn)?;
    let cancelling: bool = film_jobs::table
        .find(job.id)
        .select(film_jobs::cancelling)
        .first(conn)?;
    Ok(alive == 1 && !cancelling)
}

/// Records the work of a job. The caller holds the place of its film, so that other runs for it are dead.
pub fn set_work(conn: &mut Conn, job: &FilmJob, work: (i64, &str), now: i64) -> QueryResult<()> {
    diesel::update(film_jobs::table)
        .filter(film_jobs::state.eq(JobState::Running))
        .filter(film_jobs::work_id.eq(work.0))
        .filter(film_jobs::id.ne(job.id))
        .set((
            film_jobs::state.eq(JobState::Failed),
            film_jobs::problem.eq(DEAD),
            film_jobs::finished_at.eq(now),
        ))
        .execute(conn)?;
    diesel::update(film_jobs::table.find(job.id))
        .set((film_jobs::work_id.eq(work.0), film_jobs::number.eq(work.1)))
        .execute(conn)
        .map(|_| ())
}

/// Records what the work of a job said before it was transcoded.
pub fn set_before(conn: &mut Conn, job: i64, state: i16, was_curated: bool) -> QueryResult<()> {
    diesel::update(film_jobs::table.find(job))
        .set((
            film_jobs::online_before.eq(state),
            film_jobs::was_curated.eq(was_curated),
        ))
        .execute(conn)
        .map(|_| ())
}

/// Ends a run; does nothing if it has ended already, or another one has the job.
pub fn finish(conn: &mut Conn, job: &FilmJob, outcome: &FilmOutcome, now: i64) -> QueryResult<()> {
    let state = outcome.state();
    let ended = diesel::update(film_jobs::table.find(job.id))
        .filter(film_jobs::run.eq(job.run))
        .filter(film_jobs::state.eq(JobState::Running))
        .set((
            film_jobs::state.eq(state),
            film_jobs::problem.eq(outcome.problem()),
            film_jobs::cancelling.eq(false),
            film_jobs::finished_at.eq((state != JobState::Waiting).then_some(now)),
        ))
        .execute(conn)?;
    if ended == 1 && state == JobState::Done {
        diesel::update(film_jobs::table.find(job.id))
            .set(film_jobs::progress.eq(100))
            .execute(conn)?;
    }
    Ok(())
}

/// Ends the jobs of dead processes, at most `limit`, and puts their works back; returns their number.
///
/// # Errors
/// Those of an edit.
pub fn end_dead(db: &Db, conn: &mut Conn, actor: &Actor, limit: i64) -> Result<usize, ApiError> {
    let stale = film_jobs::beat_at.lt(actor.now - STALE_AFTER);
    let dead: Vec<FilmJob> = film_jobs::table
        .filter(film_jobs::state.eq(JobState::Running))
        .filter(stale)
        .limit(limit)
        .select(FilmJob::as_select())
        .load(conn)?;
    for job in &dead {
        let outcome = match job.cancelling {
            true => FilmOutcome::Cancelled(DEAD),
            false => FilmOutcome::Failed(DEAD.to_owned()),
        };
        let ended = diesel::update(film_jobs::table.find(job.id))
            .filter(film_jobs::state.eq(JobState::Running))
            .filter(stale)
            .set((
                film_jobs::state.eq(outcome.state()),
                film_jobs::problem.eq(outcome.problem()),
                film_jobs::cancelling.eq(false),
                film_jobs::finished_at.eq(actor.now),
            ))
            .execute(conn)?;
        let before = job.online_before.filter(|_| job.progress < PUBLISHING);
        if let (1, Some(work), Some(before)) = (ended, job.work_id, before) {
            online::put_back(db, conn, actor, work, (before, job.was_curated))?;
        }
    }
    Ok(dead.len())
}
