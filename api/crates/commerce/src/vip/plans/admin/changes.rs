//! Creating and editing plans. Orders and codes keep the terms they were created with; a change applies to later sales.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_access::auth::level::VIP;
use yingku_base::values::{Id, Yuan};
use yingku_db::schema::vip_plans;
use yingku_db::{Conn, DbError};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::lock_version;

use super::form::PlanChange;
use crate::vip::plans::{self, PlanKind, PlanRow};

/// A plan in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminPlan {
    /// Its id.
    pub id: Id,
    /// The application it is sold in; empty = any.
    #[schema(example = "", max_length = 64)]
    pub app: String,
    /// The name, as printed on orders.
    #[schema(example = "VIP年卡", max_length = 64)]
    pub name: String,
    /// The description.
    #[schema(example = "365天 · 不限次数复制磁力链接 · 在线观看")]
    pub remark: String,
    /// The price in yuan.
    pub price: Yuan,
    /// The original price in yuan; equal to the price without a discount.
    pub price_before: Yuan,
    /// Days of VIP.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
    /// `time`: the days themselves; `code`: an activation code for them.
    #[schema(example = "time")]
    pub kind: PlanKind,
    /// The group it grants.
    #[schema(minimum = 2, maximum = 9, example = 2)]
    pub level_id: i16,
    /// Position in the shop.
    #[schema(minimum = 0, maximum = 999, example = 1)]
    pub position: i16,
    /// Whether it is on sale.
    #[schema(example = true)]
    pub on_sale: bool,
    /// Increases with every change; an edit sends the one it is based on.
    #[schema(minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
}

impl From<PlanRow> for AdminPlan {
    fn from(row: PlanRow) -> Self {
        Self {
            kind: row.kind,
            id: Id(row.id),
            app: row.app,
            name: row.name,
            remark: row.remark,
            price: Yuan(row.price_fen),
            price_before: Yuan(row.price_before_fen),
            days: row.days,
            level_id: row.level_id,
            position: row.position,
            on_sale: row.on_sale,
            version: row.version,
        }
    }
}

/// Creates a plan and returns its id.
pub fn create(conn: &mut Conn, actor: &Actor, change: PlanChange) -> Result<i64, ApiError> {
    let mut plan = PlanRow {
        id: actor.next_id(),
        app: String::new(),
        name: String::new(),
        remark: String::new(),
        price_fen: 0,
        price_before_fen: change.price().unwrap_or_default(),
        days: 1,
        kind: PlanKind::Time,
        level_id: VIP,
        position: 0,
        on_sale: false,
        version: 1,
    };
    change.apply(&mut plan)?;
    diesel::insert_into(vip_plans::table)
        .values(&plan)
        .execute(conn)
        .map_err(name_taken)?;
    let entry = Change {
        action: Action::PlanCreate,
        target: (TargetKind::Plan, plan.id.to_string()),
        before: Value::Null,
        after: Value::Object(fields(&plan)),
        reason: "",
    };
    audit::record(conn, actor, &entry)?;
    Ok(plan.id)
}

/// Edits a plan. The audit record has only the changed fields.
pub fn edit(
    conn: &mut Conn,
    actor: &Actor,
    (id, version): (i64, i64),
    change: PlanChange,
) -> Result<(), ApiError> {
    lock_version!(conn, vip_plans, id, version);
    let before = plans::by_id(conn, id)?;
    let mut after = before.clone();
    change.apply(&mut after)?;
    if after == before {
        return Ok(());
    }
    after.version += 1;
    diesel::update(vip_plans::table.find(id))
        .set(&after)
        .execute(conn)
        .map_err(name_taken)?;
    let (old, new) = audit::differing(fields(&before), fields(&after));
    let entry = Change {
        action: Action::PlanEdit,
        target: (TargetKind::Plan, id.to_string()),
        before: old,
        after: new,
        reason: "",
    };
    Ok(audit::record(conn, actor, &entry)?)
}

fn name_taken(error: Error) -> ApiError {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => {
            ApiError::new(ErrorKind::PlanNameTaken)
        }
        error => DbError::from(error).into(),
    }
}

/// What the audit log records of a plan: all fields but the id and the version.
fn fields(plan: &PlanRow) -> Map<String, Value> {
    let Value::Object(mut fields) = json!(AdminPlan::from(plan.clone())) else {
        return Map::new();
    };
    fields.retain(|name, _| name != "id" && name != "version");
    fields
}
