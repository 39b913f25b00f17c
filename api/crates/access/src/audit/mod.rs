//! The audit log: who changed what, before and after, why, and when. A record is written in the transaction of its
//! change, so neither exists without the other.

pub mod entry;

use std::sync::Arc;

use diesel::prelude::*;
use serde_json::{Map, Value, json};
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_base::string_enum;
use yingku_base::time::format_shanghai;
use yingku_db::Conn;
use yingku_db::schema::audit_log;
use yingku_platform::state::AppState;

use crate::auth::caller::Operator;
use crate::auth::personal_data::PersonalData;
use crate::auth::users::UserRow;

/// The name of the command line; no user can have it.
pub const COMMAND: &str = "命令行";

string_enum! {
    /// The action.
    #[expect(missing_docs, reason = "self-explanatory")]
    pub enum Action {
        MessageReply = "messages.reply",
        MessageClose = "messages.close",
        MessageEdit = "messages.edit",
        TemplatesEdit = "messages.templates",
        WorkEdit = "works.edit",
        WorkHide = "works.hide",
        WorkRestore = "works.restore",
        WorkTakeDown = "works.takedown",
        WorkSuspend = "works.suspend",
        ReportDecide = "reports.decide",
        WorkCreate = "works.create",
        WorkMerge = "works.merge",
        WorksImport = "works.import",
        ImportCancel = "works.import.cancel",
        ImportUndo = "works.import.undo",
        JobCancel = "jobs.cancel",
        JobAgain = "jobs.again",
        JobDelete = "jobs.delete",
        TermCreate = "terms.create",
        TermEdit = "terms.edit",
        TermMerge = "terms.merge",
        TermDelete = "terms.delete",
        OrderRecheck = "orders.recheck",
        OrderGrant = "orders.grant",
        OrderGrantAsk = "orders.grant.ask",
        OrderGrantCancel = "orders.grant.cancel",
        OrderRefund = "orders.refund",
        OrderVoid = "orders.void",
        PlanCreate = "plans.create",
        PlanEdit = "plans.edit",
        SiteEdit = "site.edit",
        CodesMake = "codes.make",
        CodesRevoke = "codes.revoke",
        UserCreate = "users.create",
        UserDisable = "users.disable",
        UserEnable = "users.enable",
        UserDays = "users.days",
        UserRole = "users.role",
        UserPassword = "users.password",
        UserSignIn = "users.signin",
        UserSignInFailed = "users.signin.failed",
        KeyCreate = "keys.create",
        KeyDelete = "keys.delete",
        DownloadDecide = "downloads.decide",
    }
}

string_enum! {
    /// The kind of the target.
    #[expect(missing_docs, reason = "self-explanatory")]
    pub enum TargetKind {
        Message = "message",
        Work = "work",
        Report = "report",
        Import = "import",
        Film = "film",
        Term = "term",
        Order = "order",
        Plan = "plan",
        Site = "site",
        Codes = "codes",
        User = "user",
        Download = "download",
    }
}

/// The author of a change, with the ids and the time for new rows.
#[derive(Clone)]
pub struct Actor {
    /// The operator's account; none for the system and the command line.
    account: Option<i64>,
    /// The name in the log; empty for the system.
    name: String,
    ids: Arc<Ids>,
    clock: Arc<dyn Clock>,
    /// The time of the change, seconds since 1970.
    pub now: i64,
    /// The run of a bulk change.
    run: Option<String>,
    /// The name of the key, for an operator's program.
    program: Option<String>,
}

impl Actor {
    /// The actor at the current time, in a run of a bulk change.
    #[must_use]
    pub fn in_run(&self, run: &str) -> Self {
        Self {
            run: Some(run.to_owned()),
            ..self.with_current_time()
        }
    }

    /// The actor at the current time, for one of several transactions of a request.
    #[must_use]
    pub fn with_current_time(&self) -> Self {
        Self {
            now: self.clock.now_ms().div_euclid(1_000),
            ..self.clone()
        }
    }

    /// Whether the changes belong to a run.
    pub fn is_in_run(&self) -> bool {
        self.run.is_some()
    }

    /// The operator of a request.
    pub fn operator(state: &AppState, operator: Operator) -> Self {
        Self {
            account: Some(operator.id),
            name: operator.name,
            program: operator.program,
            ..Self::system(state)
        }
    }

    /// An operator who is just signing in.
    pub fn signed_in(state: &AppState, user: &UserRow) -> Self {
        Self {
            account: Some(user.id),
            name: user.name.clone(),
            ..Self::system(state)
        }
    }

