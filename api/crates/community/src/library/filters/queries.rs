//! Saved filters in the database.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_access::auth::users::lock_member;
use yingku_db::Conn;
use yingku_db::schema::saved_filters;

use super::model::SavedFilter;

/// Replaces the member's filters, in this order.
pub fn replace(conn: &mut Conn, user: i64, filters: &[SavedFilter]) -> QueryResult<()> {
    lock_member(conn, user)?;
    let of_member = saved_filters::table.filter(saved_filters::user_id.eq(user));
    diesel::delete(of_member).execute(conn)?;
    for (place, filter) in (0_i32..).zip(filters) {
        let row = (
            saved_filters::user_id.eq(user),
            saved_filters::place.eq(place),
            saved_filters::name.eq(&filter.name),
            saved_filters::query.eq(&filter.query),
        );
        diesel::insert_into(saved_filters::table)
            .values(row)
            .execute(conn)?;
    }
    Ok(())
}

/// A member's filters in their order.
pub fn list(conn: &mut Conn, user: i64) -> QueryResult<Vec<SavedFilter>> {
    saved_filters::table
        .filter(saved_filters::user_id.eq(user))
        .order(saved_filters::place)
        .select((saved_filters::name, saved_filters::query))
        .load(conn)
}
