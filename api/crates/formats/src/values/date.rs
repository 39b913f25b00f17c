//! Dates, as `yyyy-MM-dd`, or `yyyy-MM` and `yyyy` where that is all that is known.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::date_words::{
    is_weekday, month_leads, western_digits, whole_year, with_year_behind, without_ordinal,
};
use super::day_number::{SERIALS, next_day, of_seconds, of_serial};
use super::decimal;
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
            Self::Year => "年份应为四位；月在前的日期（1/5/26）请在映射文件里写 \"dateOrder\": \"mdy\"",
            Self::Unknown => "不是日期",
        })
    }
}

/// Reads a date, with its time if it has one other than midnight.
pub fn date(text: &str, order: Option<DateOrder>) -> Result<String, DateError> {
    let text = folded(text);
    if let Some(number) = decimal(&text) {
        if SERIALS.contains(&number) {
            return of_serial(number).ok_or(DateError::Unknown);
        }
        if let Some(moment) = of_seconds(number).or_else(|| of_seconds(number / 1_000.0)) {
            return Ok(moment);
        }
    }
    let text = western_digits(&text);
    let (day, time) = split_time(&text);
    let with_year = with_year_behind(day, time);
    let day = with_year.as_deref().unwrap_or(day);
    // What stands behind in brackets is a country or a weekday.
    let day = day.split_once(['(', '[']).map_or(day, |(head, _)| head);
    let parts: Vec<&str> = day
        .split(|c: char| matches!(c, '年' | '月' | '日' | '号') || !c.is_alphanumeric())
        .filter(|part| !part.is_empty() && !is_weekday(part))
        .map(without_ordinal)
        .collect();
    let said = month_leads(day).then_some(DateOrder::MonthFirst);
    // Who writes dots writes the day first: 5.1.2026.
    let of_dots = (day.split('.').count() == 3).then_some(DateOrder::DayFirst);
    let order = said.or(order).or(of_dots);
    let day = of_parts(&parts, order)?;
    if !(1_870..=2_199).contains(&day.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0)) {
        return Err(DateError::Unknown);
    }
    match time {
        // Midnight of China, as JavaScript writes it.
        Some(time) if day.len() == 10 && time.starts_with("16:00:00") && time.ends_with('z') => {
            next_day(&day).ok_or(DateError::Unknown)
        }
        Some(time) if day.len() == 10 => Ok(match clock(time) {
            Some(time) => format!("{day} {time}"),
            None => day,
        }),
        _ => Ok(day),
    }
}

/// Whether a text stands for no date: `0000-00-00`, `0001-01-01T00:00:00`, `0`.
pub fn is_no_date(text: &str) -> bool {
    let text = text.trim();
    let is_zero = |c: char| c == '0' || !c.is_ascii_alphanumeric();
    (text.contains('0') && text.chars().all(is_zero)) || text.starts_with("0001-01-01")
}

fn of_parts(parts: &[&str], order: Option<DateOrder>) -> Result<String, DateError> {
    match parts {
        [all] => of_digits(all),
        [year, month] if year.len() == 4 => month_of(year, month),
        [month, year] if year.len() == 4 => month_of(year, month),
        // As spreadsheets show a month: Jan-26.
        [month, year] if is_two_digits(year) && month.parse::<u32>().is_err() => {
            month_of(&whole_year(year), month)
        }
        [year, month, day] if year.len() == 4 => day_of(year, month, day),
        // Of a month that is named it is clear what is the day.
        [day, month, year]
            if is_two_digits(year)
                && day.parse::<u32>().is_ok()
                && month_of("2000", month).is_ok()
                && month.parse::<u32>().is_err() =>
        {
            day_of(&whole_year(year), month, day)
        }
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
        // Two digits behind a month and a day cannot be anything else than the year.
        [month, day, year]
            if order == Some(DateOrder::MonthFirst) && is_two_digits(year) && month.len() <= 2 =>
        {
            day_of(&whole_year(year), month, day)
        }
        [first, .., last] if first.len() <= 2 && last.len() <= 2 => Err(DateError::Year),
        _ => Err(DateError::Unknown),
    }
}

fn is_two_digits(year: &str) -> bool {
    year.len() == 2 && year.bytes().all(|byte| byte.is_ascii_digit())
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
        Ok(day) if day <= days_of(&month) => Ok(format!("{month}-{day:02}")),
        _ => Err(DateError::Unknown),
    }
}

