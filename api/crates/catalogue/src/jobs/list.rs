//! Queries of the console's list of jobs. Ids grow with time, so the newest of both tables are merged by their ids.

use diesel::dsl::not;
use diesel::prelude::*;
use serde_json::{Map, Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::page::Page;
use yingku_db::schema::{film_jobs, imports};
use yingku_db::{Conn, count_up_to_max};

use super::film_job::FilmJob;
use super::film_queue;
use super::model::{FilmTarget, Job, JobKind, JobStep, JobsChange, is_deletable};
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
pub fn change(conn: &mut Conn, actor: &Actor, change: &JobsChange) -> QueryResult<Vec<i64>> {
    let target = &change.target;
    for job in films(conn, &change.ids)? {
        let (id, now) = (job.id, actor.now);
        let (has_changed, action, after) = match change.step {
            JobStep::Cancel => {
                let after = json!({ "state": JobState::Cancelled.as_str() });
                (film_queue::cancel(conn, id, now)?, Action::JobCancel, after)
            }
            JobStep::Again => {
                let queued = film_queue::again(conn, id, target, now)?;
                (queued, Action::JobAgain, requeued(target))
            }
            JobStep::Delete => (
                film_queue::delete(conn, id)?,
                Action::JobDelete,
                json!(null),
            ),
        };
        if has_changed {
            let before = json!({ "name": job.film.name(), "state": job.state.as_str() });
            record(conn, actor, action, (TargetKind::Film, id), before, after)?;
        }
    }
    match change.step {
        JobStep::Delete => delete_imports(conn, actor, &change.ids),
        JobStep::Cancel | JobStep::Again => Ok(Vec::new()),
    }
}

/// A film that runs again, in the log.
fn requeued(target: &FilmTarget) -> Value {
    let mut fields = Map::new();
    fields.insert("state".to_owned(), json!(JobState::Waiting.as_str()));
    if !target.number.is_empty() {
        fields.insert("number".to_owned(), json!(target.number));
    }
    if target.replaces || !target.number.is_empty() {
        fields.insert("replaces".to_owned(), json!(target.replaces));
    }
    Value::Object(fields)
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
            let target = (TargetKind::Import, row.id);
            let before = json!({ "name": row.name, "state": row.state.as_str() });
            record(conn, actor, Action::JobDelete, target, before, json!(null))?;
            deleted.push(row.id);
        }
    }
    Ok(deleted)
}

fn record(
    conn: &mut Conn,
    actor: &Actor,
    action: Action,
    (kind, id): (TargetKind, i64),
    before: Value,
    after: Value,
) -> QueryResult<()> {
    let change = Change {
        action,
        target: (kind, id.to_string()),
        before,
        after,
        reason: "",
    };
    audit::record(conn, actor, &change)
}
