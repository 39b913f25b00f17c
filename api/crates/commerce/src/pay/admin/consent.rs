//! Grants by hand that wait for a second operator (R11.19). As long as somebody else could confirm it, what one operator
//! asks for is only stored; another one confirms exactly that, and it is granted in the same transaction.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_base::money::Fen;
use yingku_base::role::{Permission, Permissions, Role};
use yingku_base::time::DAY;
use yingku_base::values::{Id, Time, Yuan};
use yingku_db::Conn;
use yingku_db::schema::{grant_requests, users};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::grant::{self, Grant, GrantResult};
use crate::pay::fulfil::Fulfil;
use crate::pay::orders::queries;
use crate::pay::orders::status::MoneyChannel;

/// How long a request can be confirmed, seconds.
const VALID: i64 = 7 * DAY;

/// A request's row.
#[derive(Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = grant_requests)]
struct RequestRow {
    id: i64,
    order_no: String,
    operator_id: i64,
    operator: String,
    fen: i64,
    channel: MoneyChannel,
    trade_no: String,
    reason: String,
    seen: Option<i64>,
    created_at: i64,
    expires_at: i64,
}

/// A grant by hand that waits for a second operator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GrantRequest {
    /// The id.
    pub id: Id,
    /// Name of the operator who asked.
    pub operator: String,
    /// What was received.
    pub price: Yuan,
    /// Where.
    pub pay_channel: MoneyChannel,
    /// The payment's number.
    pub trade_no: String,
    /// The reason.
    pub reason: String,
    /// When it was asked.
    pub create_time: Time,
    /// When it expires.
    pub expire_time: Time,
}

/// A decision on a grant that waits.
#[derive(Debug, Deserialize, ToSchema)]
pub struct GrantDecision {
    /// Id of the request.
    pub id: Id,
    /// Whether to grant it; else it is withdrawn.
    #[schema(example = true)]
    pub confirm: bool,
}

impl RequestRow {
    /// The grant that was asked for.
    fn grant(&self) -> Result<Grant, ApiError> {
        Ok(Grant {
            number: self.order_no.clone(),
            reason: self.reason.clone(),
            paid: Fen::new(self.fen).ok_or(ErrorKind::PriceRefused)?,
            channel: self.channel,
            trade_no: self.trade_no.clone(),
            seen: self.seen,
            asked_by: Some(self.operator.clone()),
        })
    }
}

/// The request of an order that can be confirmed at `now`.
pub fn request_of(conn: &mut Conn, order: &str, now: i64) -> QueryResult<Option<GrantRequest>> {
    let row: Option<RequestRow> = grant_requests::table
        .filter(grant_requests::order_no.eq(order))
        .filter(grant_requests::expires_at.gt(now))
        .select(RequestRow::as_select())
        .first(conn)
        .optional()?;
    Ok(row.map(|row| GrantRequest {
        id: Id(row.id),
        operator: row.operator,
        price: Yuan(row.fen),
        pay_channel: row.channel,
        trade_no: row.trade_no,
        reason: row.reason,
        create_time: Time(row.created_at),
        expire_time: Time(row.expires_at),
    }))
}

/// The number of requests that can be confirmed at `now`.
pub fn count_waiting(conn: &mut Conn, now: i64) -> QueryResult<i64> {
    grant_requests::table
        .filter(grant_requests::expires_at.gt(now))
        .count()
        .get_result(conn)
}

