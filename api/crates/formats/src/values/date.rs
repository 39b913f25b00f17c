//! Dates, as `yyyy-MM-dd`, or `yyyy-MM` and `yyyy` where that is all that is known.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{decimal, whole};
use crate::text::folded;

/// What comes first in `1/5/2026`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum DateOrder {
    /// 5 January.
    #[serde(rename = "mdy")]
    MonthFirst,
    /// 1 May.
    #[serde(rename = "dmy")]
    DayFirst,
}

/// Why a date cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateError {
    /// Nothing shows whether the month or the day comes first.
    Order,
    /// It has two digits for the year.
    Year,
    /// It is no date.
    Unknown,
}

impl fmt::Display for DateError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Order => "分不清月和日，请在映射文件里写 \"dateOrder\": \"mdy\"（月在前）或 \"dmy\"（日在前）",
            Self::Year => "年份应为四位",
            Self::Unknown => "不是日期",
        })
    }
}

/// Serial numbers that are taken for dates: 1954 to 2119.
const SERIALS: std::ops::Range<f64> = 20_000.0..80_000.0;

/// Reads a date, with its time if it has one other than midnight.
pub fn date(text: &str, order: Option<DateOrder>) -> Result<String, DateError> {
    let text = folded(text);
    if let Some(serial) = decimal(&text).filter(|number| SERIALS.contains(number)) {
        return of_serial(serial).ok_or(DateError::Unknown);
    }
    let (day, time) = split_time(&text);
    let parts: Vec<&str> = day
        .split(|c: char| matches!(c, '年' | '月' | '日' | '号') || !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .collect();
    let day = of_parts(&parts, order)?;
    Ok(match time.and_then(clock) {
        Some(time) if day.len() == 10 => format!("{day} {time}"),
        _ => day,
    })
}

fn of_parts(parts: &[&str], order: Option<DateOrder>) -> Result<String, DateError> {
    match parts {
        [all] => of_digits(all),
        [year, month] if year.len() == 4 => month_of(year, month),
        [month, year] if year.len() == 4 => month_of(year, month),
        [year, month, day] if year.len() == 4 => day_of(year, month, day),
        [first, second, year] if year.len() == 4 => {
            let [first_number, second_number] = [first, second].map(|part| part.parse::<u32>());
            let order = match (first_number, second_number) {
                (Err(_), Ok(_)) => DateOrder::MonthFirst,
                (Ok(_), Err(_)) => DateOrder::DayFirst,
                (Ok(day), Ok(_)) if day > 12 => DateOrder::DayFirst,
                (Ok(_), Ok(day)) if day > 12 => DateOrder::MonthFirst,
                (Ok(_), Ok(_)) => order.ok_or(DateError::Order)?,
                (Err(_), Err(_)) => return Err(DateError::Unknown),
            };
            match order {
                DateOrder::MonthFirst => day_of(year, first, second),
                DateOrder::DayFirst => day_of(year, second, first),
            }
        }
        [first, .., last] if first.len() <= 2 && last.len() <= 2 => Err(DateError::Year),
        _ => Err(DateError::Unknown),
    }
}

/// `20260105`, `202601` or `2026`.
fn of_digits(all: &str) -> Result<String, DateError> {
    let part = |range| all.get(range).unwrap_or_default();
    if !all.bytes().all(|byte| byte.is_ascii_digit()) || !matches!(part(0..2), "19" | "20") {
        return Err(DateError::Unknown);
    }
    match all.len() {
        8 => day_of(part(0..4), part(4..6), part(6..8)),
        6 => month_of(part(0..4), part(4..6)),
        4 => Ok(all.to_owned()),
        _ => Err(DateError::Unknown),
    }
}

fn day_of(year: &str, month: &str, day: &str) -> Result<String, DateError> {
    let month = month_of(year, month)?;
    match day.parse::<u32>() {
        Ok(0) => Ok(month),
        Ok(day) if day <= 31 && month.len() == 7 => Ok(format!("{month}-{day:02}")),
        _ => Err(DateError::Unknown),
    }
}

/// `yyyy-MM`; `yyyy` for the month 0, which some programs write.
fn month_of(year: &str, month: &str) -> Result<String, DateError> {
    let names = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ];
    let named = names.iter().zip(1_u32..);
    let mut named = named.filter(|(name, _)| month.starts_with(**name));
    let month = match month.parse::<u32>() {
        Ok(month) => month,
        Err(_) => named.next().ok_or(DateError::Unknown)?.1,
    };
    if year.parse::<u32>().is_err() || month > 12 {
        return Err(DateError::Unknown);
    }
    Ok(match month {
        0 => year.to_owned(),
        month => format!("{year}-{month:02}"),
    })
}

