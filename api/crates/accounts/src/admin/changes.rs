//! Changes that operators and the command line make to a user whose row is locked ([`super::policy::lock_user`]), each
//! with its audit record. A change without effect is not recorded.

use serde_json::{Value, json};
use yingku_access::audit::{self, Action, Actor, Change, TargetKind};
use yingku_access::auth::level::VIP;
use yingku_access::auth::personal_data::{self, PersonalData};
use yingku_access::auth::users::{self, UserChange, UserRow};
use yingku_base::role::{Permissions, Role};
use yingku_base::time::{DAY, format_shanghai};
use yingku_commerce::vip::grants::{self, Granted, NewGrant, Source};
use yingku_db::Conn;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::OrderMode;

use super::policy::require_another_admin;
use crate::{program_keys, recovery, sessions};

/// VIP may end at most this many days from now.
const MAX_DAYS: i64 = 36_500;

/// Who makes a change, and why.
#[derive(Clone, Copy)]
pub struct Cause<'a> {
    /// The operator, or the command line.
    pub actor: &'a Actor,
    /// The stated reason; empty on the command line.
    pub reason: &'a str,
}

impl Cause<'_> {
    /// Records a change of a user.
    fn record(
        self,
        conn: &mut Conn,
        user: i64,
        action: Action,
        (before, after): (Value, Value),
    ) -> Result<(), ApiError> {
        let change = Change {
            action,
            target: (TargetKind::User, user.to_string()),
            before,
            after,
            reason: self.reason,
        };
        Ok(audit::record(conn, self.actor, &change)?)
    }
}

/// Adds a user. Returns whether the name was free.
pub fn create(
    conn: &mut Conn,
    cause: Cause<'_>,
    parts: &[PersonalData],
    user: &UserRow,
) -> Result<bool, ApiError> {
    if !personal_data::join(parts, conn, user)? {
        return Ok(false);
    }
    let after = rights(user.role, &user.permissions);
    cause.record(conn, user.id, Action::UserCreate, (Value::Null, after))?;
    Ok(true)
}

/// Disables a user, which ends all their sessions, or enables them again. The last admin cannot be disabled.
pub fn set_disabled(
    conn: &mut Conn,
    cause: Cause<'_>,
    user: &UserRow,
    disabled: bool,
) -> Result<(), ApiError> {
    if user.disabled == disabled {
        return Ok(());
    }
    let now = cause.actor.now;
    let action = if disabled {
        require_another_admin(conn, user.id)?;
        sessions::end_others(conn, user.id, None, now)?;
        Action::UserDisable
    } else {
        Action::UserEnable
    };
    let change = UserChange {
        disabled: Some(disabled),
        ..UserChange::default()
    };
    users::change(conn, user.id, &change, now)?;
    let state_json = |disabled: bool| json!({ "disabled": disabled });
    let states = (state_json(user.disabled), state_json(disabled));
    cause.record(conn, user.id, action, states)
}

/// Sets a password hash, which ends all sessions of the user and the keys of an operator's programs. A `temporary` password must be changed at the next sign-in.
pub fn set_password(
    conn: &mut Conn,
    cause: Cause<'_>,
    user: i64,
    (hash, temporary): (String, bool),
) -> Result<(), ApiError> {
    let change = UserChange {
        password_hash: Some(hash),
        must_change_password: Some(temporary),
        ..UserChange::default()
    };
    users::change(conn, user, &change, cause.actor.now)?;
    let ended = sessions::end_others(conn, user, None, cause.actor.now)?;
    // Someone who knew the old password may have created them.
    recovery::invalidate_codes(conn, user)?;
    program_keys::delete_scoped(conn, cause.actor, user)?;
    let after = json!({ "sessionsEnded": ended });
    cause.record(conn, user, Action::UserPassword, (Value::Null, after))
}

/// Changes a user's role and extra permissions (`extra`). The last admin stays admin.
pub fn set_rights(
    conn: &mut Conn,
    cause: Cause<'_>,
    user: &UserRow,
    role: Role,
    extra: Permissions,
) -> Result<(), ApiError> {
    if user.role == role && user.permissions == extra {
        return Ok(());
    }
    if role != Role::Admin {
        require_another_admin(conn, user.id)?;
    }
    let states = (rights(user.role, &user.permissions), rights(role, &extra));
    let change = UserChange {
        role: Some(role),
        permissions: Some(extra),
        ..UserChange::default()
    };
    users::change(conn, user.id, &change, cause.actor.now)?;
    cause.record(conn, user.id, Action::UserRole, states)
}

fn rights(role: Role, extra: &Permissions) -> Value {
    json!({ "role": role, "permissions": extra })
}

/// Grants days of VIP, or revokes them when `days` is negative. `reference` is the idempotency key.
///
/// # Errors
/// 409 when the key was used for another change, 422 when there is nothing to revoke or VIP would last too long.
pub fn add_days(
    conn: &mut Conn,
    cause: Cause<'_>,
    user: &UserRow,
    (days, reference): (i32, &str),
) -> Result<(), ApiError> {
    let now = cause.actor.now;
    let new = NewGrant {
        id: cause.actor.next_id(),
        user: user.id,
        source: Source::Operator,
        reference,
        level_id: VIP,
        days,
        mode: OrderMode::Live,
    };
    if is_granted(conn, user, (days, reference))? {
        return Ok(());
    }
    let left = user.vip_until - now;
    if days < 0 && left <= 0 {
        return Err(ApiError::new(ErrorKind::VipDays));
    }
    if left.max(0) + i64::from(days) * DAY > MAX_DAYS * DAY {
        let text = "VIP最长为100年";
        return Err(ApiError::with_message(ErrorKind::VipDays, text));
    }
    let granted = if days < 0 {
        grants::remove_days(conn, &new, -days, now)?
    } else {
        grants::grant(conn, &new, now)?
    };
    match granted {
        Granted::Now { ends_at, .. } => {
            let after = json!({ "days": days, "vipUntil": format_shanghai(ends_at) });
            let states = (vip(user, now), after);
            cause.record(conn, user.id, Action::UserDays, states)
        }
        // The user is locked, so no other transaction can have used the key meanwhile.
        Granted::Already => Err(ApiError::new(ErrorKind::FormReused)),
    }
}

/// Whether this change was made before.
///
/// # Errors
/// 409 when the key was used for another change.
pub fn is_granted(
    conn: &mut Conn,
    user: &UserRow,
    (days, reference): (i32, &str),
) -> Result<bool, ApiError> {
    match grants::by_cause(conn, Source::Operator, reference)? {
        None => Ok(false),
        Some(earlier) if earlier.user_id == Some(user.id) && earlier.days == days => Ok(true),
        Some(_) => Err(ApiError::new(ErrorKind::FormReused)),
    }
}

/// Ends VIP now.
pub fn end_vip(conn: &mut Conn, cause: Cause<'_>, user: &UserRow) -> Result<(), ApiError> {
    let now = cause.actor.now;
    grants::end(conn, cause.actor.next_id(), user.id, now)?;
    let states = (vip(user, now), json!({ "vipUntil": format_shanghai(now) }));
    cause.record(conn, user.id, Action::UserDays, states)
}

/// When VIP ends; null without VIP.
fn vip(user: &UserRow, now: i64) -> Value {
    json!({ "vipUntil": user.level(now).expire_time })
}
