//! Users in the database.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error, QueryResult};

use super::level::{Level, MEMBER};
use super::user_name::UserName;
use crate::base::role::{Permission, Role};
use crate::db::Conn;
use crate::db::schema::{sessions, users};
use crate::stats::counters::{self, DailyCounter, Moves, TotalCounter};

/// What stands for the name of one who has left, as long as the row is there.
const LEFT: &str = "已注销";

/// A user as the database keeps it.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = users)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct UserRow {
    pub id: i64,
    pub name: String,
    pub name_key: String,
    pub email: String,
    pub password_hash: String,
    pub level_id: i16,
    pub vip_until: i64,
    pub role: Role,
    pub permissions: String,
    pub disabled: bool,
    pub created_at: i64,
    pub updated_at: i64,
    pub must_change_password: bool,
    pub version: i64,
}

impl UserRow {
    /// A new member, made at `now` (seconds).
    pub fn new(id: i64, name: &UserName, email: String, password_hash: String, now: i64) -> Self {
        Self {
            id,
            name: name.shown().to_owned(),
            name_key: name.key().to_owned(),
            email,
            password_hash,
            level_id: MEMBER,
            vip_until: 0,
            role: Role::Member,
            permissions: String::new(),
            disabled: false,
            created_at: now,
            updated_at: now,
            must_change_password: false,
            version: 1,
        }
    }

    /// The group at `now`, seconds.
    pub fn level(&self, now: i64) -> Level {
        Level::of_member(self.level_id, self.vip_until, now)
    }

    /// Whether they may do anything beyond members.
    pub fn is_operator(&self) -> bool {
        !self.permissions().is_empty()
    }

    /// What they may do beyond members.
    pub fn permissions(&self) -> Vec<Permission> {
        Permission::of(self.role, &self.permissions)
    }
}

/// Adds a user, and counts them; says whether the name was free.
///
/// # Errors
/// The statement's. PostgreSQL ends the transaction when the name is taken: nothing may follow.
pub fn add(conn: &mut Conn, user: &UserRow) -> QueryResult<bool> {
    match diesel::insert_into(users::table).values(user).execute(conn) {
        Ok(_) => {}
        Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => return Ok(false),
        Err(error) => return Err(error),
    }
    counters::happened(conn, user.created_at, &[(DailyCounter::Registrations, 1)])?;
    count_members(conn, 1)?;
    Ok(true)
}

/// The user of a name, as it is compared.
pub fn by_name(conn: &mut Conn, key: &str) -> QueryResult<Option<UserRow>> {
    users::table
        .select(UserRow::as_select())
        .filter(users::name_key.eq(key))
        .first(conn)
        .optional()
}

/// The user of an id.
///
/// # Errors
/// `NotFound`, also for one who has left, or the statement's.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<UserRow> {
    users::table
        .select(UserRow::as_select())
        .find(id)
        .filter(users::leaving.eq(false))
        .first(conn)
}

/// The user behind a session that is alive at `now`, and when it was opened, both in seconds; none when either has
/// ended.
pub fn of_session(
    conn: &mut Conn,
    user: i64,
    session: i64,
    now: i64,
) -> QueryResult<Option<(UserRow, i64)>> {
    sessions::table
        .inner_join(users::table)
        .select((UserRow::as_select(), sessions::created_at))
        .filter(sessions::id.eq(session))
        .filter(users::id.eq(user))
        .filter(sessions::revoked_at.is_null())
        .filter(sessions::ends_at.gt(now))
        .filter(users::disabled.eq(false))
        .first(conn)
        .optional()
}

