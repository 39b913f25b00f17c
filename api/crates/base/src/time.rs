//! Times on the wire: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai (R14.4). Inside, times are seconds since 1970, UTC.

use chrono::{DateTime, Days, FixedOffset, NaiveDate, NaiveTime};

/// Asia/Shanghai has had no daylight saving since 1991, and one offset in all years of the catalogue.
pub const SHANGHAI_SECONDS: i32 = 8 * 3600;

/// Seconds in a day.
pub const DAY: i64 = 86_400;
/// Seconds of an hour.
pub const HOUR: i64 = 3_600;

/// Formats seconds since 1970 for the wire; empty if out of the calendar's range.
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

/// Formats seconds since 1970 for Atom, in UTC; 1970 if out of the calendar's range.
pub fn format_rfc3339(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    time.format("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Formats seconds since 1970 for RSS, in UTC.
pub fn format_rfc2822(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default();
    time.format("%a, %d %b %Y %H:%M:%S +0000").to_string()
}

/// The Shanghai day of a time, in days since 1970.
pub fn shanghai_day(seconds: i64) -> i32 {
    let day = (seconds + i64::from(SHANGHAI_SECONDS)).div_euclid(DAY);
    i32::try_from(day).unwrap_or(i32::MAX)
}

/// The Shanghai year of a time.
pub fn year_of(seconds: i64) -> i32 {
    use chrono::Datelike as _;
    let local = seconds.saturating_add(i64::from(SHANGHAI_SECONDS));
    DateTime::from_timestamp(local, 0).map_or(0, |time| time.year())
}

/// Seconds until the next day in Shanghai.
pub fn seconds_to_next_day(seconds: i64) -> i64 {
    DAY - (seconds + i64::from(SHANGHAI_SECONDS)).rem_euclid(DAY)
}

/// Start of a Shanghai day (`yyyy-MM-dd`) plus `days_later`, seconds since 1970; `None` if it is not a valid day.
pub fn start_of_day(text: &str, days_later: u64) -> Option<i64> {
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

/// First second of a year, month or day in Shanghai (`yyyy`, `yyyy-MM`, `yyyy-MM-dd`), and the first after it.
pub fn period(text: &str) -> Option<(i64, i64)> {
    let number = |at: std::ops::Range<usize>| -> Option<u32> {
        let digits = text.get(at)?;
        digits
            .bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| digits.parse().ok())?
    };
    let day = |year: u32, month: u32| start_of_day(&format!("{year:04}-{month:02}-01"), 0);
    match text.len() {
        4 => number(0..4).and_then(|year| Some((day(year, 1)?, day(year + 1, 1)?))),
        7 if text.as_bytes().get(4) == Some(&b'-') => {
            let (year, month) = (number(0..4)?, number(5..7)?);
            let next = if month == 12 {
                day(year + 1, 1)
            } else {
                day(year, month + 1)
            };
            Some((day(year, month)?, next?))
        }
        10 => Some((start_of_day(text, 0)?, start_of_day(text, 1)?)),
        _ => None,
    }
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
    fn feeds_have_their_own_time_formats() {
        assert_eq!(format_rfc3339(1_700_000_000), "2023-11-14T22:13:20Z");
        assert_eq!(
            format_rfc2822(1_700_000_000),
            "Tue, 14 Nov 2023 22:13:20 +0000"
        );
        assert_eq!(format_rfc3339(i64::MAX), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn a_year_begins_at_midnight_in_shanghai() {
        assert_eq!(year_of(1_704_038_399), 2023);
        assert_eq!(year_of(1_704_038_400), 2024);
    }

    #[test]
    fn a_day_ends_at_midnight_in_shanghai() {
        // 2023-11-15 23:59:59 and the second after it.
        assert_eq!(shanghai_day(1_700_063_999), 19_676);
        assert_eq!(shanghai_day(1_700_064_000), 19_677);
        assert_eq!(seconds_to_next_day(1_700_063_999), 1);
        assert_eq!(seconds_to_next_day(1_700_064_000), DAY);
        assert_eq!(shanghai_day(0), 0);
    }

    #[test]
    fn consecutive_periods_are_adjacent() {
        let begins = |text| start_of_day(text, 0).unwrap();
        for (text, from, to) in [
            ("2023", "2023-01-01", "2024-01-01"),
            ("2023-02", "2023-02-01", "2023-03-01"),
            ("2023-12", "2023-12-01", "2024-01-01"),
            ("2024-02-29", "2024-02-29", "2024-03-01"),
        ] {
            assert_eq!(period(text), Some((begins(from), begins(to))), "{text}");
        }
        for bad in [
            "",
            "23",
            "20233",
            "2023-1",
            "2023-13",
            "2023-02-30",
            "２０",
            "2023/02",
            "+023",
        ] {
            assert_eq!(period(bad), None, "{bad}");
        }
    }

    #[test]
    fn days_begin_at_midnight_in_shanghai() {
        assert_eq!(start_of_day("2023-11-16", 0), Some(1_700_064_000));
        assert_eq!(start_of_day("2023-11-15", 1), Some(1_700_064_000));
        for bad in [
            "",
            "2023-1-1",
            "2023-02-30",
            "2023-11-15 ",
            "２０２３-11-1",
            "+023-11-15",
        ] {
            assert_eq!(start_of_day(bad, 0), None, "{bad}");
        }
    }
}
