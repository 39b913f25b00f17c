//! Days and moments that are one number: of spreadsheets, and of computers.

use super::whole;

/// Serial numbers that are taken for dates: 1954 to 2119.
pub(super) const SERIALS: std::ops::Range<f64> = 20_000.0..80_000.0;

/// Seconds since 1970 that are taken for a moment: 2001 to 2030, so that no date of ten digits is among them.
const SECONDS: std::ops::Range<f64> = 1_000_000_000.0..1_900_000_000.0;
/// Day 25569 of Excel's is 1970-01-01.
const DAYS_BEFORE_1970: f64 = 25_569.0;
/// China is eight hours ahead.
const AHEAD: f64 = 8.0 * 3_600.0;

/// A moment in China.
pub(super) fn of_seconds(seconds: f64) -> Option<String> {
    if !SECONDS.contains(&seconds) {
        return None;
    }
    let local = seconds.floor() + AHEAD;
    let day = of_serial((local / 86_400.0).floor() + DAYS_BEFORE_1970)?;
    let second = whole(local % 86_400.0)?;
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    match (hour, minute, second) {
        (0, 0, 0) => Some(day),
        _ => Some(format!("{day} {hour:02}:{minute:02}:{second:02}")),
    }
}

/// The day with a number of Excel's, which counts from 1900.
pub fn of_serial(serial: f64) -> Option<String> {
    let days = SERIALS.contains(&serial).then(|| whole(serial.floor()))??;
    // Days since 0000-03-01, so that the leap day is the last of a year.
    let days = days + 693_899;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

/// Excel's number of a day `yyyy-MM-dd`.
pub(super) fn serial_of(day: &str) -> Option<f64> {
    let part =
        |range: std::ops::Range<usize>| day.get(range).and_then(|text| text.parse::<u32>().ok());
    let (year, month, day) = (part(0..4)?, part(5..7)?, part(8..10)?);
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year.checked_sub(1)?, month + 9)
    };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day;
    Some(f64::from(days.checked_sub(693_900)?))
}

/// The day behind a day `yyyy-MM-dd`.
pub(crate) fn next_day(day: &str) -> Option<String> {
    of_serial(serial_of(day)? + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serials_are_days_since_1900() {
        for (serial, read) in [
            (25_569.0, "1970-01-01"),
            (36_585.0, "2000-02-29"),
            (36_586.0, "2000-03-01"),
            (45_657.99, "2024-12-31"),
        ] {
            assert_eq!(of_serial(serial).as_deref(), Some(read));
            assert_eq!(serial_of(read), Some(serial.floor()));
        }
        assert_eq!(of_serial(1.0), None);
        assert_eq!(of_serial(f64::NAN), None);
    }
}
