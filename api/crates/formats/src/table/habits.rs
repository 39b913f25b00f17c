//! What the values of a column have in common: the highest rating, the order of dates, the digits of numbers.

use crate::values::date::{DateError, DateOrder, date};
use crate::values::rating;

/// Of so many rows that have one, at least, the width of a number of digits is a habit.
const MIN_SAME_WIDTH: usize = 3;

/// 5, 10 or 100. Single ratings beyond are mistakes, which get a note.
pub(super) fn rating_scale<'a>(ratings: impl Iterator<Item = &'a str>) -> f64 {
    let numbers: Vec<f64> = ratings.filter_map(rating::plain).collect();
    let above = |bound| numbers.iter().filter(|number| **number > bound).count();
    match (above(5.0), above(10.0)) {
        (0, _) => 5.0,
        (_, high) if high * 2 <= numbers.len() => 10.0,
        _ => 100.0,
    }
}

/// The order that the clear dates among the unclear ones show, if all agree.
pub(super) fn date_order<'a>(dates: impl Iterator<Item = &'a str>) -> Option<DateOrder> {
    let (mut unclear, mut orders) = (false, Vec::new());
    for text in dates {
        match date(text, None) {
            Err(DateError::Order) => unclear = true,
            Err(DateError::Year) => {
                unclear = true;
                orders.extend(date_order_of(text));
            }
            Ok(_) => orders.extend(date_order_of(text)),
            Err(_) => {}
        }
    }
    let first = *orders.first()?;
    (unclear && orders.iter().all(|order| *order == first)).then_some(first)
}

/// Whether all dates have the time 16:00, and there are several.
pub(super) fn is_a_day_early<'a>(dates: impl Iterator<Item = &'a str>) -> bool {
    let dates: Vec<&str> = dates.collect();
    dates.len() > 1 && dates.iter().all(|date| date.ends_with(" 16:00:00"))
}

/// The order of a date in which only one is possible.
fn date_order_of(text: &str) -> Option<DateOrder> {
    let parts: Vec<u32> = text
        .split(|c: char| !c.is_ascii_digit())
        .map_while(|part| part.parse().ok())
        .collect();
    match parts.as_slice() {
        [13..=31, 1..=12, 1_000..=9_999] => Some(DateOrder::DayFirst),
        [1..=12, 13..=31, 0..=99 | 1_000..=9_999] => Some(DateOrder::MonthFirst),
        _ => None,
    }
}

/// The width that most numbers have that consist of digits only.
pub(super) fn most_common_width<'a>(numbers: impl Iterator<Item = &'a str>) -> Option<usize> {
    let widths: Vec<usize> = numbers
        .filter(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        .map(str::len)
        .collect();
    let widest = *widths.iter().max()?;
    let habit = widths.iter().filter(|width| **width == widest).count();
    (habit >= MIN_SAME_WIDTH && habit * 2 > widths.len()).then_some(widest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_may_be_of_london() {
        let is_early = |dates: [&str; 2]| is_a_day_early(dates.into_iter());
        assert!(is_early(["2026-01-04 16:00:00", "2026-01-05 16:00:00"]));
        assert!(!is_early(["2026-01-04 16:00:00", "2026-01-05"]));
    }
}