/// How many days a month `yyyy-MM` has; none for a year alone.
fn days_of(month: &str) -> u32 {
    let part = |range: std::ops::Range<usize>| month.get(range)?.parse::<u32>().ok();
    let (Some(year), Some(month)) = (part(0..4), part(5..7)) else {
        return 0;
    };
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
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

/// The day and the time behind it, which has a colon.
fn split_time(text: &str) -> (&str, Option<&str>) {
    let Some((head, _)) = text.split_once(':') else {
        return (text, None);
    };
    let hour = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let day = hour.trim_end_matches(['t', ' ', ',']);
    let is_behind = hour.len() < head.len() && day.len() < hour.len() && day.len() >= 6;
    match text.get(hour.len()..) {
        Some(time) if is_behind => (day, Some(time.trim())),
        _ => (text, None),
    }
}

/// `HH:mm:ss`; `None` for midnight, and for a time of another zone, which is another day perhaps.
fn clock(time: &str) -> Option<String> {
    let time = match time.ends_with('z') {
        true => return None,
        false => time.split('.').next().unwrap_or_default(),
    };
    let parts: Option<Vec<u32>> = time.split(':').map(|part| part.parse().ok()).collect();
    let (hour, minute, second) = match parts?.as_slice() {
        [hour, minute] => (*hour, *minute, 0),
        [hour, minute, second] => (*hour, *minute, *second),
        _ => return None,
    };
    let is_time = hour < 24 && minute < 60 && second < 60 && (hour, minute, second) != (0, 0, 0);
    is_time.then(|| format!("{hour:02}:{minute:02}:{second:02}"))
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
            ("1月5日2026年", "2026-01-05"),
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
            ("5-Jan-26", "2026-01-05"),
            ("05.01.2026", "2026-01-05"),
            ("2024-02-29", "2024-02-29"),
            ("5-Jan-98", "1998-01-05"),
            ("Jan-26", "2026-01"),
            ("Mon Jan 05 2026 00:00:00 GMT+0800", "2026-01-05"),
            ("2026/1/5 星期一", "2026-01-05"),
            ("2026-01-05(中国大陆)", "2026-01-05"),
            ("2026-01-05 (日本) / 2026-02-01", "2026-01-05"),
            ("2026年1月5日（月）", "2026-01-05"),
            ("二〇二六年一月五日", "2026-01-05"),
            ("二○二六年十月三十一日", "2026-10-31"),
            ("二〇二六年十二月二十日", "2026-12-20"),
            ("令和8年1月5日", "2026-01-05"),
            ("R8.1.5", "2026-01-05"),
            ("昭和64.1.7", "1989-01-07"),
            ("民國115年1月5日", "2026-01-05"),
            ("5th January 2026", "2026-01-05"),
            ("Mon Jan 5 00:00:00 CST 2026", "2026-01-05"),
            ("平成元年6月1日", "1989-06-01"),
            ("2026-01-05T00:00:00.000Z", "2026-01-05"),
            ("2026-01-05T20:30:00.000Z", "2026-01-05"),
            ("2026-01-04T16:00:00.000Z", "2026-01-05"),
            ("2025-12-31T16:00:00Z", "2026-01-01"),
            ("2026-01-05 上午 9:30", "2026-01-05 09:30:00"),
            ("1769904000", "2026-02-01 08:00:00"),
            ("1767542400", "2026-01-05"),
            ("1769904000000", "2026-02-01 08:00:00"),
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
        assert_eq!(
            date("1/5/26", Some(DateOrder::MonthFirst)).as_deref(),
            Ok("2026-01-05")
        );
        for order in [None, Some(DateOrder::DayFirst)] {
            assert_eq!(date("26/1/5", order), Err(DateError::Year));
        }
        for text in [
            "",
            "soon",
            "2026-13-01",
            "2026-01-32",
            "2026-02-29",
            "1234567",
            "99999",
            "0000-00-00",
            "0001-01-01",
            "5-Jan",
            "soon-26",
            "-",
        ] {
            assert_eq!(date(text, None), Err(DateError::Unknown), "{text}");
        }
    }

    #[test]
    fn zeros_are_no_date() {
        for text in [
            "0000-00-00",
            "0",
            "0000-00-00 00:00:00",
            "0001-01-01T00:00:00",
        ] {
            assert!(is_no_date(text), "{text}");
        }
        assert!(!is_no_date("2000"));
        assert!(!is_no_date("-"));
    }
}
