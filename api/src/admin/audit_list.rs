//! `GET /admin/audit`.

use actix_web::web;
use diesel::prelude::*;
use serde::Deserialize;
use utoipa::IntoParams;
use yingku_base::ids::first_id_of;

use super::audit_targets::names_of;
use crate::audit::entry::{AuditEntry, SYSTEM};
use crate::audit::{Action, AuditRow, TargetKind};
use crate::count_up_to_most;
use crate::db::Conn;
use crate::db::page::{Page, Paged as _};
use crate::db::schema::audit_log;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Rows;
use crate::http::error::ApiError;
use crate::http::param_types::{Day, Keyword};
use crate::http::params::{PageParams, Params};
use crate::http::sorting::{ByTime, Direction, Sorting};
use crate::in_order;
use crate::state::AppState;

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
/// The latest change first, or the oldest. Past the end there are no rows.
#[utoipa::path(
    get, path = "/admin/audit", tag = "operators", security(("bearer" = [])), params(PageParams, AuditFilter, Sorting<ByTime>),
    responses((status = 200, description = "One page of changes", body = Rows<AuditEntry>)),
)]
async fn list_audit_entries(
    state: web::Data<AppState>,
    Params(filter): Params<AuditFilter>,
    sorting: Sorting<ByTime>,
    page: Page,
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
    let total = count_up_to_most!(conn, wanted(), audit_log::id)?;
    let list = wanted().select(AuditRow::as_select());
    let list = in_order!(list, direction, audit_log::id);
    Ok((list.paged(page).load(conn)?, total))
}
