//! Records sign-ins and failed attempts: in the security log, and for operators in the audit log as well. Failures of
//! one operator in the audit log are capped per hour.

use diesel::prelude::*;
use diesel::result::QueryResult;
use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_access::auth::caller::Client;
use yingku_access::auth::users::UserRow;
use yingku_db::Conn;
use yingku_db::schema::audit_log;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::state::AppState;
use yingku_platform::telemetry::security_log::Event;

/// Failures recorded for one operator per hour.
const MAX_RECORDED: i64 = 20;
const HOUR: i64 = 3_600;

/// Logs a successful sign-in.
pub(super) fn log_success(state: &AppState, client: &Client, user: i64, is_operator: bool) {
    let events = (Event::SignedIn, Event::OperatorSignedIn);
    log_done(state, client, (user, is_operator), events);
}

/// Logs that a forgotten password was replaced.
pub(super) fn log_recovery(state: &AppState, client: &Client, user: i64, is_operator: bool) {
    let events = (Event::Recovered, Event::OperatorRecovered);
    log_done(state, client, (user, is_operator), events);
}

fn log_done(
    state: &AppState,
    client: &Client,
    (user, is_operator): (i64, bool),
    (of_member, of_operator): (Event, Event),
) {
    let event = if is_operator { of_operator } else { of_member };
    state
        .security
        .write(event, Some(user), &client.network(), "", client.request);
}

/// Logs a failed sign-in; `user` is none when the name is unknown.
pub(super) async fn log_failure(
    state: &AppState,
    client: &Client,
    user: Option<UserRow>,
) -> Result<(), ApiError> {
    let operator = user.as_ref().filter(|user| user.is_operator());
    let event = match operator {
        Some(_) => Event::OperatorSignInFailed,
        None => Event::SignInFailed,
    };
    let (id, network) = (user.as_ref().map(|user| user.id), client.network());
    let word = ErrorKind::BadCredentials.as_str();
    state
        .security
        .write(event, id, &network, word, client.request);
    let (Some(_), Some(id)) = (operator, id) else {
        return Ok(());
    };
    let actor = Actor::system(state);
    state
        .db
        .write(move |conn| {
            if recent_failures(conn, id, actor.now)? < MAX_RECORDED {
                record(conn, &actor, (Action::UserSignInFailed, id), &network)?;
            }
            Ok(())
        })
        .await
}

/// Adds an operator's sign-in to the audit log.
pub(super) fn record_operator(
    conn: &mut Conn,
    actor: &Actor,
    user: i64,
    network: &str,
) -> QueryResult<()> {
    record(conn, actor, (Action::UserSignIn, user), network)
}

fn record(
    conn: &mut Conn,
    actor: &Actor,
    (action, user): (Action, i64),
    network: &str,
) -> QueryResult<()> {
    let change = Change {
        action,
        target: (TargetKind::User, user.to_string()),
        before: Value::Null,
        after: json!({ "network": network }),
        reason: "",
    };
    audit::record(conn, actor, &change)
}

fn recent_failures(conn: &mut Conn, user: i64, now: i64) -> QueryResult<i64> {
    audit_log::table
        .filter(audit_log::target_kind.eq(TargetKind::User))
        .filter(audit_log::target_id.eq(user.to_string()))
        .filter(audit_log::action.eq(Action::UserSignInFailed))
        .filter(audit_log::created_at.gt(now - HOUR))
        .count()
        .get_result(conn)
}
