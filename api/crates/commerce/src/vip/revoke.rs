//! Reversing a grant as far as it is not used up. The ledger is append-only: a row of its own, referring to the grant,
//! removes the remaining days, once.

use diesel::prelude::*;
use yingku_access::auth::users::lock_member;
use yingku_base::time::DAY;
use yingku_db::Conn;
use yingku_db::schema::{users, vip_grants};

use super::grants::{self, GrantRow, NewGrant, Source};

/// Revokes what is left of `grant` at `now` (seconds) and returns the days, rounded up; `id` is the ledger row's. None if
/// it was revoked before, or the account is deleted.
pub fn revoke_grant(
    conn: &mut Conn,
    id: i64,
    grant: &GrantRow,
    now: i64,
) -> QueryResult<Option<i32>> {
    let Some(user) = grant.user_id else {
        return Ok(None);
    };
    lock_member(conn, user)?;
    let reversal = NewGrant {
        id,
        user,
        source: Source::Refund,
        reference: &reversal_reference(grant),
        level_id: grant.level_id,
        days: 0,
        mode: grant.mode,
    };
    if !grants::insert(conn, &reversal, now)? {
        return Ok(None);
    }
    let (until, level): (i64, i16) = users::table
        .find(user)
        .select((users::vip_until, users::level_id))
        .first(conn)?;
    let ledger = grants::by_user(conn, user)?;
    let left = remaining_seconds(grant, &ledger, until, now);
    if left > 0 {
        diesel::update(users::table.find(user))
            .set((
                users::vip_until.eq(until - left),
                users::level_id.eq(level_without(grant, &ledger, level, now)),
                users::updated_at.eq(now),
                users::version.eq(users::version + 1),
            ))
            .execute(conn)?;
    }
    let days = i32::try_from(left.div_euclid(DAY) + i64::from(left.rem_euclid(DAY) > 0))
        .unwrap_or(grant.days);
    diesel::update(vip_grants::table.find(id))
        .set((
            vip_grants::days.eq(-days),
            vip_grants::starts_at.eq(until - left),
            vip_grants::ends_at.eq(until),
        ))
        .execute(conn)?;
    Ok(Some(days))
}

/// The reference of the row that reverses a grant.
pub fn reversal_reference(grant: &GrantRow) -> String {
    format!("{}:{}", grant.source.as_str(), grant.reference)
}

/// Seconds left of a grant: the remaining VIP without what was granted later, as each grant starts where the previous
/// one ends.
fn remaining_seconds(grant: &GrantRow, ledger: &[GrantRow], until: i64, now: i64) -> i64 {
    let later = in_force(ledger).filter(|other| place(other) > place(grant));
    let later_seconds: i64 = later.map(length).sum();
    (until - now - later_seconds).clamp(0, length(grant))
}

/// The group without a grant: the highest of the others still running, and never above the current one.
fn level_without(grant: &GrantRow, ledger: &[GrantRow], level: i16, now: i64) -> i16 {
    in_force(ledger)
        .filter(|other| other.id != grant.id && other.ends_at > now)
        .map(|other| other.level_id)
        .max()
        .map_or(level, |highest| highest.min(level))
}

/// The grants that were not reversed.
fn in_force(ledger: &[GrantRow]) -> impl Iterator<Item = &GrantRow> {
    let is_reversed = |grant: &GrantRow| {
        let reference = reversal_reference(grant);
        ledger
            .iter()
            .any(|row| row.source == Source::Refund && row.reference == reference)
    };
    ledger
        .iter()
        .filter(move |row| row.days > 0 && !is_reversed(row))
}

fn place(grant: &GrantRow) -> (i64, i64) {
    (grant.created_at, grant.id)
}

fn length(grant: &GrantRow) -> i64 {
    i64::from(grant.days) * DAY
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: i16 = 3;

    fn given(id: i64, day: i64, days: i32, starts: i64) -> GrantRow {
        GrantRow {
            id,
            user_id: Some(1),
            source: Source::Order,
            reference: id.to_string(),
            level_id: 2,
            days,
            starts_at: starts * DAY,
            ends_at: (starts + i64::from(days)) * DAY,
            created_at: day * DAY,
            mode: yingku_platform::config::OrderMode::Live,
        }
    }

    fn undone(grant: &GrantRow) -> GrantRow {
        GrantRow {
            id: grant.id + 100,
            source: Source::Refund,
            reference: reversal_reference(grant),
            days: -1,
            ..grant.clone()
        }
    }

    #[test]
    fn used_days_and_days_from_other_grants_stay() {
        let (first, second, third) = (given(1, 0, 30, 0), given(2, 0, 60, 30), given(3, 0, 30, 90));
        let all = [first.clone(), second.clone(), third.clone()];
        let left = |grant, ledger: &[GrantRow], until: i64, now: i64| {
            remaining_seconds(grant, ledger, until * DAY, now * DAY) / DAY
        };
        assert_eq!(left(&first, &all, 120, 10), 20);
        assert_eq!(left(&first, &all, 120, 40), 0);
        assert_eq!(left(&second, &all, 120, 10), 60);
        assert_eq!(left(&third, &all, 120, 119), 1);
        assert_eq!(left(&third, &all, 120, 130), 0);
        // The first is revoked after ten days: the second has begun by then, and the third ends at 100.
        let shorter = [first.clone(), second.clone(), third.clone(), undone(&first)];
        assert_eq!(left(&second, &shorter, 100, 20), 50);
        // An operator has ended everything since.
        assert_eq!(left(&second, &all, 20, 20), 0);
    }

    #[test]
    fn the_group_falls_to_that_of_the_remaining_grants() {
        let (plain, mut high) = (given(1, 0, 60, 0), given(2, 0, 30, 60));
        high.level_id = YEAR;
        let both = [plain.clone(), high.clone()];
        assert_eq!(level_without(&high, &both, YEAR, DAY), 2);
        assert_eq!(level_without(&plain, &both, YEAR, DAY), YEAR);
        assert_eq!(level_without(&high, &[high.clone()], YEAR, DAY), YEAR);
    }
}
