//! `yyyy-MM-dd` and `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai, as seconds since 1970 UTC; for releases also `yyyy-MM` and
//! `yyyy`.

use chrono::NaiveDate;

use super::text::Reason;
use super::validation_error::excerpt;
use crate::precision::Precision;

/// The service treats Asia/Shanghai as UTC+8 in every year.
const SHANGHAI_SECONDS: i64 = 8 * 3600;

/// Parses a date, which means its midnight, or a date and time. The year is 0001 to 9999. Invalid dates and times
/// (30 February, 24:00:00) are rejected.
pub fn moment(raw: &str) -> Result<i64, Reason> {
    let written = raw.trim();
    let parts = split(written).ok_or_else(|| {
        format!(
            "应为 yyyy-MM-dd 或 yyyy-MM-dd HH:mm:ss，实际是 \"{}\"",
            excerpt(written)
        )
    })?;
    epoch(parts).ok_or_else(|| format!("没有这个日期或时间：{}", excerpt(written)))
}

/// [`moment`] of a text.
pub fn time_of(text: &str) -> Option<i64> {
    epoch(split(text.trim())?)
}

/// Parses a release: a date, a date and time, a month or a year. Some catalogues write `2014-00-00` for a year and
/// `2014-08-00` for a month.
pub fn release(raw: &str) -> Result<(i64, Precision), Reason> {
    let written = raw.trim();
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let known = written.trim_end_matches("-00");
    let (day, precision) = match known.split_once('-') {
        None if known.len() == 4 && digits(known) => (format!("{known}-01-01"), Precision::Year),
        Some((year, month))
            if (year.len(), month.len()) == (4, 2) && digits(year) && digits(month) =>
        {
            (format!("{known}-01"), Precision::Month)
        }
        _ => (written.to_owned(), Precision::Day),
    };
    let parts = split(&day).ok_or_else(|| {
        format!(
            "应为 yyyy-MM-dd 或 yyyy-MM-dd HH:mm:ss，只知道年月时为 yyyy-MM 或 yyyy，实际是 \"{}\"",
            excerpt(written)
        )
    })?;
    let seconds =
        epoch(parts).ok_or_else(|| format!("没有这个日期或时间：{}", excerpt(written)))?;
    Ok((seconds, precision))
}

fn epoch([year, month, day, hour, minute, second]: [u32; 6]) -> Option<i64> {
    let year = i32::try_from(year).ok().filter(|year| *year > 0)?;
    let time = NaiveDate::from_ymd_opt(year, month, day)?.and_hms_opt(hour, minute, second)?;
    Some(time.and_utc().timestamp() - SHANGHAI_SECONDS)
}

/// The six numbers, if the text has exactly one of the two formats.
fn split(written: &str) -> Option<[u32; 6]> {
    let shape = b"0000-00-00 00:00:00";
    if !matches!(written.len(), 10 | 19) {
        return None;
    }
    let mut parts = [0u32; 6];
    let mut part = parts.iter_mut();
    let mut current = part.next()?;
    for (byte, expected) in written.bytes().zip(shape) {
        match (expected, byte) {
            (b'0', b'0'..=b'9') => *current = *current * 10 + u32::from(byte - b'0'),
            (b'0', _) => return None,
            (mark, found) if *mark == found => current = part.next()?,
            _ => return None,
        }
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formats_are_shanghai_time() {
        assert_eq!(moment("1970-01-01 08:00:00"), Ok(0));
        assert_eq!(moment("1970-01-01"), Ok(-8 * 3600));
        assert_eq!(moment("2023-11-15 06:13:20"), Ok(1_700_000_000));
        assert_eq!(moment(" 2024-02-29 "), Ok(1_709_136_000));
    }

    #[test]
    fn impossible_dates_are_rejected() {
        for raw in [
            "2023-02-29",
            "2024-13-01",
            "2024-00-10",
            "2024-04-31",
            "2024-01-01 24:00:00",
            "2024-01-01 10:60:00",
            "0000-01-01",
        ] {
            assert_eq!(moment(raw), Err(format!("没有这个日期或时间：{raw}")));
        }
    }

    #[test]
    fn other_formats_are_rejected() {
        for raw in [
            "",
            "2024",
            "2024-1-1",
            "2024/01/01",
            "2024-01-01T00:00:00",
            "2024-01-01 00:00",
            "２０２４-01-01",
            "+024-01-01",
        ] {
            let reason = moment(raw).unwrap_err();
            assert!(
                reason.starts_with("应为 yyyy-MM-dd 或 yyyy-MM-dd HH:mm:ss"),
                "{reason}"
            );
        }
    }

    #[test]
    fn a_release_date_may_be_a_month_or_a_year() {
        let (august, january) = (1_406_822_400, 1_388_505_600);
        for (raw, known) in [
            ("2014-08-01", (august, Precision::Day)),
            ("2014-08-01 00:00:00", (august, Precision::Day)),
            ("2014-08", (august, Precision::Month)),
            ("2014-08-00", (august, Precision::Month)),
            ("2014", (january, Precision::Year)),
            (" 2014-00-00 ", (january, Precision::Year)),
        ] {
            assert_eq!(release(raw), Ok(known), "{raw}");
        }
        for raw in ["2014-13", "2014-00-05", "0000", "0000-00-00"] {
            assert_eq!(release(raw), Err(format!("没有这个日期或时间：{raw}")));
        }
        for raw in [
            "",
            "14",
            "2014-8",
            "201",
            "20140",
            "2014-",
            "2014-08-",
            "-00",
            "２０１４",
            "2014年",
        ] {
            let reason = release(raw).unwrap_err();
            assert!(reason.starts_with("应为 yyyy-MM-dd"), "{raw}: {reason}");
        }
    }
}
