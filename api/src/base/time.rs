//! Times on the wire: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai (R14.4). Inside, times are seconds since 1970, UTC.

use chrono::{DateTime, Days, FixedOffset, NaiveDate, NaiveTime};

/// Asia/Shanghai has had no summer time since 1991 and no other offset in the catalogue's years.
pub const SHANGHAI_SECONDS: i32 = 8 * 3600;

/// Seconds in a day.
pub const DAY: i64 = 86_400;

/// Seconds since 1970 as the wire shows them; a time no calendar can show becomes empty.
pub fn format_shanghai(seconds: i64) -> String {
    let Some(zone) = FixedOffset::east_opt(SHANGHAI_SECONDS) else {
        return String::new();
    };
    DateTime::from_timestamp(seconds, 0)
        .map(|time| {
            time.with_timezone(&zone)
                .format("%Y-%m-%d %H:%M:%S")
                .to_string()
        })
        .unwrap_or_default()
}

/// The day in Shanghai that a moment belongs to, in days since 1970.
pub fn shanghai_day(seconds: i64) -> i32 {
    let day = (seconds + i64::from(SHANGHAI_SECONDS)).div_euclid(DAY);
    i32::try_from(day).unwrap_or(i32::MAX)
}

/// When a day in Shanghai (`yyyy-MM-dd`, so many days later) begins, seconds since 1970; none for what is no day.
pub fn day_begins(text: &str, days_later: u64) -> Option<i64> {
    let is_plain = |(at, byte): (usize, u8)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    let plain = text.len() == 10 && text.bytes().enumerate().all(is_plain);
    let day = plain.then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok())??;
    let day = day.checked_add_days(Days::new(days_later))?;
    let midnight = day.and_time(NaiveTime::MIN).and_utc().timestamp();
    Some(midnight - i64::from(SHANGHAI_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_shown_in_shanghai() {
        assert_eq!(format_shanghai(0), "1970-01-01 08:00:00");
        assert_eq!(format_shanghai(1_700_000_000), "2023-11-15 06:13:20");
        assert_eq!(format_shanghai(i64::MAX), "");
    }

    #[test]
    fn a_day_ends_at_midnight_in_shanghai() {
        // 2023-11-15 23:59:59 and the second after it.
        assert_eq!(shanghai_day(1_700_063_999), 19_676);
        assert_eq!(shanghai_day(1_700_064_000), 19_677);
        assert_eq!(shanghai_day(0), 0);
    }

    #[test]
    fn days_begin_at_midnight_in_shanghai() {
        assert_eq!(day_begins("2023-11-16", 0), Some(1_700_064_000));
        assert_eq!(day_begins("2023-11-15", 1), Some(1_700_064_000));
        for bad in [
            "",
            "2023-1-1",
            "2023-02-30",
            "2023-11-15 ",
            "２０２３-11-1",
            "+023-11-15",
        ] {
            assert_eq!(day_begins(bad, 0), None, "{bad}");
        }
    }
}
