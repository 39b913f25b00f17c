//! Using a code. Of many who use one at once the first gets the days: the update that takes the code is the
//! only judge. Every attempt leaves a row, and too many wrong ones have to wait.

use diesel::prelude::*;

use super::store::{CodeRow, CodeState};
use crate::auth::users::lock_member;
use crate::auth::users::{self, UserRow};
use crate::db::Conn;
use crate::db::schema::{activation_attempts, activation_codes};
use crate::vip::grants::{self, NewGrant, Source};

/// How long a wrong code counts, seconds.
const WINDOW: i64 = 600;
/// Other instances' clocks may be ahead by so much, seconds.
const CLOCKS_APART: i64 = 60;

/// Somebody tries a code.
#[derive(Debug, Clone)]
pub struct Attempt {
    /// Id of the attempt's row.
    pub id: i64,
    /// Id of the grant's row, should there be one.
    pub grant_id: i64,
    /// Who.
    pub user: i64,
    /// From where.
    pub network: String,
    /// The code's hash; none when what was typed is no code.
    pub hash: Option<String>,
    /// The last four characters of what was typed.
    pub last4: String,
    /// Wrong codes they may try within ten minutes, at least 1.
    pub free_failures: i64,
}

/// What came of it.
#[derive(Debug)]
pub enum Redeemed {
    /// The days are given; the user as they are now.
    Now(Box<UserRow>),
    /// The same member has used this code before.
    Already(Box<UserRow>),
    /// There is no such code, or not for them any more; which of it is not told.
    Invalid,
    /// Nobody has used it in time.
    Expired,
    /// Too many wrong ones: come back in so many seconds.
    Wait(u64),
}

/// Tries a code at `now`, seconds. The transaction is to be kept whatever comes of it.
///
/// # Errors
/// `NotFound` when the user is gone, or the statement's.
pub fn redeem(conn: &mut Conn, attempt: &Attempt, now: i64) -> QueryResult<Redeemed> {
    // One attempt of a member comes after the other, so that many at once are counted like many in a row.
    lock_member(conn, attempt.user)?;
    if let Some(seconds) = wait(conn, attempt, now)? {
        return Ok(Redeemed::Wait(seconds));
    }
    let taken = match &attempt.hash {
        Some(hash) => take(conn, attempt, hash, now)?,
        None => Taken::No,
    };
    record(conn, attempt, taken, now)?;
    let user = |conn: &mut Conn| users::by_id(conn, attempt.user).map(Box::new);
    Ok(match taken {
        Taken::Now => Redeemed::Now(user(conn)?),
        Taken::Before => Redeemed::Already(user(conn)?),
        Taken::Late => Redeemed::Expired,
        Taken::No => Redeemed::Invalid,
    })
}

#[derive(Clone, Copy)]
enum Taken {
    Now,
    Before,
    Late,
    No,
}

/// Takes the code, if it is there to be taken, and gives what it stands for.
fn take(conn: &mut Conn, attempt: &Attempt, hash: &str, now: i64) -> QueryResult<Taken> {
    let usable = activation_codes::table
        .filter(activation_codes::code_hash.eq(hash))
        .filter(activation_codes::used_at.is_null())
        .filter(activation_codes::revoked_at.is_null())
        .filter(
            activation_codes::expires_at
                .is_null()
                .or(activation_codes::expires_at.gt(now)),
        );
    let taken = diesel::update(usable)
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
        Some(code) if taken == 1 => give(conn, attempt, &code, now).map(|()| Taken::Now),
        Some(code) if code.used_by == Some(attempt.user) => Ok(Taken::Before),
        Some(code) if code.state(now) == CodeState::Expired => Ok(Taken::Late),
        _ => Ok(Taken::No),
    }
}

fn give(conn: &mut Conn, attempt: &Attempt, code: &CodeRow, now: i64) -> QueryResult<()> {
    let new = NewGrant {
        id: attempt.grant_id,
        user: attempt.user,
        source: Source::Code,
        reference: &code.id.to_string(),
        level_id: code.level_id,
        days: code.days,
        mode: &code.mode,
    };
    grants::grant(conn, &new, now).map(|_| ())
}

/// How long the member has to wait, if at all: until the first of the last failures counts no more.
fn wait(conn: &mut Conn, attempt: &Attempt, now: i64) -> QueryResult<Option<u64>> {
    let oldest: Option<i64> = activation_attempts::table
        .filter(activation_attempts::user_id.eq(attempt.user))
        .filter(activation_attempts::result.eq("invalid"))
        .filter(activation_attempts::created_at.gt(now - WINDOW))
        // A clock that was put back makes nobody wait until it is where it was.
        .filter(activation_attempts::created_at.le(now + CLOCKS_APART))
        .order(activation_attempts::created_at.desc())
        .select(activation_attempts::created_at)
        .offset(attempt.free_failures - 1)
        .first(conn)
        .optional()?;
    Ok(oldest.map(|at| u64::try_from(at + WINDOW - now).unwrap_or(1).max(1)))
}

/// Whether the same code of the same member has left such a row lately: it costs nothing to send it again.
fn is_recorded(conn: &mut Conn, attempt: &Attempt, now: i64) -> QueryResult<bool> {
    let same = activation_attempts::table
        .filter(activation_attempts::user_id.eq(attempt.user))
        .filter(activation_attempts::last4.eq(&attempt.last4))
        .filter(activation_attempts::result.eq("already"))
        .filter(activation_attempts::created_at.gt(now - WINDOW));
    diesel::select(diesel::dsl::exists(same)).get_result(conn)
}

fn record(conn: &mut Conn, attempt: &Attempt, taken: Taken, now: i64) -> QueryResult<()> {
    let result = match taken {
        Taken::Now => "redeemed",
        Taken::Before => "already",
        Taken::Late | Taken::No => "invalid",
    };
    if matches!(taken, Taken::Before) && is_recorded(conn, attempt, now)? {
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
