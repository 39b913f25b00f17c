//! Redeeming a code. Of concurrent attempts one gets the days: the update that claims the code decides. Every attempt
//! is recorded, and too many wrong codes impose a wait.

use diesel::prelude::*;
use yingku_access::auth::users::{self, UserRow, lock_member};
use yingku_db::Conn;
use yingku_db::schema::{activation_attempts, activation_codes};

use super::store::{CodeRow, CodeState};
use crate::vip::grants::{self, NewGrant, Source};

/// How long a failed attempt counts, seconds.
const WINDOW: i64 = 600;
/// Tolerated clock difference between instances, seconds.
const MAX_CLOCK_SKEW: i64 = 60;

/// An attempt to redeem a code.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// Id of the attempt's row.
    pub id: i64,
    /// Id of the grant's row, if one is created.
    pub grant_id: i64,
    /// The user.
    pub user: i64,
    /// The network it comes from.
    pub network: String,
    /// The code's hash; none when the input is not well-formed.
    pub hash: Option<String>,
    /// The last four characters of the input.
    pub last4: String,
    /// Failed attempts allowed within ten minutes, at least 1.
    pub free_failures: i64,
}

/// The result of an attempt.
#[derive(Debug)]
pub enum Redeemed {
    /// The days are granted; the user's new state.
    Now(Box<UserRow>),
    /// The same member has used this code before.
    Already(Box<UserRow>),
    /// The code is unknown, used by someone else or revoked; the caller does not learn which.
    Invalid,
    /// The code has expired.
    Expired,
    /// Too many failed attempts: seconds to wait.
    Wait(u64),
}

/// Tries a code at `now`, seconds. Commit the transaction whatever the result. `NotFound` when the user is gone.
pub fn redeem(conn: &mut Conn, attempt: &Attempt, now: i64) -> QueryResult<Redeemed> {
    // Serializes a member's attempts, so that concurrent ones are counted like sequential ones.
    lock_member(conn, attempt.user)?;
    if let Some(seconds) = wait(conn, attempt, now)? {
        return Ok(Redeemed::Wait(seconds));
    }
    let claimed = match &attempt.hash {
        Some(hash) => claim(conn, attempt, hash, now)?,
        None => Claim::Invalid,
    };
    record(conn, attempt, claimed, now)?;
    let user = |conn: &mut Conn| users::by_id(conn, attempt.user).map(Box::new);
    Ok(match claimed {
        Claim::Granted => Redeemed::Now(user(conn)?),
        Claim::Repeated => Redeemed::Already(user(conn)?),
        Claim::Expired => Redeemed::Expired,
        Claim::Invalid => Redeemed::Invalid,
    })
}

#[derive(Clone, Copy)]
enum Claim {
    Granted,
    Repeated,
    Expired,
    Invalid,
}

/// Claims the code if it is usable, and grants its days.
fn claim(conn: &mut Conn, attempt: &Attempt, hash: &str, now: i64) -> QueryResult<Claim> {
    let usable = activation_codes::table
        .filter(activation_codes::code_hash.eq(hash))
        .filter(activation_codes::used_at.is_null())
        .filter(activation_codes::revoked_at.is_null())
        .filter(
            activation_codes::expires_at
                .is_null()
                .or(activation_codes::expires_at.gt(now)),
        );
    let claimed = diesel::update(usable)
        .set((
            activation_codes::used_at.eq(now),
            activation_codes::used_by.eq(attempt.user),
            activation_codes::used_network.eq(&attempt.network),
        ))
        .execute(conn)?;
    let code = activation_codes::table
        .select(CodeRow::as_select())
        .filter(activation_codes::code_hash.eq(hash))
        .first(conn)
        .optional()?;
    match code {
        Some(code) if claimed == 1 => grant(conn, attempt, &code, now).map(|()| Claim::Granted),
        Some(code) if code.used_by == Some(attempt.user) => Ok(Claim::Repeated),
        Some(code) if code.state(now) == CodeState::Expired => Ok(Claim::Expired),
        _ => Ok(Claim::Invalid),
    }
}

fn grant(conn: &mut Conn, attempt: &Attempt, code: &CodeRow, now: i64) -> QueryResult<()> {
    let new = NewGrant {
        id: attempt.grant_id,
        user: attempt.user,
        source: Source::Code,
        reference: &code.id.to_string(),
        level_id: code.level_id,
        days: code.days,
        mode: code.mode,
    };
    grants::grant(conn, &new, now).map(|_| ())
}

/// Seconds to wait, if any: until the first of the counted failures is older than the window.
fn wait(conn: &mut Conn, attempt: &Attempt, now: i64) -> QueryResult<Option<u64>> {
    let oldest: Option<i64> = activation_attempts::table
        .filter(activation_attempts::user_id.eq(attempt.user))
        .filter(activation_attempts::result.eq("invalid"))
        .filter(activation_attempts::created_at.gt(now - WINDOW))
        // After the clock was set back, nobody waits until it catches up.
        .filter(activation_attempts::created_at.le(now + MAX_CLOCK_SKEW))
        .order(activation_attempts::created_at.desc())
        .select(activation_attempts::created_at)
        .offset(attempt.free_failures - 1)
        .first(conn)
        .optional()?;
    Ok(oldest.map(|at| u64::try_from(at + WINDOW - now).unwrap_or(1).max(1)))
}

/// Whether this repeat was recorded recently: repeats are free, so they must not fill the table.
fn is_recorded(conn: &mut Conn, attempt: &Attempt, now: i64) -> QueryResult<bool> {
    let same = activation_attempts::table
        .filter(activation_attempts::user_id.eq(attempt.user))
        .filter(activation_attempts::last4.eq(&attempt.last4))
        .filter(activation_attempts::result.eq("already"))
        .filter(activation_attempts::created_at.gt(now - WINDOW));
    diesel::select(diesel::dsl::exists(same)).get_result(conn)
}

fn record(conn: &mut Conn, attempt: &Attempt, claimed: Claim, now: i64) -> QueryResult<()> {
    let result = match claimed {
        Claim::Granted => "redeemed",
        Claim::Repeated => "already",
        Claim::Expired | Claim::Invalid => "invalid",
    };
    if matches!(claimed, Claim::Repeated) && is_recorded(conn, attempt, now)? {
        return Ok(());
    }
    diesel::insert_into(activation_attempts::table)
        .values((
            activation_attempts::id.eq(attempt.id),
            activation_attempts::user_id.eq(attempt.user),
            activation_attempts::network.eq(&attempt.network),
            activation_attempts::last4.eq(&attempt.last4),
            activation_attempts::result.eq(result),
            activation_attempts::created_at.eq(now),
        ))
        .execute(conn)
        .map(|_| ())
}
