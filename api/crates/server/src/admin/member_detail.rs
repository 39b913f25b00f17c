//! `GET /admin/members/{id}`: what operators see of a member. Not included: passwords, tokens, and the library.

use actix_web::web;
use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_access::audit::entry::AuditEntry;
use yingku_access::audit::{AuditRow, TargetKind};
use yingku_access::auth::users;
use yingku_accounts::session_routes::Session;
use yingku_accounts::sessions;
use yingku_base::role::{Permissions, Role};
use yingku_base::values::{Bit, Id, Time, Yuan};
use yingku_commerce::pay::gateway;
use yingku_commerce::pay::orders::row::OrderRow;
use yingku_commerce::pay::orders::status::OrderStatus;
use yingku_commerce::vip::grants::{GrantRow, Source};
use yingku_community::support::messages::model::{MessageRow, MessageStatus};
use yingku_db::Conn;
use yingku_db::schema::{audit_log, messages, orders, vip_grants};
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Data;
use yingku_http_kit::error::{ApiError, ErrorBody};
use yingku_http_kit::params::PathId;
use yingku_platform::state::AppState;

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![get_admin_member needs UsersManage]
}

/// Most rows per list, latest first.
const MAX_ROWS: i64 = 100;

/// A member in full.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberDetail {
    /// The id.
    pub id: Id,
    /// The user name as registered.
    #[schema(example = "lin_xia", max_length = 32)]
    pub user_name: String,
    /// Security email, or empty.
    #[schema(example = "lin.xia@example.org", max_length = 120)]
    pub email: String,
    /// Current group: 1 member, 2 and above VIP.
    #[schema(minimum = 1, maximum = 9, example = 1)]
    pub level: i16,
    /// When VIP ends; empty without VIP.
    #[schema(example = "2027-09-21 21:33:20")]
    pub vip_until: String,
    /// Role.
    pub role: Role,
    /// Permissions in addition to those of the role.
    #[schema(value_type = Vec<String>, example = json!([]))]
    pub permissions: Permissions,
    /// 1 when the account is disabled.
    pub disabled: Bit,
    /// Increases with every change; an edit sends the one it is based on.
    #[schema(minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// When the account was created.
    pub create_time: Time,
    /// Active sessions; `current` has no meaning here.
    pub sessions: Vec<Session>,
    /// VIP grants and revocations, latest first, at most 100.
    pub grants: Vec<MemberGrant>,
    /// Orders, latest first, at most 100.
    pub orders: Vec<MemberOrder>,
    /// Open conversations with support, latest first.
    pub messages: Vec<MemberMessage>,
    /// Audit entries about the member, latest first, at most 100.
    pub audit: Vec<AuditEntry>,
}

/// An entry of the VIP ledger.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberGrant {
    /// The id.
    pub id: Id,
    /// Cause: `order`, `code` or `operator`.
    #[schema(value_type = String, example = "operator")]
    pub source: Source,
    /// Days granted; negative if revoked, 0 if all remaining days were revoked.
    #[schema(example = 30)]
    pub days: i32,
    /// Start of the period.
    pub start_time: Time,
    /// End of the period.
    pub end_time: Time,
    /// When the entry was made.
    pub create_time: Time,
}

impl From<GrantRow> for MemberGrant {
    fn from(row: GrantRow) -> Self {
        Self {
            id: Id(row.id),
            source: row.source,
            days: row.days,
            start_time: Time(row.starts_at),
            end_time: Time(row.ends_at),
            create_time: Time(row.created_at),
        }
    }
}

/// An order of a member.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberOrder {
    /// Order number, 24 digits.
    #[schema(example = "202609210000000000000001")]
    pub order_id: String,
    /// Name of the plan.
    #[schema(example = "VIP月卡")]
    pub pay_name: String,
    /// Price.
    pub price: Yuan,
    /// Payment channel.
    pub pay_channel: gateway::PayChannel,
    /// Status.
    pub status: OrderStatus,
    /// When it was created.
    pub create_time: Time,
}

impl From<OrderRow> for MemberOrder {
    fn from(row: OrderRow) -> Self {
        Self {
            order_id: row.number,
            pay_name: row.plan_name,
            price: Yuan(row.fen),
            pay_channel: row.channel,
            status: row.status,
            create_time: Time(row.created_at),
        }
    }
}

