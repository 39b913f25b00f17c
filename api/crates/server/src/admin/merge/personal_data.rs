//! Members whose likes a merge has moved. Undoing it needs their ids, which leave with the account.

use diesel::prelude::*;
use serde_json::{Value, json};
use yingku_access::auth::personal_data::PersonalData;
use yingku_base::time::format_shanghai;
use yingku_db::Conn;
use yingku_db::schema::work_merges;

use super::Stored;

/// Likes that merges of works have moved.
pub const MERGES: PersonalData = PersonalData {
    name: "mergedLikes",
    export,
    in_steps: Some(forget),
    ..PersonalData::NOTHING
};

/// A merge that has moved a like of a member.
struct Merge {
    from: i64,
    into: i64,
    stored: Stored,
    at: i64,
}

/// The first such merge of a work after `last`. They are the merges of 30 days, so they are scanned.
fn next(conn: &mut Conn, user: i64, last: i64) -> QueryResult<Option<Merge>> {
    let mut last = last;
    loop {
        let found: Option<(i64, i64, String, i64)> = work_merges::table
            .filter(work_merges::from_id.gt(last))
            .filter(work_merges::moved.like(format!("%{user}%")))
            .order(work_merges::from_id)
            .select((
                work_merges::from_id,
                work_merges::into_id,
                work_merges::moved,
                work_merges::created_at,
            ))
            .first(conn)
            .optional()?;
        let Some((from, into, text, at)) = found else {
            return Ok(None);
        };
        let stored: Option<Stored> = serde_json::from_str(&text).ok();
        if let Some(stored) = stored.filter(|stored| stored.moved.likes.contains(&user)) {
            return Ok(Some(Merge {
                from,
                into,
                stored,
                at,
            }));
        }
        last = from;
    }
}

fn export(conn: &mut Conn, user: i64, _now: i64) -> QueryResult<Value> {
    let (mut merges, mut last) = (Vec::new(), 0);
    while let Some(merge) = next(conn, user, last)? {
        last = merge.from;
        merges.push(json!({
            "id": merge.from.to_string(), "into": merge.into.to_string(), "mergeTime": format_shanghai(merge.at),
        }));
    }
    Ok(merges.into())
}

fn forget(conn: &mut Conn, user: i64, _now: i64, rows: i64) -> QueryResult<usize> {
    let (mut changed, mut last) = (0, 0);
    let most = usize::try_from(rows).unwrap_or(usize::MAX);
    while changed < most {
        let Some(Merge {
            from, mut stored, ..
        }) = next(conn, user, last)?
        else {
            break;
        };
        stored.moved.likes.retain(|liked| *liked != user);
        let text = serde_json::to_string(&stored);
        let text =
            text.map_err(|error| diesel::result::Error::SerializationError(Box::new(error)))?;
        diesel::update(work_merges::table.find(from))
            .set(work_merges::moved.eq(text))
            .execute(conn)?;
        last = from;
        changed += 1;
    }
    Ok(changed)
}
