//! `GET /admin/audit`.

use actix_web::web;
use diesel::prelude::*;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::audit_targets::names_of;
use crate::audit::entry::{AuditEntry, SYSTEM};
use crate::audit::{Action, AuditRow, TargetKind};
use crate::base::ids::first_id_of;
use crate::base::time::day_begins;
use crate::count_up_to_most;
use crate::db::Conn;
use crate::db::schema::audit_log;
use crate::endpoints;
use crate::http::endpoint::Endpoints;
use crate::http::envelope::Rows;
use crate::http::error::{ApiError, ErrorBody};
use crate::http::params::{Page, choice};
use crate::http::sorting::{ByTime, Direction, OrderName};
use crate::in_order;
use crate::state::AppState;

/// Longest name of a user (R7.1).
const ACTOR_CHARS: usize = 32;
/// Longest id of what an entry is about.
const TARGET_CHARS: usize = 64;

/// The call.
pub fn endpoints() -> Endpoints {
    endpoints![list_audit_entries needs AuditView]
}

/// Which entries.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct AuditParams {
    /// Page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10000, example = 1)]
    pub page_num: Option<String>,
    /// Rows on a page; 10 when not given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 20)]
    pub page_size: Option<String>,
    /// Only this action.
    #[param(value_type = Option<ActionName>, inline)]
    pub action: Option<String>,
    /// Only by the operator of this name; 系统 for the system itself.
    #[param(min_length = 1, max_length = 32, example = "wang-yuanshan")]
    pub actor: Option<String>,
    /// Only about things of this kind.
    #[param(value_type = Option<TargetKindName>, inline)]
    pub target_kind: Option<String>,
    /// Only about the thing of this id, order number or batch name.
    #[param(min_length = 1, max_length = 64, example = "910000000000000031")]
    pub target_id: Option<String>,
    /// Only from this day on, in Shanghai.
    #[param(value_type = Option<String>, format = Date, max_length = 10, example = "2026-11-01")]
    pub from: Option<String>,
    /// Only until the end of this day, in Shanghai.
    #[param(value_type = Option<String>, format = Date, max_length = 10, example = "2026-11-30")]
    pub to: Option<String>,
    /// By what; the latest first when not given.
    #[param(value_type = Option<ByTime>, inline)]
    pub sort: Option<String>,
    /// Which way it is sorted; descending when not given.
    #[param(value_type = Option<OrderName>, inline)]
    pub order: Option<String>,
}

/// Words of the actions, for the contract.
pub struct ActionName;

/// Words of the kinds of things, for the contract.
pub struct TargetKindName;

fn schema_of_words<T>(
    names: &[(&'static str, T)],
) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
    utoipa::openapi::schema::ObjectBuilder::new()
        .schema_type(utoipa::openapi::schema::SchemaType::new(
            utoipa::openapi::Type::String,
        ))
        .enum_values(Some(names.iter().map(|(word, _)| *word)))
        .into()
}

impl utoipa::PartialSchema for ActionName {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        schema_of_words(Action::NAMES)
    }
}

impl ToSchema for ActionName {}

impl utoipa::PartialSchema for TargetKindName {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        schema_of_words(TargetKind::NAMES)
    }
}

impl ToSchema for TargetKindName {}

/// What is looked for.
struct AuditFilter {
    action: Option<Action>,
    actor: Option<String>,
    target_kind: Option<TargetKind>,
    target_id: Option<String>,
    /// Entries from this id on: ids grow with time.
    from: Option<i64>,
    /// Entries before this id.
    before: Option<i64>,
    direction: Direction,
}

