//! Queries of the console's list of jobs. Ids grow with time, so the newest of both tables are merged by their ids.

use diesel::dsl::not;
use diesel::prelude::*;
use serde_json::json;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::page::Page;
use yingku_db::schema::{film_jobs, imports};
use yingku_db::{Conn, count_up_to_max};

use super::film_job::FilmJob;
use super::film_queue;
use super::model::{Job, JobKind, JobStep, is_deletable};
use super::states::JobState;
use crate::uploads::model::ImportRow;
use crate::uploads::states::{ImportState, ImportUndo, STALE_AFTER};

/// Imports in the given state, or all.
macro_rules! imports_in {
    ($state:expr, $now:expr) => {{
        let is_command = || {
            imports::kept
                .eq(false)
                .and(imports::finished_at.is_null())
                .and(imports::beat_at.ge($now - STALE_AFTER))
        };
        let failed = || imports::state.eq(ImportState::Failed);
        let mut wanted = imports::table.into_boxed();
        match $state {
            None => {}
            Some(JobState::Waiting) => {
                let states = [ImportState::Receiving, ImportState::Queued];
                wanted = wanted.filter(imports::state.eq_any(states));
            }
            Some(JobState::Running) => {
                let runs = imports::state.eq(ImportState::Running);
                wanted = wanted.filter(runs.or(failed().and(is_command())));
            }
            Some(JobState::Failed) => wanted = wanted.filter(failed().and(not(is_command()))),
            Some(JobState::Done) => wanted = wanted.filter(imports::state.eq(ImportState::Done)),
            Some(JobState::Cancelled) => {
                wanted = wanted.filter(imports::state.eq(ImportState::Cancelled));
            }
        }
        wanted
    }};
}

/// Films' jobs in the given state, or all.
macro_rules! films_in {
    ($state:expr) => {{
        let mut wanted = film_jobs::table.into_boxed();
        if let Some(state) = $state {
            wanted = wanted.filter(film_jobs::state.eq(state));
        }
        wanted
    }};
}

/// One page of the jobs in the given state, or of all, the newest first, and the total.
pub fn page(
    conn: &mut Conn,
    state: Option<JobState>,
    page: Page,
    now: i64,
) -> QueryResult<(Vec<Job>, i64)> {
    let to = i64::from(page.offset()) + i64::from(page.limit());
    let newest_imports: Vec<i64> = imports_in!(state, now)
        .select(imports::id)
        .order(imports::id.desc())
        .limit(to)
        .load(conn)?;
    let newest_films: Vec<i64> = films_in!(state)
        .select(film_jobs::id)
        .order(film_jobs::id.desc())
        .limit(to)
        .load(conn)?;
    let imports = newest_imports.into_iter().map(|id| (id, JobKind::Import));
    let films = newest_films.into_iter().map(|id| (id, JobKind::Film));
    let mut newest: Vec<_> = imports.chain(films).collect();
    newest.sort_unstable_by_key(|(id, _)| std::cmp::Reverse(*id));
    let total = count_up_to_max!(conn, imports_in!(state, now), imports::id)?
        + count_up_to_max!(conn, films_in!(state), film_jobs::id)?;
    Ok((jobs(conn, &page.of(newest), now)?, total))
}

fn jobs(conn: &mut Conn, wanted: &[(i64, JobKind)], now: i64) -> QueryResult<Vec<Job>> {
    let ids = |kind| {
        let own = wanted.iter().filter(move |(_, own)| *own == kind);
        own.map(|(id, _)| *id).collect::<Vec<_>>()
    };
    let imports: Vec<ImportRow> = imports::table
        .filter(imports::id.eq_any(ids(JobKind::Import)))
        .select(ImportRow::as_select())
        .load(conn)?;
    let films = films(conn, &ids(JobKind::Film))?;
    let imports = imports.into_iter().map(|row| Job::of_import(row, now));
    let films = films.into_iter().map(Job::of_film);
    let mut jobs: Vec<Job> = imports.chain(films).collect();
    jobs.sort_unstable_by_key(|job| std::cmp::Reverse(job.id.0));
    Ok(jobs)
}

fn films(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<FilmJob>> {
    film_jobs::table
        .filter(film_jobs::id.eq_any(ids))
        .order(film_jobs::id)
        .select(FilmJob::as_select())
        .load(conn)
}

/// Changes those of the jobs for which the step fits and logs that; returns the imports that were deleted.
pub fn change(conn: &mut Conn, actor: &Actor, step: JobStep, ids: &[i64]) -> QueryResult<Vec<i64>> {
    for job in films(conn, ids)? {
        let has_changed = match step {
            JobStep::Cancel => film_queue::cancel(conn, job.id, actor.now)?,
            JobStep::Again => film_queue::again(conn, job.id, actor.now)?,
            JobStep::Delete => film_queue::delete(conn, job.id)?,
        };
        if has_changed {
            let target = (TargetKind::Film, job.id.to_string());
            record(
                conn,
                actor,
                (step, target),
                job.film.name(),
                job.state.as_str(),
            )?;
        }
    }
    match step {
        JobStep::Delete => delete_imports(conn, actor, ids),
        JobStep::Cancel | JobStep::Again => Ok(Vec::new()),
    }
}

fn delete_imports(conn: &mut Conn, actor: &Actor, ids: &[i64]) -> QueryResult<Vec<i64>> {
    let rows: Vec<ImportRow> = imports_in!(None::<JobState>, actor.now)
        .filter(imports::id.eq_any(ids))
        .order(imports::id)
        .select(ImportRow::as_select())
        .load(conn)?;
    let mut deleted = Vec::new();
    for row in rows.into_iter().filter(|row| is_deletable(row, actor.now)) {
        let ended = [
            ImportState::Done,
            ImportState::Cancelled,
            ImportState::Failed,
        ];
        let gone = diesel::delete(imports::table.find(row.id))
            .filter(imports::state.eq_any(ended))
            .filter(imports::undo.eq_any([ImportUndo::None, ImportUndo::Done]))
            .execute(conn)?;
        if gone == 1 {
            let target = (TargetKind::Import, row.id.to_string());
            record(
                conn,
                actor,
                (JobStep::Delete, target),
                &row.name,
                row.state.as_str(),
            )?;
            deleted.push(row.id);
        }
    }
    Ok(deleted)
}

fn record(
    conn: &mut Conn,
    actor: &Actor,
    (step, target): (JobStep, (TargetKind, String)),
    name: &str,
    state: &str,
) -> QueryResult<()> {
    let (action, after) = match step {
        JobStep::Cancel => (Action::JobCancel, json!({ "state": "cancelled" })),
        JobStep::Again => (Action::JobAgain, json!({ "state": "waiting" })),
        JobStep::Delete => (Action::JobDelete, json!(null)),
    };
    let change = Change {
        action,
        target,
        before: json!({ "name": name, "state": state }),
        after,
        reason: "",
    };
    audit::record(conn, actor, &change)
}
