//! Whom an operator may change, and that an admin is always left. Whoever changes a user holds all enabled admins
//! and the user until the transaction ends: of two who change each other one comes second, and finds out.

use diesel::prelude::*;

use crate::audit::Actor;
use crate::auth::users::lock_member;
use crate::auth::users::{self, UserRow};
use crate::base::role::{Permission, Role};
use crate::db::Conn;
use crate::db::schema::users as table;
use crate::http::error::{ApiError, ErrorKind};

/// What somebody wants to do with an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Intent {
    /// Enable it, or give or take days of VIP.
    Care,
    /// Disable it or set its password: nobody does so with their own here.
    Lock,
    /// Change what it may do among the operators: for admins alone.
    Role,
}

/// Holds the user, and gives them as they are, if the actor may do this with them. The command line may always.
///
/// # Errors
/// 404, 403 for whoever may not, or 422 for their own account.
pub fn hold(
    conn: &mut Conn,
    actor: &Actor,
    user: i64,
    intent: Intent,
) -> Result<UserRow, ApiError> {
    let admins = hold_admins(conn)?;
    lock_member(conn, user)?;
    let found = users::by_id(conn, user)?;
    if let Some(caller) = actor.id() {
        // As of now: somebody may have ended what the call was let through with.
        let caller = users::by_id(conn, caller)?;
        may(&caller, admins.contains(&caller.id), &found, intent)?;
    }
    Ok(found)
}

/// Whether `caller` may do this with `user`.
fn may(caller: &UserRow, is_admin: bool, user: &UserRow, intent: Intent) -> Result<(), ApiError> {
    let is_let = !caller.disabled && caller.permissions().contains(&Permission::UsersManage);
    if !is_let {
        return Err(ApiError::new(ErrorKind::Forbidden));
    }
    if caller.id == user.id && intent != Intent::Care {
        return Err(ApiError::new(ErrorKind::OwnAccount));
    }
    let is_operator = !user.permissions().is_empty();
    if !is_admin && (is_operator || intent == Intent::Role) {
        let text = "只有管理员可以更改管理账号";
        return Err(ApiError::with_message(ErrorKind::Forbidden, text));
    }
    Ok(())
}

/// That there is an enabled admin beside this user, if they are one.
pub fn keep_an_admin(conn: &mut Conn, user: i64) -> Result<(), ApiError> {
    let admins = hold_admins(conn)?;
    if admins.contains(&user) && admins.len() == 1 {
        return Err(ApiError::new(ErrorKind::LastAdmin));
    }
    Ok(())
}

/// The enabled admins, held in the order of their ids. SQLite has one writer at a time anyway.
fn hold_admins(conn: &mut Conn) -> QueryResult<Vec<i64>> {
    let admins = table::table
        .filter(table::role.eq(Role::Admin.word()))
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
    use crate::auth::user_name::UserName;

    fn user(id: i64, role: Role, beside: &str) -> UserRow {
        let name = UserName::parse("lin_xia").unwrap();
        UserRow {
            role,
            permissions: beside.to_owned(),
            ..UserRow::new(id, &name, String::new(), String::new(), 0)
        }
    }

    fn outcome(caller: &UserRow, user: &UserRow, intent: Intent) -> Option<ErrorKind> {
        let is_admin = caller.role == Role::Admin;
        may(caller, is_admin, user, intent)
            .err()
            .map(|error| error.kind)
    }

    #[test]
    fn only_admins_touch_operators_and_nobody_their_own_rights() {
        let (admin, helper) = (
            user(1, Role::Admin, ""),
            user(2, Role::Support, "users:manage"),
        );
        let (member, special) = (
            user(3, Role::Member, ""),
            user(4, Role::Member, "audit:view"),
        );
        let forbidden = Some(ErrorKind::Forbidden);
        let own = Some(ErrorKind::OwnAccount);
        for intent in [Intent::Care, Intent::Lock, Intent::Role] {
            assert_eq!(outcome(&admin, &member, intent), None);
            assert_eq!(outcome(&admin, &helper, intent), None);
            assert_eq!(outcome(&helper, &special, intent), forbidden);
            assert_eq!(outcome(&helper, &admin, intent), forbidden);
            assert_eq!(outcome(&member, &special, intent), forbidden);
        }
        assert_eq!(outcome(&helper, &member, Intent::Lock), None);
        assert_eq!(outcome(&helper, &member, Intent::Role), forbidden);
        assert_eq!(outcome(&admin, &admin, Intent::Care), None);
        assert_eq!(outcome(&admin, &admin, Intent::Lock), own);
        assert_eq!(outcome(&admin, &admin, Intent::Role), own);
        assert_eq!(outcome(&helper, &helper, Intent::Care), forbidden);
        let ended = UserRow {
            disabled: true,
            ..admin
        };
        assert_eq!(outcome(&ended, &member, Intent::Care), forbidden);
    }
}
