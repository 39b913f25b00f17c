//! The log of what operators change: who, what, what it was before and is after, why, and when. An entry is
//! written in the transaction of its change, so that there is none without the other.

pub mod entry;

use std::sync::Arc;

use diesel::prelude::*;
use serde_json::{Value, json};

use crate::auth::caller::Operator;
use crate::auth::personal_data::PersonalData;
use crate::auth::users::UserRow;
use crate::base::clock::Clock;
use crate::base::ids::Ids;
use crate::base::time::format_shanghai;
use crate::db::Conn;
use crate::db::schema::audit_log;
use crate::state::AppState;
use crate::word_enum;

/// What the command line is called in the log; no user's name can be so.
pub const COMMAND: &str = "命令行";

word_enum! {
    /// What was done.
    #[expect(missing_docs, reason = "the words say it")]
    pub enum Action {
        MessageReply = "messages.reply",
        MessageClose = "messages.close",
        WorkEdit = "works.edit",
        WorkHide = "works.hide",
        WorkRestore = "works.restore",
        WorkTakeDown = "works.takedown",
        WorkSuspend = "works.suspend",
        ReportDecide = "reports.decide",
        WorkCreate = "works.create",
        WorksImport = "works.import",
        ImportCancel = "works.import.cancel",
        TermCreate = "terms.create",
        TermEdit = "terms.edit",
        TermMerge = "terms.merge",
        TermDelete = "terms.delete",
        OrderRecheck = "orders.recheck",
        OrderRefund = "orders.refund",
        OrderVoid = "orders.void",
        PlanCreate = "plans.create",
        PlanEdit = "plans.edit",
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
        DownloadDecide = "downloads.decide",
    }
}

word_enum! {
    /// What it was done to.
    #[expect(missing_docs, reason = "the words say it")]
    pub enum TargetKind {
        Message = "message",
        Work = "work",
        Report = "report",
        Import = "import",
        Term = "term",
        Order = "order",
        Plan = "plan",
        Codes = "codes",
        User = "user",
        Download = "download",
    }
}

/// Somebody who is about to change something, and everything that new rows need: ids and the time.
#[derive(Clone)]
pub struct Actor {
    /// The operator's account; none for the system itself and for the command line.
    account: Option<i64>,
    /// The name in the log; empty for the system itself.
    name: String,
    ids: Arc<Ids>,
    clock: Arc<dyn Clock>,
    /// The time of the change, seconds since 1970.
    pub now: i64,
}

impl Actor {
    /// The operator of this call.
    pub fn operator(state: &AppState, operator: Operator) -> Self {
        Self {
            account: Some(operator.id),
            name: operator.name,
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

    /// The system, which follows a rule of its own.
    pub fn system(state: &AppState) -> Self {
        Self::background(Arc::clone(&state.ids), Arc::clone(&state.clock))
    }

    /// [`Actor::system`] for work in the background, which has no [`AppState`].
    pub fn background(ids: Arc<Ids>, clock: Arc<dyn Clock>) -> Self {
        Self {
            account: None,
            name: String::new(),
            now: clock.now_ms().div_euclid(1_000),
            ids,
            clock,
        }
    }

    /// Whoever runs a command on the machine.
    pub fn command(ids: Arc<Ids>, clock: Arc<dyn Clock>) -> Self {
        Self {
            account: None,
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

    /// Where ids come from.
    pub fn ids(&self) -> Arc<Ids> {
        Arc::clone(&self.ids)
    }

    /// Where the time comes from.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }
}

/// A change that was made.
#[derive(Debug)]
pub struct Change<'a> {
    /// What was done.
    pub action: Action,
    /// To what: its id, an order's number, or the name of a batch of codes.
    pub target: (TargetKind, String),
    /// What has changed, as it was; null when it was not there.
    pub before: Value,
    /// The same as it is now.
    pub after: Value,
    /// Why, in the operator's words, or empty.
    pub reason: &'a str,
}

/// An entry as the database keeps it.
#[derive(Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = audit_log)]
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
}

/// What operators have done to a member's account, without their names.
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
            .filter(audit_log::target_kind.eq(TargetKind::User.word()))
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

/// Enters a change, in the transaction that makes it.
pub fn record(conn: &mut Conn, actor: &Actor, change: &Change<'_>) -> QueryResult<()> {
    let (target_kind, target_id) = &change.target;
    let row = AuditRow {
        id: actor.next_id(),
        actor_id: actor.id(),
        actor: actor.name.clone(),
        action: change.action.word().to_owned(),
        target_kind: target_kind.word().to_owned(),
        target_id: target_id.clone(),
        before: change.before.to_string(),
        after: change.after.to_string(),
        reason: change.reason.to_owned(),
        created_at: actor.now,
    };
    diesel::insert_into(audit_log::table)
        .values(&row)
        .execute(conn)
        .map(|_| ())
}