/// The day and the time behind it.
fn split_time(text: &str) -> (&str, Option<&str>) {
    let is_time = |time: &&str| time.contains(':');
    match text.split_once(['t', ' ']) {
        Some((day, time)) if is_time(&time.trim()) && day.len() >= 6 => (day, Some(time.trim())),
        _ => match text.rsplit_once(' ') {
            Some((day, time)) if is_time(&time) => (day, Some(time)),
            _ => (text, None),
        },
    }
}

/// `HH:mm:ss`; `None` for midnight, and for a time of another zone, which is another day perhaps.
fn clock(time: &str) -> Option<String> {
    let time = time.split('.').next().unwrap_or_default();
    let parts: Option<Vec<u32>> = time.split(':').map(|part| part.parse().ok()).collect();
    let (hour, minute, second) = match parts?.as_slice() {
        [hour, minute] => (*hour, *minute, 0),
        [hour, minute, second] => (*hour, *minute, *second),
        _ => return None,
    };
    let is_time = hour < 24 && minute < 60 && second < 60 && (hour, minute, second) != (0, 0, 0);
    is_time.then(|| format!("{hour:02}:{minute:02}:{second:02}"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_many_formats() {
        for (text, read) in [
            ("2026/1/5", "2026-01-05"),
            ("2026-01-05", "2026-01-05"),
            ("2026.1.5", "2026-01-05"),
            ("20260105", "2026-01-05"),
            ("2026年1月5日", "2026-01-05"),
            ("２０２６－０１－０５", "2026-01-05"),
            ("2026/1/5 0:00", "2026-01-05"),
            ("2026-01-05T20:30:00", "2026-01-05 20:30:00"),
            ("2026-01-05T20:30:00Z", "2026-01-05"),
            ("2026/1/5 9:05", "2026-01-05 09:05:00"),
            ("46027", "2026-01-05"),
            ("46027.5", "2026-01-05"),
            ("2026-01", "2026-01"),
            ("202601", "2026-01"),
            ("2026年1月", "2026-01"),
            ("2026", "2026"),
            ("2014-08-00", "2014-08"),
            ("2014-00-00", "2014"),
            ("31/12/2025", "2025-12-31"),
            ("12/31/2025", "2025-12-31"),
            ("5 Jan 2026", "2026-01-05"),
            ("January 5, 2026", "2026-01-05"),
            ("August 14, 2026", "2026-08-14"),
        ] {
            assert_eq!(date(text, None).as_deref(), Ok(read), "{text}");
        }
    }

    #[test]
    fn an_ambiguous_date_order_is_not_guessed() {
        assert_eq!(date("1/5/2026", None), Err(DateError::Order));
        assert_eq!(
            date("1/5/2026", Some(DateOrder::MonthFirst)).as_deref(),
            Ok("2026-01-05")
        );
        assert_eq!(
            date("1/5/2026", Some(DateOrder::DayFirst)).as_deref(),
            Ok("2026-05-01")
        );
        assert_eq!(date("26/1/5", None), Err(DateError::Year));
        for text in [
            "",
            "soon",
            "2026-13-01",
            "2026-01-32",
            "1234567",
            "99999",
            "-",
        ] {
            assert_eq!(date(text, None), Err(DateError::Unknown), "{text}");
        }
    }

    #[test]
    fn serials_are_days_since_1900() {
        for (serial, read) in [
            (25_569.0, "1970-01-01"),
            (36_585.0, "2000-02-29"),
            (36_586.0, "2000-03-01"),
            (45_657.99, "2024-12-31"),
        ] {
            assert_eq!(of_serial(serial).as_deref(), Some(read));
        }
        assert_eq!(of_serial(1.0), None);
        assert_eq!(of_serial(f64::NAN), None);
    }
}
