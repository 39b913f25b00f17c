//! Whom an operator may change, and that at least one admin remains. A change locks all enabled admins and the user
//! until the transaction ends: when two operators change each other, the second sees what the first did.

use diesel::prelude::*;
use yingku_access::audit::Actor;
use yingku_access::auth::users::{self, UserRow, lock_member};
use yingku_base::role::{Permission, Role};
use yingku_db::Conn;
use yingku_db::schema::users as table;
use yingku_http_kit::error::{ApiError, ErrorKind};

/// The kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// Enabling, or granting or revoking days of VIP.
    Assist,
    /// Disabling or setting the password; rejected for the operator's own account.
    Restrict,
    /// Changing the role or permissions; for admins only.
    ChangeRole,
}

/// Locks and returns the user if the actor may make this change. The command line may make any.
pub fn lock_user(
    conn: &mut Conn,
    actor: &Actor,
    user: i64,
    intent: Intent,
) -> Result<UserRow, ApiError> {
    let admins = lock_admins(conn)?;
    lock_member(conn, user)?;
    let found = users::by_id(conn, user)?;
    if let Some(caller) = actor.id() {
        // Read again under the lock: the caller's permissions may have been revoked since the request was authorized.
        let caller = users::by_id(conn, caller)?;
        authorize(&caller, admins.contains(&caller.id), &found, intent)?;
    }
    Ok(found)
}

/// Rejects a change that `caller` may not make to `user`.
fn authorize(
    caller: &UserRow,
    is_admin: bool,
    user: &UserRow,
    intent: Intent,
) -> Result<(), ApiError> {
    let is_allowed = !caller.disabled && caller.permissions().0.contains(&Permission::UsersManage);
    if !is_allowed {
        return Err(ApiError::new(ErrorKind::Forbidden));
    }
    if caller.id == user.id && intent != Intent::Assist {
        return Err(ApiError::new(ErrorKind::OwnAccount));
    }
    if !is_admin && (user.is_operator() || intent == Intent::ChangeRole) {
        let text = "只有管理员可以更改管理账号";
        return Err(ApiError::with_message(ErrorKind::Forbidden, text));
    }
    Ok(())
}

/// Rejects the removal of the last enabled admin.
pub fn require_another_admin(conn: &mut Conn, user: i64) -> Result<(), ApiError> {
    let admins = lock_admins(conn)?;
    if admins.contains(&user) && admins.len() == 1 {
        return Err(ApiError::new(ErrorKind::LastAdmin));
    }
    Ok(())
}

/// Locks the enabled admins in the order of their ids. SQLite has one writer at a time anyway.
fn lock_admins(conn: &mut Conn) -> QueryResult<Vec<i64>> {
    let admins = table::table
        .filter(table::role.eq(Role::Admin))
        .filter(table::disabled.eq(false))
        .order(table::id)
        .select(table::id);
    match conn {
        Conn::Sqlite(conn) => admins.load(conn),
        Conn::Postgres(conn) => admins.for_no_key_update().load(conn),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_access::auth::user_name::UserName;

    fn user(id: i64, role: Role, extra: &[Permission]) -> UserRow {
        let name = UserName::parse("lin_xia").unwrap();
        UserRow {
            role,
            permissions: extra.iter().copied().collect(),
            ..UserRow::new(id, &name, String::new(), String::new(), 0)
        }
    }

    fn outcome(caller: &UserRow, user: &UserRow, intent: Intent) -> Option<ErrorKind> {
        let is_admin = caller.role == Role::Admin;
        authorize(caller, is_admin, user, intent)
            .err()
            .map(|error| error.kind)
    }

    #[test]
    fn only_admins_change_operators_and_nobody_changes_their_own_rights() {
        let (admin, helper) = (
            user(1, Role::Admin, &[]),
            user(2, Role::Support, &[Permission::UsersManage]),
        );
        let (member, special) = (
            user(3, Role::Member, &[]),
            user(4, Role::Member, &[Permission::AuditView]),
        );
        let forbidden = Some(ErrorKind::Forbidden);
        let own = Some(ErrorKind::OwnAccount);
        for intent in [Intent::Assist, Intent::Restrict, Intent::ChangeRole] {
            assert_eq!(outcome(&admin, &member, intent), None);
            assert_eq!(outcome(&admin, &helper, intent), None);
            assert_eq!(outcome(&helper, &special, intent), forbidden);
            assert_eq!(outcome(&helper, &admin, intent), forbidden);
            assert_eq!(outcome(&member, &special, intent), forbidden);
        }
        assert_eq!(outcome(&helper, &member, Intent::Restrict), None);
        assert_eq!(outcome(&helper, &member, Intent::ChangeRole), forbidden);
        assert_eq!(outcome(&admin, &admin, Intent::Assist), None);
        assert_eq!(outcome(&admin, &admin, Intent::Restrict), own);
        assert_eq!(outcome(&admin, &admin, Intent::ChangeRole), own);
        assert_eq!(outcome(&helper, &helper, Intent::Assist), forbidden);
        let ended = UserRow {
            disabled: true,
            ..admin
        };
        assert_eq!(outcome(&ended, &member, Intent::Assist), forbidden);
    }
}