/// Replaces a password, unless it is no longer the one that was compared; says whether it did.
pub fn replace_password(
    conn: &mut Conn,
    user: i64,
    compared: &str,
    hash: &str,
    now: i64,
) -> QueryResult<bool> {
    let same = users::table
        .find(user)
        .filter(users::password_hash.eq(compared));
    diesel::update(same)
        .set((
            users::password_hash.eq(hash),
            users::updated_at.eq(now),
            users::version.eq(users::version + 1),
        ))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// The user has chosen a password of their own.
pub fn has_own_password(conn: &mut Conn, user: i64) -> QueryResult<()> {
    diesel::update(users::table.find(user))
        .set(users::must_change_password.eq(false))
        .execute(conn)
        .map(|_| ())
}

/// Locks a user who leaves until the end of the transaction, unless the password is no longer the one that was compared;
/// says whether it did.
pub fn hold_to_leave(conn: &mut Conn, user: i64, compared: &str) -> QueryResult<bool> {
    let same = users::table
        .find(user)
        .filter(users::leaving.eq(false))
        .filter(users::password_hash.eq(compared));
    diesel::update(same)
        .set(users::updated_at.eq(users::updated_at))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Makes a user nobody: without name, rights, password and sessions. The row stays for [`remove`].
pub fn leave(conn: &mut Conn, user: i64, now: i64) -> QueryResult<()> {
    diesel::delete(sessions::table.filter(sessions::user_id.eq(user))).execute(conn)?;
    diesel::update(users::table.find(user))
        .set((
            users::leaving.eq(true),
            users::name.eq(LEFT),
            // No name begins like this: the old one is free at once.
            users::name_key.eq(format!("\u{1}{user}")),
            users::email.eq(""),
            users::password_hash.eq(""),
            users::role.eq(Role::Member),
            users::permissions.eq(""),
            users::vip_until.eq(0),
            users::disabled.eq(true),
            users::updated_at.eq(now),
        ))
        .execute(conn)?;
    count_members(conn, -1)
}

/// One whose row waits for [`remove`], locked until the end of the transaction.
pub fn next_leaving(conn: &mut Conn) -> QueryResult<Option<i64>> {
    let next = users::table
        .filter(users::leaving)
        .order(users::id)
        .select(users::id)
        .limit(1);
    match conn {
        Conn::Sqlite(conn) => next.first(conn),
        Conn::Postgres(conn) => next.for_update().first(conn),
    }
    .optional()
}

/// Deletes a user with everything the database links to them.
pub fn remove(conn: &mut Conn, user: i64) -> QueryResult<()> {
    let still_counted = users::table.find(user).filter(users::leaving.eq(false));
    let counted = diesel::delete(still_counted).execute(conn)?;
    if counted == 1 {
        return count_members(conn, -1);
    }
    diesel::delete(users::table.find(user))
        .execute(conn)
        .map(|_| ())
}

fn count_members(conn: &mut Conn, by: i64) -> QueryResult<()> {
    let mut moves = Moves::default();
    moves.add(TotalCounter::Members, by);
    moves.write(conn)
}

/// Locks a user until the end of the transaction; says whether they are still enabled, with the password
/// that was compared. A change of the password therefore ends sessions that are just being opened.
pub fn hold(conn: &mut Conn, user: &UserRow) -> QueryResult<bool> {
    let same = users::table
        .find(user.id)
        .filter(users::password_hash.eq(&user.password_hash))
        .filter(users::disabled.eq(false));
    diesel::update(same)
        .set(users::updated_at.eq(users::updated_at))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// What an operator changes about a user; what is none stays. VIP is given by [`crate::vip::grants`] alone.
#[derive(Debug, Default, AsChangeset)]
#[diesel(table_name = users)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct UserChange {
    pub password_hash: Option<String>,
    pub role: Option<String>,
    pub permissions: Option<String>,
    pub disabled: Option<bool>,
    pub must_change_password: Option<bool>,
}

/// Changes a user at `now`, seconds.
pub fn change(conn: &mut Conn, user: i64, change: &UserChange, now: i64) -> QueryResult<()> {
    diesel::update(users::table.find(user))
        .set((
            change,
            users::updated_at.eq(now),
            users::version.eq(users::version + 1),
        ))
        .execute(conn)
        .map(|_| ())
}

/// At most `limit` users after the one of id `after`, in the order of their ids.
pub fn after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<UserRow>> {
    users::table
        .select(UserRow::as_select())
        .filter(users::id.gt(after))
        .filter(users::leaving.eq(false))
        .order(users::id)
        .limit(limit)
        .load(conn)
}

/// Holds the member's row until the transaction ends: two changes of one library, each of which looks before
/// it writes, come one after the other, and none comes amid the end of the account. On SQLite every writer
/// comes after the other anyway.
///
/// # Errors
/// `NotFound` for a member who is gone.
pub fn lock_member(conn: &mut Conn, user: i64) -> QueryResult<()> {
    let held: i64 = match conn {
        Conn::Sqlite(conn) => users::table.find(user).select(users::id).first(conn)?,
        Conn::Postgres(conn) => users::table
            .find(user)
            .select(users::id)
            .for_no_key_update()
            .first(conn)?,
    };
    debug_assert_eq!(held, user);
    Ok(())
}
