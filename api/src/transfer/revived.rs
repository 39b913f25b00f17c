//! Undoes what a restored backup has revived: sessions ended since, activation codes used or revoked since, keys of programs
//! deleted since, accounts deleted or disabled since.

use std::collections::{HashMap, HashSet};

use diesel::dsl::{And, IsNull};
use diesel::prelude::*;
use diesel::sql_types::Bool;
use yingku_access::audit::Actor;
use yingku_access::auth::users;
use yingku_accounts::admin::changes::{self, Cause};
use yingku_accounts::admin::policy::{Intent, lock_user, require_another_admin};
use yingku_accounts::program_keys;
use yingku_commerce::pay::orders::status::OrderStatus;
use yingku_commerce::vip::codes::batches;
use yingku_db::schema::{
    activation_codes, orders, program_keys as key_table, sessions, users as user_table,
};
use yingku_db::{Conn, Db, DbError};
use yingku_http_kit::error::{ApiError, ErrorKind};

/// Rows per query.
const BATCH: i64 = 1_000;
/// The reason in the audit log.
const REASON: &str = "恢复旧备份之后作废";

/// What in a restored database may have ended since its backup.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct ActiveState {
    /// Sessions active at the time of the backup.
    pub sessions: i64,
    /// Codes that were neither used nor revoked.
    pub codes: i64,
    /// Keys of programs.
    pub keys: i64,
    /// Accounts.
    pub accounts: i64,
    /// Orders that were not paid yet.
    pub open_orders: i64,
}

/// Counts it.
///
/// # Errors
/// The error of the connection.
pub fn count_active(conn: &mut Conn) -> QueryResult<ActiveState> {
    Ok(ActiveState {
        sessions: sessions::table
            .filter(sessions::revoked_at.is_null())
            .count()
            .get_result(conn)?,
        codes: activation_codes::table
            .filter(usable())
            .count()
            .get_result(conn)?,
        keys: key_table::table.count().get_result(conn)?,
        accounts: user_table::table
            .filter(user_table::leaving.eq(false))
            .count()
            .get_result(conn)?,
        open_orders: orders::table
            .filter(orders::status.eq(OrderStatus::Unpaid))
            .count()
            .get_result(conn)?,
    })
}

/// Codes that were neither used nor revoked.
fn usable() -> Usable {
    activation_codes::used_at
        .is_null()
        .and(activation_codes::revoked_at.is_null())
}

type Usable = And<IsNull<activation_codes::used_at>, IsNull<activation_codes::revoked_at>>;

/// What was ended.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// Sessions.
    pub sessions: usize,
    /// Codes revoked.
    pub codes: usize,
    /// Keys of programs deleted again.
    pub keys: usize,
    /// Accounts deleted again.
    pub deleted: usize,
    /// Accounts disabled again.
    pub disabled: usize,
    /// Accounts kept because they are the only admin.
    pub kept: usize,
}

/// Whether `newer` can be the same site at a later time: it has at least one of the accounts here, even if deleted
/// since.
///
/// # Errors
/// The error of either database.
pub fn shares_accounts(newer: &Db, db: &Db) -> Result<bool, DbError> {
    let pages = pages(|after| db.query_now(|conn| accounts_after(conn, after)))?;
    let any = |accounts: &Vec<i64>| newer.query_now(|conn| has_any(conn, accounts));
    for accounts in &pages {
        if any(accounts)? {
            return Ok(true);
        }
    }
    Ok(pages.is_empty())
}

fn has_any(conn: &mut Conn, accounts: &[i64]) -> QueryResult<bool> {
    let known = user_table::table.filter(user_table::id.eq_any(accounts));
    diesel::select(diesel::dsl::exists(known)).get_result(conn)
}

/// Ends every session. With the database as it was before the restore, `newer`, codes used or revoked there (or unknown
/// to it) are revoked, keys of programs that it lacks are deleted, and accounts deleted or disabled there are deleted or
/// disabled again; without it, every usable code is revoked, and every key for operators' calls deleted. The only admin is
/// kept. It may be run again.
///
/// # Errors
/// The error of either database.
pub fn end_revived(db: &Db, newer: Option<&Db>, actor: &Actor) -> Result<Ended, ApiError> {
    let mut ended = Ended {
        sessions: db.execute_now(|conn| end_sessions(conn, actor.now))?,
        ..Ended::default()
    };
    for codes in pages(|after| db.query_now(|conn| usable_after(conn, after)))? {
        let gone = match newer {
            Some(newer) => {
                let usable = newer.query_now(|conn| usable_among(conn, &codes))?;
                let left = |code: &i64| !usable.contains(code);
                codes.into_iter().filter(left).collect()
            }
            None => codes,
        };
        ended.codes += db.execute_now(|conn| batches::revoke_ids(conn, actor, &gone))?;
    }
    ended.keys = delete_keys(db, newer, actor)?;
    if let Some(newer) = newer {
        for accounts in pages(|after| db.query_now(|conn| accounts_after(conn, after)))? {
            let known = newer.query_now(|conn| known_among(conn, &accounts))?;
            for account in accounts {
                end_account(db, actor, account, known.get(&account).copied(), &mut ended)?;
            }
        }
    }
    Ok(ended)
}

