//! The VIP ledger, and the only way to change VIP. Each grant (of a paid order, an activation code or an operator) names
//! its cause, and a cause grants once, however often it is reported.

use diesel::dsl::case_when;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use yingku_base::string_enum;
use yingku_base::time::DAY;
use yingku_db::Conn;
use yingku_db::schema::{users, vip_grants};
use yingku_platform::config::OrderMode;

string_enum! {
    /// The kind of cause.
    pub enum Source {
        /// A paid order; its number is the reference.
        Order = "order",
        /// An activation code; its id is the reference.
        Code = "code",
        /// An operator; the form's key or the grant's own id is the reference.
        Operator = "operator",
        /// The reversal of another grant; see [`super::revoke`].
        Refund = "refund",
    }
}

/// A grant to create.
#[derive(Debug, Clone, Copy)]
pub struct NewGrant<'a> {
    /// Id of the ledger's row.
    pub id: i64,
    /// The member.
    pub user: i64,
    /// The kind of cause.
    pub source: Source,
    /// The cause: unique within a source.
    pub reference: &'a str,
    /// The group, 2-9. A member in a higher group stays there.
    pub level_id: i16,
    /// Days to add, 1-36500.
    pub days: i32,
    /// The money it was bought with.
    pub mode: OrderMode,
}

/// The result of a grant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Granted {
    /// The days are granted for this period, seconds.
    Now {
        /// Now, or the previous end.
        starts_at: i64,
        /// The new end.
        ends_at: i64,
    },
    /// This cause was used before; nothing was changed.
    Already,
}

/// A row of the ledger.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = vip_grants)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct GrantRow {
    pub id: i64,
    pub user_id: Option<i64>,
    pub source: Source,
    pub reference: String,
    pub level_id: i16,
    pub days: i32,
    pub starts_at: i64,
    pub ends_at: i64,
    pub created_at: i64,
    pub mode: OrderMode,
}

/// Grants days of a paid group at `now` (seconds), after the remaining time or from now on. `NotFound` when the user is
/// gone; no statement may follow in the transaction then.
pub fn grant(conn: &mut Conn, new: &NewGrant<'_>, now: i64) -> QueryResult<Granted> {
    let length = i64::from(new.days) * DAY;
    if !insert(conn, new, now)? {
        return Ok(Granted::Already);
    }
    let lasts = || users::vip_until.gt(now);
    let keeps_level = users::vip_until
        .gt(now)
        .and(users::level_id.gt(new.level_id));
    diesel::update(users::table.find(new.user))
        .set((
            users::vip_until
                .eq(case_when(lasts(), users::vip_until + length).otherwise(now + length)),
            users::level_id.eq(case_when(keeps_level, users::level_id).otherwise(new.level_id)),
            users::updated_at.eq(now),
            users::version.eq(users::version + 1),
        ))
        .execute(conn)?;
    let ends_at: i64 = users::table
        .find(new.user)
        .select(users::vip_until)
        .first(conn)?;
    let starts_at = ends_at - length;
    complete(conn, new.id, starts_at, ends_at)?;
    Ok(Granted::Now { starts_at, ends_at })
}

/// Ends a user's VIP at `now` (seconds) for an operator; `id` is the ledger row's.
pub fn end(conn: &mut Conn, id: i64, user: i64, now: i64) -> QueryResult<()> {
    let new = NewGrant {
        id,
        user,
        source: Source::Operator,
        reference: &id.to_string(),
        level_id: yingku_access::auth::level::MEMBER,
        days: 0,
        mode: OrderMode::Live,
    };
    insert(conn, &new, now)?;
    diesel::update(users::table.find(user))
        .set((
            users::vip_until.eq(now),
            users::updated_at.eq(now),
            users::version.eq(users::version + 1),
        ))
        .execute(conn)
        .map(|_| ())
}

/// Removes up to `days` (1-36500) of a user's remaining VIP at `now`, seconds. The cause of `new` takes effect once, as
/// in [`grant`]; its own days and group are ignored.
pub fn remove_days(
    conn: &mut Conn,
    new: &NewGrant<'_>,
    days: i32,
    now: i64,
) -> QueryResult<Granted> {
    let reversed = NewGrant {
        days: -days,
        ..*new
    };
    if !insert(conn, &reversed, now)? {
        return Ok(Granted::Already);
    }
    let length = i64::from(days) * DAY;
    let some_stay = users::vip_until.gt(now + length);
    diesel::update(users::table.find(new.user).filter(users::vip_until.gt(now)))
        .set((
            users::vip_until.eq(case_when(some_stay, users::vip_until - length).otherwise(now)),
            users::updated_at.eq(now),
            users::version.eq(users::version + 1),
        ))
        .execute(conn)?;
    let ends_at: i64 = users::table
        .find(new.user)
        .select(users::vip_until)
        .first(conn)?;
    complete(conn, new.id, now, ends_at)?;
    Ok(Granted::Now {
        starts_at: now,
        ends_at,
    })
}

/// The grant of a cause.
pub fn by_cause(conn: &mut Conn, source: Source, reference: &str) -> QueryResult<Option<GrantRow>> {
    vip_grants::table
        .select(GrantRow::as_select())
        .filter(vip_grants::source.eq(source))
        .filter(vip_grants::reference.eq(reference))
        .first(conn)
        .optional()
}

/// A user's grants, oldest first.
pub fn by_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<GrantRow>> {
    vip_grants::table
        .select(GrantRow::as_select())
        .filter(vip_grants::user_id.eq(user))
        .order((vip_grants::created_at, vip_grants::id))
        .load(conn)
}

/// Inserts the ledger row. Returns whether the cause was unused. Must come first: concurrent transactions with the same
/// cause wait here, and then find it used.
pub(super) fn insert(conn: &mut Conn, new: &NewGrant<'_>, now: i64) -> QueryResult<bool> {
    let row = GrantRow {
        id: new.id,
        user_id: Some(new.user),
        source: new.source,
        reference: new.reference.to_owned(),
        level_id: new.level_id,
        days: new.days,
        starts_at: now,
        ends_at: now,
        created_at: now,
        mode: new.mode,
    };
    let inserted = yingku_db::on_engine!(conn, c => diesel::insert_into(vip_grants::table)
        .values(&row)
        .on_conflict((vip_grants::source, vip_grants::reference))
        .do_nothing()
        .execute(c));
    match inserted {
        Ok(rows) => Ok(rows == 1),
        Err(Error::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _)) => {
            Err(Error::NotFound)
        }
        Err(error) => Err(error),
    }
}

/// Stores the period that the update has resulted in.
fn complete(conn: &mut Conn, id: i64, starts_at: i64, ends_at: i64) -> QueryResult<()> {
    diesel::update(vip_grants::table.find(id))
        .set((
            vip_grants::starts_at.eq(starts_at),
            vip_grants::ends_at.eq(ends_at),
        ))
        .execute(conn)
        .map(|_| ())
}
