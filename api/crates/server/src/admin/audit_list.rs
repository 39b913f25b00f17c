//! `GET /admin/audit`.

use actix_web::web;
use diesel::prelude::*;
use serde::Deserialize;
use utoipa::IntoParams;
use yingku_access::audit::entry::{AuditEntry, SYSTEM};
use yingku_access::audit::{Action, AuditRow, TargetKind};
use yingku_base::ids::first_id_of;
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::audit_log;
use yingku_http_kit::endpoint::Endpoints;
use yingku_http_kit::endpoints;
use yingku_http_kit::envelope::Rows;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::in_order;
use yingku_http_kit::param_types::{Day, Keyword};
use yingku_http_kit::params::{PageParams, PageQuery, Params};
use yingku_http_kit::sorting::{ByTime, Direction, Sorting};
use yingku_platform::state::AppState;

use super::audit_targets::names_of;

/// The name of a user (R7.1).
type ActorName = Keyword<32>;
/// The id of an entry's target.
type TargetId = Keyword<64>;

/// The endpoint.
pub fn endpoints() -> Endpoints {
    endpoints![list_audit_entries needs AuditView]
}

/// Filters of the log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct AuditFilter {
    /// Only this action.
    #[param(inline)]
    pub action: Option<Action>,
    /// Only by the operator of this name; 系统 for the system itself.
    #[param(inline, example = "wang-yuanshan")]
    pub actor: Option<ActorName>,
    /// Only about things of this kind.
    #[param(inline)]
    pub target_kind: Option<TargetKind>,
    /// Only about the thing of this id, order number or batch name.
    #[param(inline, example = "910000000000000031")]
    pub target_id: Option<TargetId>,
    /// Only from this day on, in Shanghai.
    #[param(inline, example = "2026-11-01")]
    pub from: Option<Day>,
    /// Only until the end of this day, in Shanghai.
    #[param(inline, example = "2026-11-30")]
    pub to: Option<Day>,
}

/// List the audit log
///
/// The latest change first, or the oldest.
#[utoipa::path(
    get, path = "/admin/audit", tag = "operators", security(("bearer" = [])), params(PageParams, AuditFilter, Sorting<ByTime>),
    responses((status = 200, description = "One page of changes", body = Rows<AuditEntry>)),
)]
async fn list_audit_entries(
    state: web::Data<AppState>,
    Params(filter): Params<AuditFilter>,
    sorting: Sorting<ByTime>,
    PageQuery(page): PageQuery,
) -> Result<Rows<AuditEntry>, ApiError> {
    let (rows, names, total) = state
        .db
        .query_fresh(move |conn| {
            let (rows, total) = entries(conn, &filter, sorting.direction(), page)?;
            let names = names_of(conn, &rows)?;
            Ok((rows, names, total))
        })
        .await?;
    let rows = rows.into_iter().map(|row| AuditEntry::new(row, &names));
    Ok(Rows::of(rows, total))
}

fn entries(
    conn: &mut Conn,
    filter: &AuditFilter,
    direction: Direction,
    page: Page,
) -> QueryResult<(Vec<AuditRow>, i64)> {
    let wanted = || {
        let mut wanted = audit_log::table.into_boxed();
        if let Some(action) = filter.action {
            wanted = wanted.filter(audit_log::action.eq(action));
        }
        if let Some(Keyword(actor)) = &filter.actor {
            let actor = if actor == SYSTEM { "" } else { actor };
            wanted = wanted.filter(audit_log::actor.eq(actor));
        }
        if let Some(kind) = filter.target_kind {
            wanted = wanted.filter(audit_log::target_kind.eq(kind));
        }
        if let Some(Keyword(target)) = &filter.target_id {
            wanted = wanted.filter(audit_log::target_id.eq(target));
        }
        // Ids increase with time.
        if let Some(from) = filter.from {
            wanted = wanted.filter(audit_log::id.ge(first_id_of(from.begin)));
        }
        if let Some(to) = filter.to {
            wanted = wanted.filter(audit_log::id.lt(first_id_of(to.end)));
        }
        wanted
    };
    let total = count_up_to_max!(conn, wanted(), audit_log::id)?;
    let list = wanted().select(AuditRow::as_select());
    let list = in_order!(list, direction, audit_log::id);
    Ok((list.paged(page).load(conn)?, total))
}