/// Deletes the keys of programs that `newer` lacks; without it, those for operators' calls.
fn delete_keys(db: &Db, newer: Option<&Db>, actor: &Actor) -> Result<usize, DbError> {
    let mut deleted = 0;
    let scoped = newer.is_none();
    for keys in pages(|after| db.query_now(|conn| keys_after(conn, after, scoped)))? {
        let gone = match newer {
            Some(newer) => {
                let known = newer.query_now(|conn| keys_among(conn, &keys))?;
                keys.into_iter()
                    .filter(|key| !known.contains(key))
                    .collect()
            }
            None => keys,
        };
        deleted += db.execute_now(|conn| program_keys::delete(conn, actor, &gone))?;
    }
    Ok(deleted)
}

/// Keys of programs, or only those for operators' calls.
fn keys_after(conn: &mut Conn, after: i64, scoped: bool) -> QueryResult<Vec<i64>> {
    key_table::table
        .filter(
            key_table::scopes
                .ne("")
                .or(scoped.into_sql::<Bool>().eq(false)),
        )
        .filter(key_table::id.gt(after))
        .order(key_table::id)
        .select(key_table::id)
        .limit(BATCH)
        .load(conn)
}

fn keys_among(conn: &mut Conn, keys: &[i64]) -> QueryResult<HashSet<i64>> {
    let known: Vec<i64> = key_table::table
        .filter(key_table::id.eq_any(keys))
        .select(key_table::id)
        .load(conn)?;
    Ok(known.into_iter().collect())
}

fn end_sessions(conn: &mut Conn, now: i64) -> QueryResult<usize> {
    diesel::update(sessions::table.filter(sessions::revoked_at.is_null()))
        .set(sessions::revoked_at.eq(now))
        .execute(conn)
}

/// Reads all pages of ids before anything is changed.
fn pages(mut read: impl FnMut(i64) -> Result<Vec<i64>, DbError>) -> Result<Vec<Vec<i64>>, DbError> {
    let mut pages = Vec::new();
    let mut after = i64::MIN;
    loop {
        let page = read(after)?;
        let Some(last) = page.last() else {
            return Ok(pages);
        };
        after = *last;
        pages.push(page);
    }
}

fn usable_after(conn: &mut Conn, after: i64) -> QueryResult<Vec<i64>> {
    activation_codes::table
        .filter(usable())
        .filter(activation_codes::id.gt(after))
        .order(activation_codes::id)
        .select(activation_codes::id)
        .limit(BATCH)
        .load(conn)
}

fn usable_among(conn: &mut Conn, codes: &[i64]) -> QueryResult<HashSet<i64>> {
    let usable: Vec<i64> = activation_codes::table
        .filter(usable())
        .filter(activation_codes::id.eq_any(codes))
        .select(activation_codes::id)
        .load(conn)?;
    Ok(usable.into_iter().collect())
}

fn accounts_after(conn: &mut Conn, after: i64) -> QueryResult<Vec<i64>> {
    user_table::table
        .filter(user_table::leaving.eq(false))
        .filter(user_table::id.gt(after))
        .order(user_table::id)
        .select(user_table::id)
        .limit(BATCH)
        .load(conn)
}

/// Which of these accounts exist, and whether they are disabled.
fn known_among(conn: &mut Conn, accounts: &[i64]) -> QueryResult<HashMap<i64, bool>> {
    let known: Vec<(i64, bool)> = user_table::table
        .filter(user_table::leaving.eq(false))
        .filter(user_table::id.eq_any(accounts))
        .select((user_table::id, user_table::disabled))
        .load(conn)?;
    Ok(known.into_iter().collect())
}

fn end_account(
    db: &Db,
    actor: &Actor,
    account: i64,
    known: Option<bool>,
    ended: &mut Ended,
) -> Result<(), ApiError> {
    let done: Result<bool, ApiError> = match known {
        None => db.write_now(|conn| delete(conn, actor, account)),
        Some(true) => db.write_now(|conn| disable(conn, actor, account)),
        Some(false) => return Ok(()),
    };
    match done {
        // Without an admin nobody could appoint another.
        Err(error) if error.kind == ErrorKind::LastAdmin => ended.kept += 1,
        Err(error) => return Err(error),
        Ok(changed) if known.is_none() => ended.deleted += usize::from(changed),
        Ok(changed) => ended.disabled += usize::from(changed),
    }
    Ok(())
}

fn delete(conn: &mut Conn, actor: &Actor, account: i64) -> Result<bool, ApiError> {
    require_another_admin(conn, account)?;
    users::anonymize(conn, account, actor.now)?;
    Ok(true)
}

/// Returns whether it was enabled.
fn disable(conn: &mut Conn, actor: &Actor, account: i64) -> Result<bool, ApiError> {
    let cause = Cause {
        actor,
        reason: REASON,
    };
    let user = lock_user(conn, actor, account, Intent::Restrict)?;
    changes::set_disabled(conn, cause, &user, true)?;
    Ok(!user.disabled)
}
