//! Magnet links in the database.

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::model::MagnetRow;
use crate::db::Conn;
use crate::db::schema::{magnets, works};
use crate::http::params::Page;

/// One page of the magnets of these works, as far as they are visible, largest first, and how many there
/// are.
///
/// # Errors
/// The statement's.
pub fn of_works(conn: &mut Conn, ids: &[i64], page: Page) -> QueryResult<(Vec<MagnetRow>, i64)> {
    let matching = || {
        magnets::table
            .inner_join(works::table)
            .filter(works::id.eq_any(ids))
            .filter(works::hidden.eq(false))
    };
    let total: i64 = matching().count().get_result(conn)?;
    let rows = matching()
        .select(MagnetRow::as_select())
        .order((magnets::length.desc(), magnets::id.asc()))
        .limit(i64::from(page.limit()))
        .offset(i64::from(page.offset()))
        .load(conn)?;
    Ok((rows, total))
}