/// Grants an order by hand, or asks a second operator to.
pub fn grant_or_ask(
    conn: &mut Conn,
    with: &Fulfil<'_>,
    actor: &Actor,
    request: &Grant,
) -> Result<GrantResult, ApiError> {
    let (order, member) = grant::grantable(conn, with, actor, request)?;
    if !somebody_else_may(conn, &[actor.id().unwrap_or_default(), member])? {
        return grant::grant(conn, with, actor, request);
    }
    grant::check_unpaid(conn, &order, with, request)?;
    // The asker may replace the own request, and anybody one that has expired.
    let replaceable = grant_requests::operator_id
        .eq(actor.id().unwrap_or_default())
        .or(grant_requests::expires_at.le(actor.now));
    let of_order = grant_requests::table.filter(grant_requests::order_no.eq(&request.number));
    diesel::delete(of_order.filter(replaceable)).execute(conn)?;
    let row = RequestRow {
        id: actor.next_id(),
        order_no: request.number.clone(),
        operator_id: actor.id().unwrap_or_default(),
        operator: actor.name().to_owned(),
        fen: request.paid.get(),
        channel: request.channel,
        trade_no: request.trade_no.clone(),
        reason: request.reason.clone(),
        seen: request.seen,
        created_at: actor.now,
        expires_at: actor.now + VALID,
    };
    let inserted = yingku_db::on_engine!(conn, c => diesel::insert_into(grant_requests::table)
        .values(&row)
        .on_conflict(grant_requests::order_no)
        .do_nothing()
        .execute(c))?;
    if inserted == 0 {
        return Err(ErrorKind::GrantWaiting.into());
    }
    record(conn, actor, Action::OrderGrantAsk, &row)?;
    Ok(GrantResult {
        order_id: row.order_no,
        status: order.status,
        waiting: Some(true),
    })
}

/// Confirms a request of another operator, or withdraws one. Roll back on error.
pub fn decide(
    conn: &mut Conn,
    with: &Fulfil<'_>,
    actor: &Actor,
    (id, confirm): (i64, bool),
) -> Result<GrantResult, ApiError> {
    let row: RequestRow = grant_requests::table
        .find(id)
        .filter(grant_requests::expires_at.gt(actor.now))
        .select(RequestRow::as_select())
        .first(conn)?;
    if confirm && Some(row.operator_id) == actor.id() {
        return Err(ErrorKind::SecondPerson.into());
    }
    let request = row.grant()?;
    if confirm {
        // Locks the member before the request, as payments do.
        grant::grantable(conn, with, actor, &request)?;
    }
    // Of concurrent decisions one finds it.
    if diesel::delete(grant_requests::table.find(id)).execute(conn)? == 0 {
        return Err(ErrorKind::NotFound.into());
    }
    if confirm {
        return grant::grant(conn, with, actor, &request);
    }
    let order = queries::by_number(conn, &request.number)?.ok_or(ErrorKind::NotFound)?;
    record(conn, actor, Action::OrderGrantCancel, &row)?;
    Ok(GrantResult {
        order_id: row.order_no,
        status: order.status,
        waiting: None,
    })
}

/// Whether there is an enabled operator besides these who may confirm.
fn somebody_else_may(conn: &mut Conn, but: &[i64]) -> QueryResult<bool> {
    let granting = |role: &Role| role.has(Permission::OrdersRefund);
    let roles: Vec<Role> = Role::ALL.into_iter().filter(granting).collect();
    let by_role: Option<i64> = users::table
        .filter(users::role.eq_any(roles))
        .filter(users::disabled.eq(false))
        .filter(users::leaving.eq(false))
        .filter(users::id.ne_all(but))
        .select(users::id)
        .first(conn)
        .optional()?;
    if by_role.is_some() {
        return Ok(true);
    }
    // As the index has it.
    let has_own = sql::<Bool>("permissions <> ''");
    let own: Vec<Permissions> = users::table
        .filter(has_own)
        .filter(users::disabled.eq(false))
        .filter(users::leaving.eq(false))
        .filter(users::id.ne_all(but))
        .select(users::permissions)
        .load(conn)?;
    Ok(own
        .iter()
        .any(|own| own.0.contains(&Permission::OrdersRefund)))
}

fn record(conn: &mut Conn, actor: &Actor, action: Action, row: &RequestRow) -> QueryResult<()> {
    let asked = json!({
        "received": Yuan(row.fen),
        "payChannel": row.channel,
        "tradeNo": row.trade_no,
        "askedBy": row.operator,
    });
    let nothing = serde_json::Value::Null;
    let (before, after, reason) = match action {
        Action::OrderGrantCancel => (asked, nothing, ""),
        _ => (nothing, asked, row.reason.as_str()),
    };
    let change = Change {
        action,
        target: (TargetKind::Order, row.order_no.clone()),
        before,
        after,
        reason,
    };
    audit::record(conn, actor, &change)
}
