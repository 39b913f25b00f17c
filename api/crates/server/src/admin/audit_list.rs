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

type Backend = <Conn as Connection>::Backend;

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
    let index = Index::of(filter, conn);
    let total = count_up_to_max!(conn, matching(filter, index), audit_log::id)?;
    // Ids are read from an index alone, and whole entries only of the page.
    let ids = matching(filter, index).select(audit_log::id);
    let ids: Vec<i64> = in_order!(ids, direction, audit_log::id)
        .paged(page)
        .load(conn)?;
    let rows = audit_log::table
        .filter(audit_log::id.eq_any(ids))
        .select(AuditRow::as_select())
        .into_boxed();
    Ok((in_order!(rows, direction, audit_log::id).load(conn)?, total))
}

/// The condition whose index is read. Each of these indexes is in the order of the list and has the columns of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Index {
    /// What the engine knows to be rarest.
    Any,
    Actor,
    Action,
    Kind,
}

impl Index {
    /// SQLite does not know what is rare: that is a person, then anything about other things than works, then an action.
    fn of(filter: &AuditFilter, conn: &Conn) -> Self {
        let is_of_works = filter.target_kind == Some(TargetKind::Work);
        match conn {
            Conn::Postgres(_) => Self::Any,
            // The target itself has an index.
            Conn::Sqlite(_) if filter.target_id.is_some() => Self::Any,
            Conn::Sqlite(_) if filter.actor.is_some() => Self::Actor,
            Conn::Sqlite(_) if filter.target_kind.is_some() && !is_of_works => Self::Kind,
            Conn::Sqlite(_) if filter.action.is_some() => Self::Action,
            Conn::Sqlite(_) => Self::Any,
        }
    }

    fn may_be(self, index: Self) -> bool {
        self == Self::Any || self == index
    }
}

/// The entries of a filter. No index serves a condition on an expression.
fn matching(filter: &AuditFilter, index: Index) -> audit_log::BoxedQuery<'_, Backend> {
    let mut wanted = audit_log::table.into_boxed();
    match filter.action {
        None => {}
        Some(action) if index.may_be(Index::Action) => {
            wanted = wanted.filter(audit_log::action.eq(action));
        }
        Some(action) => wanted = wanted.filter(audit_log::action.concat("").eq(action)),
    }
    if let Some(Keyword(actor)) = &filter.actor {
        let actor = if actor == SYSTEM { "" } else { actor };
        wanted = wanted.filter(audit_log::actor.eq(actor));
    }
    match (filter.target_kind, &filter.target_id) {
        (None, None) => {}
        // The index of targets begins with the kind.
        (None, Some(_)) => {
            wanted = wanted.filter(audit_log::target_kind.eq_any(TargetKind::ALL));
        }
        (Some(kind), _) if index.may_be(Index::Kind) => {
            wanted = wanted.filter(audit_log::target_kind.eq(kind));
        }
        (Some(kind), _) => wanted = wanted.filter(audit_log::target_kind.concat("").eq(kind)),
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
}
