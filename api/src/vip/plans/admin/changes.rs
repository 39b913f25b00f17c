//! What operators do with plans: make them, change them, and take them off sale. Orders and codes keep what was
//! agreed on, so that a change counts for what is sold after it.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;

use super::form::PlanChange;
use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::auth::level::VIP;
use crate::base::money::yuan;
use crate::base::values::{Id, Yuan};
use crate::db::schema::vip_plans;
use crate::db::{Conn, DbError};
use crate::http::error::{ApiError, ErrorKind};
use crate::lock_version;
use crate::vip::plans::{self, PlanKind, PlanRow};

/// A plan as operators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminPlan {
    /// Its id.
    pub id: Id,
    /// The application it is sold in; empty = any.
    #[schema(example = "", max_length = 64)]
    pub app: String,
    /// Its name, as it stands on an order.
    #[schema(example = "VIP年卡", max_length = 64)]
    pub name: String,
    /// What it says beside its name.
    #[schema(example = "365天 · 不限次数复制磁力链接 · 在线观看")]
    pub remark: String,
    /// What it costs, yuan.
    pub price: Yuan,
    /// What it cost before, yuan; the same when it is not reduced.
    pub price_before: Yuan,
    /// Days it gives.
    #[schema(minimum = 1, maximum = 36500, example = 365)]
    pub days: i32,
    /// `time` for the days themselves, `code` for an activation code for them.
    #[schema(example = "time")]
    pub kind: PlanKind,
    /// The group it gives.
    #[schema(minimum = 2, maximum = 9, example = 2)]
    pub level_id: i16,
    /// Place in the shop.
    #[schema(minimum = 0, maximum = 999, example = 1)]
    pub position: i16,
    /// Whether it can be bought now.
    #[schema(example = true)]
    pub on_sale: bool,
    /// Moves with every change by anybody; whoever saves sends the one they have seen.
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

/// Adds a plan and gives its id.
///
/// # Errors
/// 409 when another has the name, 422 for prices that do not fit, or the statement's.
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
        .map_err(taken)?;
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

/// Changes a plan; what stays as it was is not entered.
///
/// # Errors
/// 404, 409 for a version that has moved on or when another has the name, 422 for prices that do not fit, or the statement's.
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
        .map_err(taken)?;
    let (mut old, mut new) = (fields(&before), fields(&after));
    let same: Vec<String> = old
        .iter()
        .filter(|(name, value)| new.get(*name) == Some(value))
        .map(|(name, _)| name.clone())
        .collect();
    for name in same {
        old.remove(&name);
        new.remove(&name);
    }
    let entry = Change {
        action: Action::PlanEdit,
        target: (TargetKind::Plan, id.to_string()),
        before: Value::Object(old),
        after: Value::Object(new),
        reason: "",
    };
    Ok(audit::record(conn, actor, &entry)?)
}

fn taken(error: Error) -> ApiError {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => {
            ApiError::new(ErrorKind::PlanNameTaken)
        }
        error => DbError::from(error).into(),
    }
}

fn fields(plan: &PlanRow) -> Map<String, Value> {
    let all = json!({
        "app": plan.app,
        "name": plan.name,
        "remark": plan.remark,
        "price": yuan(plan.price_fen),
        "priceBefore": yuan(plan.price_before_fen),
        "days": plan.days,
        "kind": plan.kind,
        "levelId": plan.level_id,
        "position": plan.position,
        "onSale": plan.on_sale,
    });
    match all {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
