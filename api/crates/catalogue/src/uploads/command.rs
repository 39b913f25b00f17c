//! Imports by the command line, which are listed with the others and can be undone like them.

use diesel::prelude::*;
use yingku_db::Conn;
use yingku_db::schema::imports;

use super::model::Progress;
use super::states::ImportState;

/// Ends an import by the command line with its counts; without them it has failed or was interrupted. Does nothing if it
/// has ended.
pub fn end_command(conn: &mut Conn, id: i64, done: Option<Progress>, now: i64) -> QueryResult<()> {
    let unended = || {
        imports::table
            .find(id)
            .filter(imports::kept.eq(false))
            .filter(imports::state.eq(ImportState::Failed))
            .filter(imports::finished_at.is_null())
    };
    if let Some(progress) = done {
        diesel::update(unended())
            .set((
                progress,
                imports::state.eq(ImportState::Done),
                imports::problem.eq(""),
                imports::finished_at.eq(now),
            ))
            .execute(conn)?;
    }
    diesel::update(unended())
        .set(imports::finished_at.eq(now))
        .execute(conn)
        .map(|_| ())
}
