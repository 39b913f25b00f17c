//! Sessions in the database: one row for each sign-in, whatever number of tokens it has had. Rotating is
//! one conditional update, so of many refreshes at once exactly one moves the counter on.

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::refresh_token::Refresh;
use crate::auth::users::UserRow;
use crate::config::AccountConfig;
use crate::db::Conn;
use crate::db::schema::{sessions, users};

/// The token before is answered with the same successor for so long, seconds: a GET may be repeated by
/// browsers and proxies, and tabs race.
pub const GRACE: i64 = 30;
/// Sessions a member may have; the oldest end when there are more.
pub const MOST_SESSIONS: i64 = 20;

/// How long a user's sessions last, seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Life {
    /// Without being used.
    pub idle_seconds: i64,
    /// However much they are used.
    pub session_seconds: i64,
}

impl Life {
    /// Operators' are short.
    pub fn of(config: &AccountConfig, user: &UserRow) -> Self {
        let (idle, whole) = (config.idle_seconds, config.session_seconds);
        if user.is_operator() {
            let session_seconds = whole.min(config.operator_session_seconds);
            Self {
                idle_seconds: idle.min(config.operator_idle_seconds),
                session_seconds,
            }
        } else {
            Self {
                idle_seconds: idle,
                session_seconds: whole,
            }
        }
    }
}

/// A session as the database keeps it.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = sessions)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct SessionRow {
    pub id: i64,
    pub user_id: i64,
    pub counter: i64,
    pub network: String,
    pub agent: String,
    pub created_at: i64,
    pub rotated_at: i64,
    pub idle_until: i64,
    pub ends_at: i64,
    pub revoked_at: Option<i64>,
}

/// How a refresh ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// The session goes on with the token of this counter.
    Next {
        /// Whose session it is.
        user_id: i64,
        /// The token's counter.
        counter: i64,
    },
    /// The session has ended, by itself or now, because an old token was used.
    Ended,
}

/// Opens a session. Forgets the member's ended ones, and ends the oldest of too many.
pub fn open(conn: &mut Conn, session: &SessionRow) -> QueryResult<()> {
    let (user, now) = (session.user_id, session.created_at);
    let ended = sessions::table.filter(sessions::user_id.eq(user)).filter(
        sessions::revoked_at
            .is_not_null()
            .or(sessions::ends_at.le(now))
            .or(sessions::idle_until.le(now)),
    );
    diesel::delete(ended).execute(conn)?;
    let too_many: Vec<i64> = sessions::table
        .select(sessions::id)
        .filter(sessions::user_id.eq(user))
        .order((sessions::created_at.desc(), sessions::id.desc()))
        .offset(MOST_SESSIONS - 1)
        .limit(i64::MAX)
        .load(conn)?;
    diesel::delete(sessions::table.filter(sessions::id.eq_any(too_many))).execute(conn)?;
    diesel::insert_into(sessions::table)
        .values(session)
        .execute(conn)
        .map(|_| ())
}

/// Moves a session on to its next token at `now`, and its idle end to `idle_until`; both in seconds.
pub fn rotate(conn: &mut Conn, token: Refresh, now: i64, idle_until: i64) -> QueryResult<Rotation> {
    let alive = sessions::table
        .find(token.session_id)
        .filter(sessions::counter.eq(token.counter))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::ends_at.gt(now))
        .filter(sessions::idle_until.gt(now))
        .filter(
            sessions::user_id.eq_any(
                users::table
                    .select(users::id)
                    .filter(users::disabled.eq(false)),
            ),
        );
    let moved = diesel::update(alive)
        .set((
            sessions::counter.eq(token.counter + 1),
            sessions::rotated_at.eq(now),
            sessions::idle_until.eq(idle_until),
        ))
        .execute(conn)?;
    let row = sessions::table
        .select(SessionRow::as_select())
        .find(token.session_id)
        .first(conn)
        .optional()?;
    let Some(row) = row else {
        return Ok(Rotation::Ended);
    };
    let lives = row.revoked_at.is_none() && row.ends_at > now && row.idle_until > now;
    let in_grace = row.counter == token.counter + 1 && now - row.rotated_at <= GRACE;
    if moved == 1 || (lives && in_grace) {
        return Ok(Rotation::Next {
            user_id: row.user_id,
            counter: token.counter + 1,
        });
    }
    end(conn, row.user_id, row.id, now)?;
    Ok(Rotation::Ended)
}

/// Shortens a session to a life, after a refresh at `now`, seconds: its user has become an operator, perhaps. Says
/// whether it goes on.
pub fn shorten(conn: &mut Conn, session: i64, life: Life, now: i64) -> QueryResult<bool> {
    let own = sessions::table.find(session);
    let (opened_at, ends_at): (i64, i64) = own
        .select((sessions::created_at, sessions::ends_at))
        .first(conn)?;
    let ends_at = ends_at.min(opened_at + life.session_seconds);
    diesel::update(own)
        .set((
            sessions::idle_until.eq(now + life.idle_seconds),
            sessions::ends_at.eq(ends_at),
        ))
        .execute(conn)?;
    Ok(ends_at > now)
}

/// Ends a member's session; says whether it is one of theirs. Ending it again changes nothing.
pub fn end(conn: &mut Conn, user: i64, session: i64, now: i64) -> QueryResult<bool> {
    let own = || {
        sessions::table
            .find(session)
            .filter(sessions::user_id.eq(user))
    };
    diesel::update(own().filter(sessions::revoked_at.is_null()))
        .set(sessions::revoked_at.eq(now))
        .execute(conn)?;
    diesel::select(diesel::dsl::exists(own())).get_result(conn)
}

/// Ends all sessions of a member but one; none spares none.
pub fn end_others(conn: &mut Conn, user: i64, but: Option<i64>, now: i64) -> QueryResult<usize> {
    let others = sessions::table
        .filter(sessions::user_id.eq(user))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::id.ne(but.unwrap_or(0)));
    diesel::update(others)
        .set(sessions::revoked_at.eq(now))
        .execute(conn)
}

/// All sessions of a member that are still written down, also ended ones, the last used first.
pub fn of_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<SessionRow>> {
    sessions::table
        .select(SessionRow::as_select())
        .filter(sessions::user_id.eq(user))
        .order((sessions::rotated_at.desc(), sessions::id.desc()))
        .load(conn)
}

/// The living sessions of a member, the last used first.
pub fn living(conn: &mut Conn, user: i64, now: i64) -> QueryResult<Vec<SessionRow>> {
    sessions::table
        .select(SessionRow::as_select())
        .filter(sessions::user_id.eq(user))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::ends_at.gt(now))
        .filter(sessions::idle_until.gt(now))
        .order((sessions::rotated_at.desc(), sessions::id.desc()))
        .limit(MOST_SESSIONS)
        .load(conn)
}
