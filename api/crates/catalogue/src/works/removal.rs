//! Deletes works.

use diesel::dsl::exists;
use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::schema::{collection_items, download_requests, likes, reports, works};
use yingku_http_kit::error::ApiError;
use yingku_platform::stats::counters::{Moves, TotalCounter};

use super::visibility::{self, VisibilityCommand, Withheld};
use crate::import::rows::term_ids_of;

/// What became of a work.
#[derive(Debug, PartialEq, Eq)]
pub enum Removal {
    /// It is deleted; these are the ids of the terms it had.
    Deleted(Vec<i64>),
    /// It is hidden, because members have collected, liked, requested or reported it.
    Hidden,
}

/// Takes a work off the site at `now` (seconds), and deletes it unless members use it.
pub fn remove(conn: &mut Conn, work: i64, now: i64) -> Result<Removal, ApiError> {
    let (_, after) = visibility::change(conn, work, VisibilityCommand::Hide, now)?;
    if is_in_use(conn, work)? {
        return Ok(Removal::Hidden);
    }
    let terms = term_ids_of(conn, work)?;
    diesel::delete(works::table.find(work)).execute(conn)?;
    let mut moves = Moves::default();
    moves.add(TotalCounter::Hidden, -1);
    if after.withheld == Withheld::TakenDown {
        moves.add(TotalCounter::TakenDown, -1);
    }
    moves.write(conn)?;
    Ok(Removal::Deleted(terms))
}

fn is_in_use(conn: &mut Conn, work: i64) -> QueryResult<bool> {
    let collected = collection_items::table.filter(collection_items::work_id.eq(work));
    let liked = likes::table.filter(likes::work_id.eq(work));
    let requested = download_requests::table.filter(download_requests::work_id.eq(work));
    let reported = reports::table.filter(reports::work_id.eq(work));
    diesel::select(
        exists(collected)
            .or(exists(liked))
            .or(exists(requested))
            .or(exists(reported)),
    )
    .get_result(conn)
}
