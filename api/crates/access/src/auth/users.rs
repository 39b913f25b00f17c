//! Users in the database.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error, QueryResult};
use diesel::sql_types::{Bool, Text};
use unicode_normalization::UnicodeNormalization as _;
use yingku_base::role::{Permissions, Role};
use yingku_db::Conn;
use yingku_db::like::contains;
use yingku_db::schema::{sessions, users};
use yingku_platform::stats::counters::{self, DailyCounter, Moves, TotalCounter};

use super::level::{Level, MEMBER};
use super::user_name::UserName;

/// The name of a deleted user while the row is still there.
const DELETED_NAME: &str = "已注销";
/// Sorts after every character of a name.
const AFTER_EVERY_NAME: char = char::MAX;

/// A user's row.
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
    pub permissions: Permissions,
    pub disabled: bool,
    pub created_at: i64,
    pub updated_at: i64,
    pub must_change_password: bool,
    pub version: i64,
}

impl UserRow {
    /// A new member, created at `now` (seconds).
    pub fn new(id: i64, name: &UserName, email: String, password_hash: String, now: i64) -> Self {
        Self {
            id,
            name: name.as_str().to_owned(),
            name_key: name.key().to_owned(),
            email,
            password_hash,
            level_id: MEMBER,
            vip_until: 0,
            role: Role::Member,
            permissions: Permissions::default(),
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

    /// Whether they have any permission beyond members.
    pub fn is_operator(&self) -> bool {
        !self.permissions().0.is_empty()
    }

    /// The permissions beyond those of members.
    pub fn permissions(&self) -> Permissions {
        Permissions(&Permissions::of(self.role).0 | &self.permissions.0)
    }
}

/// Adds and counts a user. Returns whether the name was free. If not, PostgreSQL has aborted the transaction: no
/// statement may follow.
pub fn add(conn: &mut Conn, user: &UserRow) -> QueryResult<bool> {
    match diesel::insert_into(users::table).values(user).execute(conn) {
        Ok(_) => {}
        Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => return Ok(false),
        Err(error) => return Err(error),
    }
    counters::add(conn, user.created_at, &[(DailyCounter::Registrations, 1)])?;
    count_members(conn, 1)?;
    Ok(true)
}

/// The user with a normalized name.
pub fn by_name(conn: &mut Conn, key: &str) -> QueryResult<Option<UserRow>> {
    users::table
        .select(UserRow::as_select())
        .filter(users::name_key.eq(key))
        .first(conn)
        .optional()
}

/// A condition on users.
pub type Condition =
    Box<dyn BoxableExpression<users::table, <Conn as Connection>::Backend, SqlType = Bool>>;

/// Whether a normalized name begins with `key`: a range, which each engine needs in its own form to use an index.
pub fn name_begins(conn: &Conn, key: &str) -> Condition {
    let end = format!("{key}{AFTER_EVERY_NAME}");
    match conn {
        Conn::Sqlite(_) => Box::new(
            users::name_key
                .ge(key.to_owned())
                .and(users::name_key.lt(end)),
        ),
        // The order of bytes, whatever the collation is.
        Conn::Postgres(_) => Box::new(
            sql::<Bool>("(users.name_key ~>=~ ")
                .bind::<Text, _>(key.to_owned())
                .sql(" AND users.name_key ~<~ ")
                .bind::<Text, _>(end)
                .sql(")"),
        ),
    }
}

/// The ids of at most `limit` users whose names begin with a part or, when there are none, contain it.
pub fn ids_by_part(conn: &mut Conn, part: &str, limit: i64) -> QueryResult<Vec<i64>> {
    let key: String = part.nfkc().collect();
    let key = key.to_ascii_lowercase();
    let begins = name_begins(conn, &key);
    let all = || users::table.select(users::id).limit(limit).into_boxed();
    let found: Vec<i64> = all().filter(begins).load(conn)?;
    if !found.is_empty() {
        return Ok(found);
    }
    all()
        .filter(users::name_key.like(contains(&key)).escape('\\'))
        .load(conn)
}

/// The user with an id; `NotFound` also for a deleted one.
pub fn by_id(conn: &mut Conn, id: i64) -> QueryResult<UserRow> {
    users::table
        .select(UserRow::as_select())
        .find(id)
        .filter(users::leaving.eq(false))
        .first(conn)
}

/// The user of a session that is active at `now`, and when it was opened, both in seconds.
pub fn by_session(
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

/// Replaces a password hash if it is still the one that was compared. Returns whether it did.
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

/// Clears the requirement to change the password.
pub fn clear_password_change(conn: &mut Conn, user: i64) -> QueryResult<()> {
    diesel::update(users::table.find(user))
        .set(users::must_change_password.eq(false))
        .execute(conn)
        .map(|_| ())
}

/// Locks the row of a user who is being deleted, if the password hash is still the one that was compared. Returns
/// whether it did.
pub fn lock_for_deletion(conn: &mut Conn, user: i64, compared: &str) -> QueryResult<bool> {
    let same = users::table
        .find(user)
        .filter(users::leaving.eq(false))
        .filter(users::password_hash.eq(compared));
    diesel::update(same)
        .set(users::updated_at.eq(users::updated_at))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Anonymizes a user: no name, rights, password or sessions. The row stays for [`remove`].
pub fn anonymize(conn: &mut Conn, user: i64, now: i64) -> QueryResult<()> {
    diesel::delete(sessions::table.filter(sessions::user_id.eq(user))).execute(conn)?;
    diesel::update(users::table.find(user))
        .set((
            users::leaving.eq(true),
            users::name.eq(DELETED_NAME),
            // No real name begins like this, and the old one is free at once.
            users::name_key.eq(format!("\u{1}{user}")),
            users::email.eq(""),
            users::password_hash.eq(""),
            users::role.eq(Role::Member),
            users::permissions.eq(&Permissions::default()),
            users::vip_until.eq(0),
            users::disabled.eq(true),
            users::updated_at.eq(now),
        ))
        .execute(conn)?;
    count_members(conn, -1)
}

/// An anonymized user waiting for [`remove`], locked.
pub fn lock_next_leaving(conn: &mut Conn) -> QueryResult<Option<i64>> {
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

/// Deletes a user with all rows that cascade.
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

/// Locks a user's row. Returns whether they are still enabled and have the password that was compared. A change of the
/// password therefore also ends sessions that are just being opened.
pub fn lock_if_unchanged(conn: &mut Conn, user: &UserRow) -> QueryResult<bool> {
    let same = users::table
        .find(user.id)
        .filter(users::password_hash.eq(&user.password_hash))
        .filter(users::disabled.eq(false));
    diesel::update(same)
        .set(users::updated_at.eq(users::updated_at))
        .execute(conn)
        .map(|rows| rows == 1)
}

/// Changes to a user; none keeps the value. VIP is granted by `yingku_commerce::vip::grants` only.
#[derive(Debug, Default, AsChangeset)]
#[diesel(table_name = users)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct UserChange {
    pub password_hash: Option<String>,
    pub email: Option<String>,
    pub role: Option<Role>,
    pub permissions: Option<Permissions>,
    pub disabled: Option<bool>,
    pub must_change_password: Option<bool>,
}

/// Applies changes at `now`, seconds.
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

/// At most `limit` users with ids above `after`, by id.
pub fn after(conn: &mut Conn, after: i64, limit: i64) -> QueryResult<Vec<UserRow>> {
    users::table
        .select(UserRow::as_select())
        .filter(users::id.gt(after))
        .filter(users::leaving.eq(false))
        .order(users::id)
        .limit(limit)
        .load(conn)
}

/// Locks the member's row. Two changes of one library, which read before they write, therefore run one after the other,
/// and none runs amid the deletion of the account. SQLite has one writer at a time anyway.
pub fn lock_member(conn: &mut Conn, user: i64) -> QueryResult<()> {
    let locked: i64 = match conn {
        Conn::Sqlite(conn) => users::table.find(user).select(users::id).first(conn)?,
        Conn::Postgres(conn) => users::table
            .find(user)
            .select(users::id)
            .for_no_key_update()
            .first(conn)?,
    };
    debug_assert_eq!(locked, user);
    Ok(())
}