impl AuditParams {
    fn parse(&self) -> Result<(AuditFilter, Page), ApiError> {
        let page = Page::parse(self.page_num.as_deref(), self.page_size.as_deref())?;
        let actor = self.actor.as_deref().map(str::trim);
        let is_name =
            |name: &str| (1..=ACTOR_CHARS).contains(&name.chars().count()) && !name.contains('\0');
        if !actor.is_none_or(is_name) {
            return Err(ApiError::bad_request("参数actor最多32个字符"));
        }
        let direction = ByTime::parse(self.sort.as_deref(), self.order.as_deref())?;
        let name = |actor: &str| if actor == SYSTEM { "" } else { actor }.to_owned();
        let filter = AuditFilter {
            action: choice("action", self.action.as_deref(), Action::NAMES)?,
            actor: actor.map(name),
            target_kind: choice("targetKind", self.target_kind.as_deref(), TargetKind::NAMES)?,
            target_id: self.target()?,
            from: day("from", self.from.as_deref(), 0)?,
            before: day("to", self.to.as_deref(), 1)?,
            direction: direction.unwrap_or(Direction::Descending),
        };
        Ok((filter, page))
    }

    fn target(&self) -> Result<Option<String>, ApiError> {
        let target = self.target_id.as_deref();
        let is_id =
            |id: &str| (1..=TARGET_CHARS).contains(&id.chars().count()) && !id.contains('\0');
        if !target.is_none_or(is_id) {
            return Err(ApiError::bad_request("参数targetId最多64个字符"));
        }
        Ok(target.map(str::to_owned))
    }
}

/// The first id of the day that is so many days after the one that was sent.
fn day(name: &str, sent: Option<&str>, later: u64) -> Result<Option<i64>, ApiError> {
    sent.map(|text| {
        day_begins(text, later)
            .map(first_id_of)
            .ok_or_else(|| ApiError::bad_request(format!("参数{name}不是有效的日期")))
    })
    .transpose()
}

/// List what operators have changed
///
/// The latest change first, or the oldest. Past the end there are no rows.
#[utoipa::path(
    get, path = "/admin/audit", tag = "operators", security(("bearer" = [])), params(AuditParams),
    responses(
        (status = 200, description = "One page of changes", body = Rows<AuditEntry>),
        (status = 400, description = "A parameter breaks its rule", body = ErrorBody),
    ),
)]
async fn list_audit_entries(
    state: web::Data<AppState>,
    params: web::Query<AuditParams>,
) -> Result<web::Json<Rows<AuditEntry>>, ApiError> {
    let (filter, page) = params.parse()?;
    let (rows, names, total) = state
        .db
        .read_fresh(move |conn| {
            let (rows, total) = entries(conn, &filter, page)?;
            let names = names_of(conn, &rows)?;
            Ok::<_, ApiError>((rows, names, total))
        })
        .await?;
    let rows = rows.into_iter().map(|row| AuditEntry::new(row, &names));
    Ok(web::Json(Rows::of(rows, total)))
}

fn entries(conn: &mut Conn, filter: &AuditFilter, page: Page) -> QueryResult<(Vec<AuditRow>, i64)> {
    let wanted = || {
        let mut wanted = audit_log::table.into_boxed();
        if let Some(action) = filter.action {
            wanted = wanted.filter(audit_log::action.eq(action.word()));
        }
        if let Some(actor) = &filter.actor {
            wanted = wanted.filter(audit_log::actor.eq(actor));
        }
        if let Some(kind) = filter.target_kind {
            wanted = wanted.filter(audit_log::target_kind.eq(kind.word()));
        }
        if let Some(target) = &filter.target_id {
            wanted = wanted.filter(audit_log::target_id.eq(target));
        }
        if let Some(from) = filter.from {
            wanted = wanted.filter(audit_log::id.ge(from));
        }
        if let Some(before) = filter.before {
            wanted = wanted.filter(audit_log::id.lt(before));
        }
        wanted
    };
    let total = count_up_to_most!(conn, wanted(), audit_log::id)?;
    let list = wanted().select(AuditRow::as_select());
    let rows = in_order!(list, filter.direction, audit_log::id)
        .limit(i64::from(page.limit()))
        .offset(i64::from(page.offset()))
        .load(conn)?;
    Ok((rows, total))
}
