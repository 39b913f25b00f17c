//! Sessions in the database: one row per sign-in. Rotating the refresh token is one conditional update, so of many
//! concurrent refreshes exactly one advances the counter.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_access::auth::users::UserRow;
use yingku_db::Conn;
use yingku_db::schema::{sessions, users};
use yingku_platform::config::AccountConfig;

use super::refresh_token::Refresh;

/// For this many seconds the previous token gets the same successor: browsers and proxies repeat GETs, and tabs race.
pub const GRACE: i64 = 30;
/// Sessions per member; beyond this the oldest end.
pub const MAX_SESSIONS: i64 = 20;

/// How long a user's sessions last, seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifetime {
    /// Without use.
    pub idle_seconds: i64,
    /// In total.
    pub session_seconds: i64,
}

impl Lifetime {
    /// Operators' sessions are shorter.
    pub fn for_user(config: &AccountConfig, user: &UserRow) -> Self {
        let (mut idle_seconds, mut session_seconds) = (config.idle_seconds, config.session_seconds);
        if user.is_operator() {
            idle_seconds = idle_seconds.min(config.operator_idle_seconds);
            session_seconds = session_seconds.min(config.operator_session_seconds);
        }
        Self {
            idle_seconds,
            session_seconds,
        }
    }
}

/// A session's row.
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

/// The outcome of a refresh.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// The session continues with this token.
    Next {
        /// The user of the session.
        user_id: i64,
        /// The token's counter.
        counter: i64,
    },
    /// The session has ended: it expired or was revoked, or an old token was used just now.
    Ended,
}

/// Opens a session, deletes the member's ended ones, and deletes the oldest beyond the limit.
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
        .offset(MAX_SESSIONS - 1)
        .limit(i64::MAX)
        .load(conn)?;
    diesel::delete(sessions::table.filter(sessions::id.eq_any(too_many))).execute(conn)?;
    diesel::insert_into(sessions::table)
        .values(session)
        .execute(conn)
        .map(|_| ())
}

/// Rotates a session to its next token at `now` and extends it to `idle_until`, both in seconds.
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

/// Limits a session to `life` after a refresh at `now` (seconds), in case its user has become an operator. Returns
/// whether it is still valid.
pub fn shorten(conn: &mut Conn, session: i64, life: Lifetime, now: i64) -> QueryResult<bool> {
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

/// Ends a member's session. Returns whether the session is theirs; ending it again changes nothing.
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

/// Ends all sessions of a member except `but`.
pub fn end_others(conn: &mut Conn, user: i64, but: Option<i64>, now: i64) -> QueryResult<usize> {
    let others = sessions::table
        .filter(sessions::user_id.eq(user))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::id.ne(but.unwrap_or(0)));
    diesel::update(others)
        .set(sessions::revoked_at.eq(now))
        .execute(conn)
}

/// All stored sessions of a member, including ended ones, most recently used first.
pub fn by_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<SessionRow>> {
    sessions::table
        .select(SessionRow::as_select())
        .filter(sessions::user_id.eq(user))
        .order((sessions::rotated_at.desc(), sessions::id.desc()))
        .load(conn)
}

/// The active sessions of a member, most recently used first.
pub fn active(conn: &mut Conn, user: i64, now: i64) -> QueryResult<Vec<SessionRow>> {
    sessions::table
        .select(SessionRow::as_select())
        .filter(sessions::user_id.eq(user))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::ends_at.gt(now))
        .filter(sessions::idle_until.gt(now))
        .order((sessions::rotated_at.desc(), sessions::id.desc()))
        .limit(MAX_SESSIONS)
        .load(conn)
}
