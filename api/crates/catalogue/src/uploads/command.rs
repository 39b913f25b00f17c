//! Imports by the command line, which are listed with the others and can be undone like them. Until it ends, such an import
//! counts as failed, and its process says at intervals that it still runs.

use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::schema::imports;

use super::model::Progress;
use super::states::ImportState;

/// The imports by the command line that have not ended.
#[diesel::dsl::auto_type]
fn all_unended() -> _ {
    let failed: ImportState = ImportState::Failed;
    imports::table
        .filter(imports::kept.eq(false))
        .filter(imports::state.eq(failed))
        .filter(imports::finished_at.is_null())
}

/// This one of them.
#[diesel::dsl::auto_type]
fn unended(id: i64) -> _ {
    let those: all_unended = all_unended();
    those.filter(imports::id.eq(id))
}

/// Says that the import still runs; does nothing if it has ended.
pub fn beat(conn: &mut Conn, id: i64, now: i64) -> QueryResult<()> {
    diesel::update(unended(id))
        .set(imports::beat_at.eq(now))
        .execute(conn)
        .map(|_| ())
}

/// Ends imports whose process was killed: they have not said that they run since `stale_before`.
pub fn end_killed(conn: &mut Conn, stale_before: i64) -> QueryResult<()> {
    diesel::update(all_unended().filter(imports::beat_at.lt(stale_before)))
        .set(imports::finished_at.eq(imports::beat_at.nullable()))
        .execute(conn)
        .map(|_| ())
}

/// Ends an import with its counts; without them it has failed. Does nothing if it has ended.
pub fn end_command(conn: &mut Conn, id: i64, done: Option<Progress>, now: i64) -> QueryResult<()> {
    if let Some(progress) = done {
        diesel::update(unended(id))
            .set((
                progress,
                imports::state.eq(ImportState::Done),
                imports::problem.eq(""),
                imports::finished_at.eq(now),
            ))
            .execute(conn)?;
    }
    diesel::update(unended(id))
        .set(imports::finished_at.eq(now))
        .execute(conn)
        .map(|_| ())
}
