//! How each matter stood when it was last looked at, in `settings`. A conditional update decides which instance tells.

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_base::time::shanghai_day;
use yingku_db::Conn;
use yingku_db::schema::settings;

/// Prefix of the keys.
const PREFIX: &str = "alert:";
/// The key of the digest; its level is the day it was last written.
pub(super) const DIGEST: &str = "alert:digest";
/// The digest is written from this hour on, in Shanghai.
const HOUR: i64 = 9;

/// The key of a matter.
pub(super) fn key_of(matter: &str) -> String {
    format!("{PREFIX}{matter}")
}

/// The day whose digest is due: today after nine.
pub(super) fn day_of_digest(now: i64) -> Option<i64> {
    let day = shanghai_day(now - HOUR * 3_600);
    (day == shanghai_day(now)).then_some(i64::from(day))
}

/// The stored level; none before the first.
pub(super) fn read(conn: &mut Conn, key: &str) -> QueryResult<Option<i64>> {
    let stored: Option<String> = settings::table
        .find(key)
        .select(settings::value)
        .first(conn)
        .optional()?;
    Ok(stored.and_then(|text| text.parse().ok()))
}

/// Whether a level is higher than the stored one.
pub(super) fn is_risen(conn: &mut Conn, key: &str, level: i64) -> QueryResult<bool> {
    Ok(level > read(conn, key)?.unwrap_or_default())
}

/// Stores a level; true if this call has raised it. Of concurrent calls one succeeds.
pub(super) fn change(conn: &mut Conn, key: &str, level: i64) -> QueryResult<bool> {
    let before = read(conn, key)?;
    let text = level.to_string();
    let changed = match before {
        None => {
            let row = (settings::key.eq(key), settings::value.eq(&text));
            yingku_db::on_engine!(conn, c => diesel::insert_into(settings::table)
                .values(row)
                .on_conflict_do_nothing()
                .execute(c))?
        }
        Some(before) => {
            let unchanged = settings::table
                .find(key)
                .filter(settings::value.eq(before.to_string()));
            diesel::update(unchanged)
                .set(settings::value.eq(&text))
                .execute(conn)?
        }
    };
    Ok(changed == 1 && level > before.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_base::time::DAY;

    #[test]
    fn the_digest_is_due_from_nine_to_midnight() {
        // Midnight in Shanghai.
        let day = 20_000;
        let midnight = i64::from(day) * DAY - 8 * 3_600;
        for (hours, due) in [(0, None), (8, None), (9, Some(20_000)), (23, Some(20_000))] {
            assert_eq!(day_of_digest(midnight + hours * 3_600), due, "{hours}");
        }
    }
}
