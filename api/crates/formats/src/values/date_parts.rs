//! The parts of a date, in whichever order they are.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::date_words::whole_year;

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

impl DateError {
    /// The reason, for a source without a mapping.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Order => "分不清月和日",
            Self::Year => "年份应为四位",
            Self::Unknown => "不是日期",
        }
    }
}

impl fmt::Display for DateError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.reason())?;
        out.write_str(match self {
            Self::Order => {
                "，请在映射文件里写 \"dateOrder\": \"mdy\"（月在前）或 \"dmy\"（日在前）"
            }
            Self::Year => "；月在前的日期（1/5/26）请在映射文件里写 \"dateOrder\": \"mdy\"",
            Self::Unknown => "",
        })
    }
}

/// The day, month or year of its parts.
pub(super) fn of_parts(parts: &[&str], order: Option<DateOrder>) -> Result<String, DateError> {
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
