//! VIP plans (R10.4, R10.6).

pub mod admin;
pub mod routes;

use diesel::prelude::*;
use yingku_base::string_enum;
use yingku_db::Conn;
use yingku_db::schema::vip_plans;

string_enum! {
    /// What a buyer gets.
    pub enum PlanKind {
        /// The days themselves, at once.
        Time = "time",
        /// An activation code for them.
        Code = "code",
    }
}

/// A plan's row.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = vip_plans)]
pub struct PlanRow {
    /// Its id.
    pub id: i64,
    /// The application it is sold in; empty = any.
    pub app: String,
    /// The name, as printed on orders.
    pub name: String,
    /// The description.
    pub remark: String,
    /// The price, fen.
    pub price_fen: i64,
    /// The original price, fen; never less than `price_fen`.
    pub price_before_fen: i64,
    /// Days of VIP, 1-36500.
    pub days: i32,
    /// What a buyer gets.
    pub kind: PlanKind,
    /// The group it grants, 2-9.
    pub level_id: i16,
    /// Position in the shop.
    pub position: i16,
    /// Whether it is on sale.
    pub on_sale: bool,
    /// Changes with every edit.
    pub version: i64,
}

/// An application's plans of a kind, on sale or not, in the order of the shop.
pub fn list(
    conn: &mut Conn,
    app: &str,
    kind: PlanKind,
    on_sale: bool,
) -> QueryResult<Vec<routes::Plan>> {
    vip_plans::table
        .select(routes::Plan::as_select())
        .filter(vip_plans::app.eq_any(["", app]))
        .filter(vip_plans::kind.eq(kind))
        .filter(vip_plans::on_sale.eq(on_sale))
        .order((vip_plans::position, vip_plans::id))
        .load(conn)
}

/// All plans.
pub fn all(conn: &mut Conn) -> QueryResult<Vec<PlanRow>> {
    vip_plans::table
        .select(PlanRow::as_select())
        .order((vip_plans::kind, vip_plans::position, vip_plans::id))
        .load(conn)
}

/// A plan by id, on sale or not.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<PlanRow> {
    vip_plans::table
        .select(PlanRow::as_select())
        .find(id)
        .first(conn)
}
