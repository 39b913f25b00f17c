//! Queries of imports. Each change of state is one conditional update, so only one of two concurrent changes wins. A
//! unique key ensures that only one import runs at a time.

use diesel::prelude::*;
use serde_json::json;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::imports;

use super::forms::StartForm;
use super::model::{ImportRow, Progress};
use super::states::{ImportOutcome, ImportState, ImportUndo, Problem, Start, Stopped};
use crate::import::last_import::LastImport;

/// Inserts a new import.
pub fn insert(conn: &mut Conn, row: &ImportRow) -> QueryResult<()> {
    diesel::insert_into(imports::table)
        .values(row)
        .execute(conn)
        .map(|_| ())
}

/// An import.
pub fn find(conn: &mut Conn, id: i64) -> QueryResult<ImportRow> {
    imports::table
        .find(id)
        .select(ImportRow::as_select())
        .first(conn)
}

/// One page of imports, the newest first, and the total.
pub fn page(conn: &mut Conn, page: Page) -> QueryResult<(Vec<ImportRow>, i64)> {
    let rows = imports::table
        .select(ImportRow::as_select())
        .order(imports::id.desc())
        .paged(page)
        .load(conn)?;
    Ok((rows, count_up_to_max!(conn, imports::table, imports::id)?))
}

/// The number of incomplete uploads, and of their missing bytes in total.
pub fn receiving(conn: &mut Conn) -> QueryResult<(i64, i64)> {
    let open: Vec<(i64, i64)> = imports::table
        .select((imports::size, imports::received))
        .filter(imports::state.eq(ImportState::Receiving))
        .load(conn)?;
    let lacking = open.iter().map(|(size, received)| size - received).sum();
    Ok((i64::try_from(open.len()).unwrap_or(i64::MAX), lacking))
}

/// Records a received part from `from` to `to`; returns whether it was the expected one.
pub fn receive(conn: &mut Conn, id: i64, (from, to): (i64, i64), now: i64) -> QueryResult<bool> {
    diesel::update(imports::table.find(id))
        .filter(imports::state.eq(ImportState::Receiving))
        .filter(imports::received.eq(from))
        .set((imports::received.eq(to), imports::beat_at.eq(now)))
        .execute(conn)
        .map(|count| count == 1)
}

/// Queues an import and logs that; returns whether its state still was that of `row`.
pub fn start(
    conn: &mut Conn,
    actor: &Actor,
    row: &ImportRow,
    start: Start,
    sha256: &str,
    (how, options): (&StartForm, &str),
) -> QueryResult<bool> {
    let (progress, changes) = match start {
        Start::Resume => (row.progress, row.changes.as_str()),
        Start::FromBeginning | Start::Already => (Progress::default(), ""),
    };
    let queued = diesel::update(imports::table.find(row.id))
        .filter(imports::state.eq(&row.state))
        .filter(imports::kept.eq(true))
        .filter(imports::undo.ne_all([ImportUndo::Begun, ImportUndo::Done]))
        .set((
            imports::state.eq(ImportState::Queued),
            imports::sha256.eq(sha256),
            imports::dry_run.eq(how.dry_run),
            imports::overrides.eq(how.override_curated),
            imports::options.eq(options),
            imports::problem.eq(""),
            imports::cancelling.eq(false),
            imports::beat_at.eq(actor.now),
            imports::finished_at.eq(None::<i64>),
            imports::changes.eq(changes),
            progress,
        ))
        .execute(conn)?;
    if queued == 0 {
        return Ok(false);
    }
    let after = json!({
        "state": "queued", "name": row.name, "size": row.size, "sha256": sha256,
        "dryRun": how.dry_run, "overrideCurated": how.override_curated, "fromLine": progress.lines + 1,
    });
    let before = json!({ "state": row.state });
    record(conn, actor, Action::WorksImport, row.id, (before, after))?;
    Ok(true)
}

