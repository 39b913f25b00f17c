//! Dates, as `yyyy-MM-dd`, or `yyyy-MM` and `yyyy` where that is all that is known.

use super::clock::split_time;
use super::date_parts::of_parts;
pub use super::date_parts::{DateError, DateOrder};
use super::date_words::{
    is_era, is_weekday, month_leads, western_digits, with_year_behind, without_ordinal,
};
use super::day_number::{SERIALS, next_day, of_seconds, of_serial};
use super::decimal;
use crate::text::folded;

/// Reads a date, with its time if it has one other than midnight.
pub fn date(text: &str, order: Option<DateOrder>) -> Result<String, DateError> {
    let text = folded(text);
    // A column of numbers with gaps is one of fractions to some programs: 20260105.0.
    let whole = text
        .strip_suffix(".0")
        .filter(|text| decimal(text).is_some());
    // The first of a span, as Notion writes one.
    let text = whole.unwrap_or(&text).split('→').next().unwrap_or_default();
    of_text(text, order).or_else(|error| of_words(text).ok_or(error))
}

fn of_text(text: &str, order: Option<DateOrder>) -> Result<String, DateError> {
    if let Some(number) = decimal(text) {
        if SERIALS.contains(&number) {
            return of_serial(number).ok_or(DateError::Unknown);
        }
        if let Some(moment) = of_seconds(number).or_else(|| of_seconds(number / 1_000.0)) {
            return Ok(moment);
        }
    }
    let text = western_digits(text);
    let (day, time) = split_time(&text);
    let with_year = with_year_behind(day, time.map(|time| time.text));
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
        Some(time) if day.len() == 10 && time.is_midnight_of_china() => {
            next_day(&day).ok_or(DateError::Unknown)
        }
        Some(time) if day.len() == 10 => Ok(match time.clock() {
            Some(time) => format!("{day} {time}"),
            None => day,
        }),
        _ => Ok(day),
    }
}

/// The first day of a month or year.
pub(crate) fn whole_day(time: &str) -> String {
    match time.len() {
        4 => format!("{time}-01-01"),
        7 => format!("{time}-01"),
        _ => time.to_owned(),
    }
}

/// Whether a text stands for no date: `0000-00-00`, `0001-01-01T00:00:00`, `0`.
pub fn is_no_date(text: &str) -> bool {
    let text = text.trim();
    let is_zero = |c: char| c == '0' || !c.is_ascii_alphanumeric();
    (text.contains('0') && text.chars().all(is_zero)) || text.starts_with("0001-01-01")
}

/// The first day, month or year of a text with words before or behind it: `发行于2026-01-05`, `2026-01-05/2026-02-06`, `2026年1月上旬`.
fn of_words(text: &str) -> Option<String> {
    let text = western_digits(text);
    let (head, text) = text.split_at_checked(text.find(|c: char| c.is_ascii_digit())?)?;
    if !text.starts_with(['1', '2']) || is_era(head) || has_ascii_letters(head) {
        return None;
    }
    let is_of_day = |c: char| c.is_ascii_digit() || "-/.年月日号".contains(c);
    let (day, rest) = text.split_at_checked(text.find(|c| !is_of_day(c)).unwrap_or(text.len()))?;
    let parts: Vec<&str> = day
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .collect();
    let is_year = |part: &&str| part.len() == 4;
    let (parts, is_clear) = match parts.as_slice() {
        [year, month, day] if is_year(year) => (vec![*year, *month, *day], is_no_part(rest)),
        [year, month, day, next, ..] if is_year(year) => (vec![*year, *month, *day], is_year(next)),
        [year, ..] if is_year(year) || year.len() == 8 => {
            let is_bare = !rest.contains(|c: char| c.is_ascii_alphanumeric());
            (parts, is_bare)
        }
        _ => return None,
    };
    of_parts(&parts, None).ok().filter(|_| is_clear)
}

/// Whether what stands behind a day is not of it.
fn is_no_part(rest: &str) -> bool {
    let is_joined = rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    let digits = rest.trim_start().bytes();
    let digits = digits.take_while(u8::is_ascii_digit).count();
    !is_joined && (digits == 0 || digits >= 4)
}

fn has_ascii_letters(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_alphabetic())
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
            ("January 5, 2026 → February 6, 2026", "2026-01-05"),
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
    fn words_and_other_days_around_a_date_are_left_out() {
        for (text, read) in [
            ("2026/1/5 下午 03:30:00", "2026-01-05 15:30:00"),
            ("2026-01-04 16:00:00 UTC", "2026-01-05"),
            ("20260105.0", "2026-01-05"),
            ("46027.0", "2026-01-05"),
            ("2026.0", "2026"),
            ("2026-01-05/2026-02-06", "2026-01-05"),
            ("2026-01-05 2026-02-06", "2026-01-05"),
            ("2026-01-05~01-07", "2026-01-05"),
            ("2026-01-05 首播", "2026-01-05"),
            ("2026年1月5日 首播", "2026-01-05"),
            ("2026年1月5日下午3点", "2026-01-05"),
            ("20260105 上映", "2026-01-05"),
            ("发行于2026-01-05", "2026-01-05"),
            ("发售日：2026年1月5日", "2026-01-05"),
            ("约2026年", "2026"),
            ("约二〇二六年", "2026"),
            ("2026年1月上旬", "2026-01"),
            ("2026年春", "2026"),
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
            "2026-01-05 12",
            "2026-01-05-3",
            "2026-01-05b",
            "2026-2027",
            "2026 films",
            "Vol. 2026-01-05-1",
            "2026年1月第2周",
            "2026-02-29 首播",
            "约令和8年",
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