    /// The system, acting on a rule.
    pub fn system(state: &AppState) -> Self {
        Self::background(Arc::clone(&state.ids), Arc::clone(&state.clock))
    }

    /// [`Actor::system`] for background work without [`AppState`].
    pub fn background(ids: Arc<Ids>, clock: Arc<dyn Clock>) -> Self {
        Self {
            account: None,
            run: None,
            program: None,
            name: String::new(),
            now: clock.now_ms().div_euclid(1_000),
            ids,
            clock,
        }
    }

    /// The command line.
    pub fn command(ids: Arc<Ids>, clock: Arc<dyn Clock>) -> Self {
        Self {
            account: None,
            run: None,
            program: None,
            name: COMMAND.to_owned(),
            now: clock.now_ms().div_euclid(1_000),
            ids,
            clock,
        }
    }

    /// The name in the log.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The operator's id; none for the system.
    pub fn id(&self) -> Option<i64> {
        self.account
    }

    /// A new id.
    pub fn next_id(&self) -> i64 {
        self.ids.next(self.clock.as_ref())
    }

    /// The id generator.
    pub fn ids(&self) -> Arc<Ids> {
        Arc::clone(&self.ids)
    }

    /// The clock.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }
}

/// A change to record.
#[derive(Debug)]
pub struct Change<'a> {
    /// The action.
    pub action: Action,
    /// Kind and id of the target; the id may be an order's number or the name of a batch of codes.
    pub target: (TargetKind, String),
    /// The changed fields before; null for a new target.
    pub before: Value,
    /// The changed fields after.
    pub after: Value,
    /// The operator's reason, or empty.
    pub reason: &'a str,
}

/// A new row.
#[derive(Insertable)]
#[diesel(table_name = audit_log, treat_none_as_default_value = false)]
struct NewRow<'a> {
    #[diesel(embed)]
    row: AuditRow,
    run: Option<&'a str>,
}

/// A record's row.
#[derive(Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_log, treat_none_as_default_value = false)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct AuditRow {
    pub id: i64,
    pub actor_id: Option<i64>,
    pub actor: String,
    pub action: String,
    pub target_kind: String,
    pub target_id: String,
    pub before: String,
    pub after: String,
    pub reason: String,
    pub created_at: i64,
    pub program: Option<String>,
}

/// The operators' changes of a member's account, without their names.
pub const PERSONAL_DATA: PersonalData = PersonalData {
    name: "accountLog",
    export: |conn, user, _| {
        let rows: Vec<(String, String, String, i64)> = audit_log::table
            .select((
                audit_log::action,
                audit_log::after,
                audit_log::reason,
                audit_log::created_at,
            ))
            .filter(audit_log::target_kind.eq(TargetKind::User))
            .filter(audit_log::target_id.eq(user.to_string()))
            .order((audit_log::created_at, audit_log::id))
            .load(conn)?;
        let exported = rows.into_iter().map(|(action, after, reason, at)| {
            let after: Value = serde_json::from_str(&after).unwrap_or_default();
            json!({ "action": action, "after": after, "reason": reason, "createTime": format_shanghai(at) })
        });
        Ok(exported.collect())
    },
    ..PersonalData::NOTHING
};

/// Records a change; call it in the transaction that makes the change.
pub fn record(conn: &mut Conn, actor: &Actor, change: &Change<'_>) -> QueryResult<()> {
    record_all(conn, actor, std::slice::from_ref(change))
}

/// The fields that differ, before and after, for a [`Change`].
pub fn differing(mut before: Map<String, Value>, mut after: Map<String, Value>) -> (Value, Value) {
    before.retain(|name, value| {
        let differs = after.get(name) != Some(value);
        if !differs {
            after.remove(name);
        }
        differs
    });
    (Value::Object(before), Value::Object(after))
}

/// [`record`] for several changes.
pub fn record_all(conn: &mut Conn, actor: &Actor, changes: &[Change<'_>]) -> QueryResult<()> {
    let row = |change: &Change<'_>| NewRow {
        row: AuditRow {
            id: actor.next_id(),
            actor_id: actor.id(),
            actor: actor.name.clone(),
            action: change.action.as_str().to_owned(),
            target_kind: change.target.0.as_str().to_owned(),
            target_id: change.target.1.clone(),
            before: change.before.to_string(),
            after: change.after.to_string(),
            reason: change.reason.to_owned(),
            created_at: actor.now,
            program: actor.program.clone(),
        },
        run: actor.run.as_deref(),
    };
    let rows: Vec<_> = changes.iter().map(row).collect();
    yingku_db::insert_all!(conn, audit_log::table, rows)
}