/// Stops an import and logs that.
pub fn cancel(conn: &mut Conn, actor: &Actor, id: i64) -> QueryResult<Stopped> {
    // Locks the row, so that the import cannot end in between.
    diesel::update(imports::table.find(id))
        .set(imports::cancelling.eq(imports::cancelling))
        .execute(conn)?;
    let row = find(conn, id)?;
    let state = row.state;
    let (stopped, after) = match state {
        ImportState::Done => return Ok(Stopped::Done),
        ImportState::Cancelled => return Ok(Stopped::Ended),
        ImportState::Failed => {
            // The problem stays, as the reason why it was abandoned. One by the command line may still run: its next
            // batch fails.
            let ended = row.finished_at.unwrap_or(actor.now);
            diesel::update(imports::table.find(id))
                .set((
                    imports::state.eq(ImportState::Cancelled),
                    imports::finished_at.eq(ended),
                    imports::kept.eq(false),
                ))
                .execute(conn)?;
            (Stopped::WithItsFile, json!({ "state": "cancelled" }))
        }
        ImportState::Running if row.cancelling => return Ok(Stopped::Yes),
        ImportState::Running => {
            diesel::update(imports::table.find(id))
                .set(imports::cancelling.eq(true))
                .execute(conn)?;
            (
                Stopped::Yes,
                json!({ "state": row.state, "cancelling": true }),
            )
        }
        ImportState::Receiving | ImportState::Queued => {
            let complete = state == ImportState::Queued;
            end(conn, id, ImportOutcome::Cancelled, actor.now)?;
            diesel::update(imports::table.find(id))
                .set(imports::kept.eq(complete))
                .execute(conn)?;
            let stopped = if complete {
                Stopped::Yes
            } else {
                Stopped::WithItsFile
            };
            (stopped, json!({ "state": "cancelled" }))
        }
    };
    let before = json!({ "state": row.state });
    record(conn, actor, Action::ImportCancel, id, (before, after))?;
    Ok(stopped)
}

/// Claims the next queued import for this instance; `None` if the queue is empty or an import is running.
pub fn claim(conn: &mut Conn, node: i16, now: i64) -> QueryResult<Option<ImportRow>> {
    let running: Option<i64> = imports::table
        .select(imports::id)
        .filter(imports::state.eq(ImportState::Running))
        .first(conn)
        .optional()?;
    let next: Option<i64> = imports::table
        .select(imports::id)
        .filter(imports::state.eq(ImportState::Queued))
        .order((imports::beat_at, imports::id))
        .first(conn)
        .optional()?;
    let (None, Some(id)) = (running, next) else {
        return Ok(None);
    };
    let claimed = diesel::update(imports::table.find(id))
        .filter(imports::state.eq(ImportState::Queued))
        .set((
            imports::state.eq(ImportState::Running),
            imports::node.eq(node),
            imports::beat_at.eq(now),
            imports::started_at.eq(now),
        ))
        .execute(conn)?;
    if claimed == 0 {
        Ok(None)
    } else {
        find(conn, id).map(Some)
    }
}

/// Stores the progress in the transaction of a batch, whether it can be undone, and what a dry run has found; returns
/// whether to continue.
pub fn step(
    conn: &mut Conn,
    id: i64,
    (progress, undo, changes): (&Progress, ImportUndo, &str),
    now: i64,
) -> QueryResult<bool> {
    diesel::update(imports::table.find(id))
        .filter(imports::state.eq(ImportState::Running))
        .set((
            progress,
            imports::undo.eq(undo),
            imports::changes.eq(changes),
            imports::beat_at.eq(now),
        ))
        .execute(conn)?;
    is_active(conn, id)
}

/// Whether an import is running and not being cancelled.
pub fn is_active(conn: &mut Conn, id: i64) -> QueryResult<bool> {
    let state: (ImportState, bool) = imports::table
        .find(id)
        .select((imports::state, imports::cancelling))
        .first(conn)?;
    Ok(state == (ImportState::Running, false))
}

/// The number of running or queued imports.
pub fn unfinished(conn: &mut Conn) -> QueryResult<i64> {
    let states = [ImportState::Queued, ImportState::Running];
    imports::table
        .filter(imports::state.eq_any(states))
        .count()
        .get_result(conn)
}