/// A conversation of a member with support.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberMessage {
    /// The id.
    pub id: Id,
    /// The question.
    #[schema(example = "有没有高清版本？", max_length = 150)]
    pub message: String,
    /// Status.
    pub status: MessageStatus,
    /// Time of the last message.
    pub update_time: Time,
}

impl From<MessageRow> for MemberMessage {
    fn from(row: MessageRow) -> Self {
        Self {
            id: Id(row.id),
            message: row.question,
            status: row.status,
            update_time: Time(row.updated_at),
        }
    }
}

/// The member in full at `now`, in seconds.
pub fn detail(conn: &mut Conn, member: i64, now: i64) -> QueryResult<MemberDetail> {
    let user = users::by_id(conn, member)?;
    let sessions = sessions::active(conn, member, now)?;
    let level = user.level(now);
    Ok(MemberDetail {
        id: Id(user.id),
        level: level.level_id,
        vip_until: level.expire_time.unwrap_or_default(),
        role: user.role,
        permissions: user.permissions,
        disabled: Bit(user.disabled),
        version: user.version,
        create_time: Time(user.created_at),
        user_name: user.name,
        email: user.email,
        sessions: sessions
            .into_iter()
            .map(|row| Session::from_row(row, 0))
            .collect(),
        grants: grants_of(conn, member)?,
        orders: orders_of(conn, member)?,
        messages: messages_of(conn, member)?,
        audit: audit_of(conn, member)?,
    })
}

fn grants_of(conn: &mut Conn, member: i64) -> QueryResult<Vec<MemberGrant>> {
    let rows: Vec<GrantRow> = vip_grants::table
        .select(GrantRow::as_select())
        .filter(vip_grants::user_id.eq(member))
        .order((vip_grants::created_at.desc(), vip_grants::id.desc()))
        .limit(MAX_ROWS)
        .load(conn)?;
    Ok(rows.into_iter().map(MemberGrant::from).collect())
}

fn orders_of(conn: &mut Conn, member: i64) -> QueryResult<Vec<MemberOrder>> {
    let rows: Vec<OrderRow> = orders::table
        .select(OrderRow::as_select())
        .filter(orders::user_id.eq(member))
        .order((orders::created_at.desc(), orders::number.desc()))
        .limit(MAX_ROWS)
        .load(conn)?;
    Ok(rows.into_iter().map(MemberOrder::from).collect())
}

fn messages_of(conn: &mut Conn, member: i64) -> QueryResult<Vec<MemberMessage>> {
    let rows: Vec<MessageRow> = messages::table
        .select(MessageRow::as_select())
        .filter(messages::user_id.eq(member))
        .filter(messages::status.ne(MessageStatus::Closed))
        .order((messages::updated_at.desc(), messages::id.desc()))
        .limit(MAX_ROWS)
        .load(conn)?;
    Ok(rows.into_iter().map(MemberMessage::from).collect())
}

fn audit_of(conn: &mut Conn, member: i64) -> QueryResult<Vec<AuditEntry>> {
    let rows: Vec<AuditRow> = audit_log::table
        .select(AuditRow::as_select())
        .filter(audit_log::target_kind.eq(TargetKind::User))
        .filter(audit_log::target_id.eq(member.to_string()))
        .order(audit_log::id.desc())
        .limit(MAX_ROWS)
        .load(conn)?;
    Ok(rows.into_iter().map(AuditEntry::from).collect())
}

/// Get a member
///
/// Account, sessions, VIP ledger, orders, open conversations, and audit entries.
#[utoipa::path(
    get, path = "/admin/members/{id}", tag = "operators", security(("bearer" = [])),
    params(("id" = String, Path, description = "Id of the member", pattern = "^[1-9][0-9]{15,18}$", example = "910000000000000001")),
    responses(
        (status = 200, description = "Everything about the member", body = Data<MemberDetail>),
        (status = 404, description = "No such member", body = ErrorBody),
    ),
)]
async fn get_admin_member(
    state: web::Data<AppState>,
    PathId(member): PathId,
) -> Result<Data<MemberDetail>, ApiError> {
    let now = state.now();
    let detail = state
        .db
        .query_fresh(move |conn| detail(conn, member, now))
        .await?;
    Ok(Data::new(detail))
}
