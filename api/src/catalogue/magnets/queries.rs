//! Magnet links in the database.

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::model::MagnetRow;
use crate::db::Conn;
use crate::db::schema::{magnets, works};
use crate::http::params::Page;

/// One page of the magnets of the visible works with this number key, largest first, and how many
/// there are.
///
/// # Errors
/// The statement's.
pub fn of_number(
    conn: &mut Conn,
    number_key: &str,
    page: Page,
) -> QueryResult<(Vec<MagnetRow>, i64)> {
    let matching = || {
        magnets::table
            .inner_join(works::table)
            .filter(works::number_key.eq(number_key))
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