/// Ends a running import and logs the outcome; does nothing if it is not running any more.
pub fn finish(conn: &mut Conn, actor: &Actor, id: i64, outcome: ImportOutcome) -> QueryResult<()> {
    if end(conn, id, outcome, actor.now)? == 0 {
        return Ok(());
    }
    let row = find(conn, id)?;
    let done = row.progress;
    let after = json!({
        "state": row.state, "problem": row.problem, "lines": done.lines, "new": done.added,
        "updated": done.updated, "unchanged": done.unchanged, "refused": done.refused,
        "keptWorks": done.kept_works, "keptFields": done.kept_fields, "warnings": done.warnings,
    });
    if !row.dry_run {
        let last = LastImport {
            finished_at: actor.now,
            added: done.added,
            updated: done.updated,
            unchanged: done.unchanged,
            refused: done.refused,
        };
        last.save(conn)?;
    }
    let before = json!({ "state": "running" });
    record(conn, actor, Action::WorksImport, id, (before, after))
}

fn end(conn: &mut Conn, id: i64, outcome: ImportOutcome, now: i64) -> QueryResult<usize> {
    let alive = [
        ImportState::Receiving,
        ImportState::Queued,
        ImportState::Running,
    ];
    diesel::update(imports::table.find(id))
        .filter(imports::state.eq_any(alive))
        .set((
            imports::state.eq(outcome.state()),
            imports::problem.eq(outcome.problem()),
            imports::cancelling.eq(false),
            imports::finished_at.eq(now),
            imports::beat_at.eq(now),
        ))
        .execute(conn)
}

/// Ends the running import if its instance has stopped: `node` has restarted, or it has stored no progress since
/// `stale_before`.
pub fn interrupt(
    conn: &mut Conn,
    actor: &Actor,
    node: Option<i16>,
    stale_before: i64,
) -> QueryResult<()> {
    let running: Option<(i64, i16, i64)> = imports::table
        .select((imports::id, imports::node, imports::beat_at))
        .filter(imports::state.eq(ImportState::Running))
        .first(conn)
        .optional()?;
    match running {
        Some((id, of, beat_at)) if node == Some(of) || beat_at < stale_before => {
            finish(conn, actor, id, ImportOutcome::Failed(Problem::Interrupted))
        }
        Some(_) | None => Ok(()),
    }
}

/// Imports whose files can be deleted: ended ones without a change since `since`, and uploads without one since
/// `receiving_since`.
pub fn expired(conn: &mut Conn, since: i64, receiving_since: i64) -> QueryResult<Vec<i64>> {
    let ended = [
        ImportState::Done,
        ImportState::Cancelled,
        ImportState::Failed,
    ];
    let ended = imports::state.eq_any(ended).and(imports::beat_at.lt(since));
    let left = imports::state
        .eq(ImportState::Receiving)
        .and(imports::beat_at.lt(receiving_since));
    imports::table
        .select(imports::id)
        .filter(imports::kept.eq(true))
        .filter(ended.or(left))
        .load(conn)
}

/// Marks the file of an import as deleted.
pub fn discard_file(conn: &mut Conn, id: i64, now: i64) -> QueryResult<()> {
    diesel::update(imports::table.find(id))
        .filter(imports::state.eq(ImportState::Receiving))
        .set((
            imports::state.eq(ImportState::Cancelled),
            imports::finished_at.eq(now),
        ))
        .execute(conn)?;
    diesel::update(imports::table.find(id))
        .set(imports::kept.eq(false))
        .execute(conn)
        .map(|_| ())
}

pub(super) fn record(
    conn: &mut Conn,
    actor: &Actor,
    action: Action,
    id: i64,
    (before, after): (serde_json::Value, serde_json::Value),
) -> QueryResult<()> {
    let change = Change {
        action,
        target: (TargetKind::Import, id.to_string()),
        before,
        after,
        reason: "",
    };
    audit::record(conn, actor, &change)
}
