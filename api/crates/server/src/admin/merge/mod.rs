//! Merging duplicate works: collections, likes, requests, reports, magnet links and views move to the one that stays, and
//! the address of the other one shows it. In one transaction, which is undone by moving back what is still there.

pub mod moved;
pub mod personal_data;
pub mod routes;

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::time::DAY;
use yingku_catalogue::works::admin::state::{from_json, to_json};
use yingku_catalogue::works::visibility::{self, Visibility, Withheld};
use yingku_db::schema::{work_merges, works};
use yingku_db::{Conn, outbox};
use yingku_http_kit::error::{ApiError, ErrorKind};

use moved::{MAX_ROWS, Moved};
pub use routes::endpoints;

/// How long a merge can be undone, seconds.
pub const UNDO_PERIOD: i64 = 30 * DAY;

/// What undoing a merge needs to know.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    /// The visibility before.
    was: Value,
    moved: Moved,
}

/// What decides whether works can be merged.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = works)]
struct Merging {
    mod_id: i16,
    number: String,
    merged_into: Option<i64>,
    withheld: Withheld,
}

/// Merges a work into another one of its channel.
///
/// # Errors
/// 404; 422 if they cannot be merged.
pub fn merge(
    conn: &mut Conn,
    actor: &Actor,
    (from, into): (i64, i64),
    reason: &str,
) -> Result<(), ApiError> {
    if from == into {
        return Err(rejected("不能把作品合并到它自己"));
    }
    visibility::lock_all(conn, &[from, into])?;
    let (mine, theirs) = (find(conn, from)?, find(conn, into)?);
    check(&mine, &theirs)?;
    if Moved::rows_of(conn, from)? > MAX_ROWS {
        return Err(rejected(
            "这部作品的收藏、喜欢等记录超过一万条，不能并入别的作品；请把另一部并入这一部",
        ));
    }
    let merged = |_, _| Ok(Visibility::MERGED);
    let changed = visibility::change_all(conn, &[from], merged, actor.now)?;
    let (_, changed) = changed.into_iter().next().ok_or_else(ApiError::not_found)?;
    let moved = Moved::take(conn, from, into)?;
    lead(conn, &moved.led, from, Some(into))?;
    let stored = Stored {
        was: to_json(changed?.0),
        moved,
    };
    let stored = serde_json::to_string(&stored).map_err(anyhow::Error::from)?;
    let row = (
        work_merges::from_id.eq(from),
        work_merges::into_id.eq(into),
        work_merges::moved.eq(stored),
        work_merges::created_at.eq(actor.now),
    );
    diesel::insert_into(work_merges::table)
        .values(row)
        .execute(conn)?;
    outbox::record(conn, &[from, into], actor.now)?;
    let after = json!({ "into": theirs.number });
    record(conn, actor, from, (Value::Null, after), reason)
}

/// Undoes a merge of the last 30 days: what was moved and is still there goes back.
///
/// # Errors
/// 404 if it was not merged; 422 if the other work was merged on, or the time is over.
pub fn undo(conn: &mut Conn, actor: &Actor, from: i64, reason: &str) -> Result<(), ApiError> {
    let found: Option<(i64, String, i64)> = work_merges::table
        .find(from)
        .select((
            work_merges::into_id,
            work_merges::moved,
            work_merges::created_at,
        ))
        .first(conn)
        .optional()?;
    let (into, stored, merged_at) = found.ok_or_else(ApiError::not_found)?;
    visibility::lock_all(conn, &[from, into])?;
    // Of two at once, one deletes it.
    let deleted = diesel::delete(work_merges::table.find(from)).execute(conn)?;
    if deleted == 0 || merged_at < actor.now - UNDO_PERIOD {
        return Err(ApiError::not_found());
    }
    let theirs = find(conn, into)?;
    if theirs.merged_into.is_some() {
        return Err(rejected("合并后的作品又合并到了别的作品，请先撤销那一次"));
    }
    let Stored { was, moved } = serde_json::from_str(&stored).map_err(anyhow::Error::from)?;
    moved.give_back(conn, from, into)?;
    lead(conn, &moved.led, from, None)?;
    let before = from_json(&was).unwrap_or_else(|| {
        tracing::warn!(
            event = "merge_unreadable",
            work = from,
            "the visibility before a merge cannot be read: the work stays hidden"
        );
        Visibility::HIDDEN
    });
    visibility::change_all(conn, &[from], |_, _| Ok(before), actor.now)?;
    outbox::record(conn, &[from, into], actor.now)?;
    let was = json!({ "into": theirs.number });
    record(conn, actor, from, (was, Value::Null), reason)
}

fn find(conn: &mut Conn, work: i64) -> QueryResult<Merging> {
    works::table
        .find(work)
        .select(Merging::as_select())
        .first(conn)
}

fn check(mine: &Merging, theirs: &Merging) -> Result<(), ApiError> {
    if mine.mod_id != theirs.mod_id {
        return Err(rejected("只能合并同一频道的两部作品"));
    }
    if mine.merged_into.or(theirs.merged_into).is_some() {
        return Err(rejected("其中一部已经合并到别的作品"));
    }
    match (mine.withheld, theirs.withheld) {
        (Withheld::Reported, _) | (_, Withheld::Reported) => {
            Err(ApiError::new(ErrorKind::ReportOpen))
        }
        (Withheld::TakenDown, _) => Err(ApiError::new(ErrorKind::WorkTakenDown)),
        _ => Ok(()),
    }
}

fn rejected(text: &'static str) -> ApiError {
    ApiError::with_message(ErrorKind::WorkMerge, text)
}

/// Lets a merged work lead to another one, or to none; those that were merged into it before follow.
fn lead(conn: &mut Conn, led: &[i64], from: i64, into: Option<i64>) -> QueryResult<()> {
    diesel::update(works::table.find(from))
        .set(works::merged_into.eq(into))
        .execute(conn)?;
    diesel::update(works::table.filter(works::id.eq_any(led)))
        .set(works::merged_into.eq(into.unwrap_or(from)))
        .execute(conn)
        .map(|_| ())
}

fn record(
    conn: &mut Conn,
    actor: &Actor,
    work: i64,
    (before, after): (Value, Value),
    reason: &str,
) -> Result<(), ApiError> {
    let change = Change {
        action: Action::WorkMerge,
        target: (TargetKind::Work, work.to_string()),
        before,
        after,
        reason,
    };
    Ok(audit::record(conn, actor, &change)?)
}
