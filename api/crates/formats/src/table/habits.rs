//! What the values of a column have in common: the highest rating, the order of dates, the digits of numbers, the spaces between
//! names.

use super::field::Field;
use super::mapping::{MILLISECONDS, SECONDS, Target};
use super::names::{is_in_brackets, without_brackets};
use super::scalars::is_zero;
use crate::values::date::{DateError, DateOrder, date};
use crate::values::list::values;
use crate::values::markup::without_markup;
use crate::values::rating;
use crate::values::{decimal, is_nothing};

/// Of so many rows that have one, at least, the width of a number of digits is a habit.
const MIN_SAME_WIDTH: usize = 3;
/// Where no film is shorter, the lengths are seconds.
const MIN_SECONDS: f64 = 1_000.0;
/// Characters of a name in Chinese or Japanese, at least and at most.
const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=8;

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

/// The unit of lengths without one, of which each is too great for minutes: programs write seconds, and Plex and iTunes milliseconds.
pub(super) fn unit_of<'a>(lengths: impl Iterator<Item = &'a str>) -> Option<&'static str> {
    let lengths: Option<Vec<f64>> = lengths
        .filter(|text| !is_nothing(text) && !is_zero(text))
        .map(decimal)
        .collect();
    let least = lengths?.into_iter().min_by(f64::total_cmp)?;
    match () {
        () if least >= 100.0 * MIN_SECONDS => Some(MILLISECONDS),
        () if least >= MIN_SECONDS => Some(SECONDS),
        () => None,
    }
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
        [13..=31, 1..=12, 1_000..=9_999, ..] => Some(DateOrder::DayFirst),
        [1..=12, 13..=31, 1_000..=9_999, ..] | [1..=12, 13..=31, 0..=99] => {
            Some(DateOrder::MonthFirst)
        }
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

/// Finds the columns whose cells are lists in brackets, and those of people and tags that only spaces separate.
pub(super) fn find_lists(targets: &mut [Option<Target>], sample: &[Vec<String>], separators: &str) {
    for (column, target) in targets.iter_mut().enumerate() {
        let is_of_people =
            |target: &Target| matches!(target.field, Field::Performers | Field::Directors);
        let cells = || {
            let cells = sample.iter().filter_map(|row| row.get(column));
            cells.map(|cell| without_markup(cell.trim(), '\n'))
        };
        let Some(target) = target.as_mut().filter(|target| target.field.is_of_terms()) else {
            continue;
        };
        let mut filled = cells()
            .filter(|cell| !is_nothing(cell) && !cell.is_empty())
            .peekable();
        target.in_brackets = filled.peek().is_some() && filled.all(|cell| is_in_brackets(&cell));
        if is_of_people(target) || target.field == Field::Tags {
            let names =
                cells().map(|cell| without_brackets(&cell, target.in_brackets).into_owned());
            let names: Vec<String> = names.collect();
            let cells = names.iter().map(String::as_str);
            let (has_several, has_others) = spaced_names(cells, separators);
            target.by_spaces = has_several && (has_others || target.field == Field::Tags);
        }
    }
}

/// Whether the cells of a column are names in Chinese or Japanese with only spaces between them, `林晓月 江白`, and some have several.
/// People of which each cell has exactly two may be one person each, family name first (`霧原 七海`), so that some must have one,
/// three or more, which is the second answer.
fn spaced_names<'a>(cells: impl Iterator<Item = &'a str>, separators: &str) -> (bool, bool) {
    let (mut has_several, mut has_others) = (false, false);
    for cell in cells.map(str::trim).filter(|cell| !is_nothing(cell)) {
        if values(cell, separators).count() > 1 || !cell.split_whitespace().all(is_eastern_name) {
            return (false, false);
        }
        let count = cell.split_whitespace().count();
        has_several |= count > 1;
        // One name of kana alone is usual among Japanese names of two parts.
        has_others |= count > 2 || (count == 1 && !cell.chars().any(is_kana));
    }
    (has_several, has_others)
}

fn is_eastern_name(name: &str) -> bool {
    let is_letter = |c: char| {
        is_kana(c)
            || matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}' | '々' | '〇' | '·' | '・')
    };
    NAME_CHARS.contains(&name.chars().count()) && name.chars().all(is_letter)
}

const fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | 'ー')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_column_may_have_only_spaces_between_them() {
        let are = |cells: &[&str]| spaced_names(cells.iter().copied(), "、,;/|") == (true, true);
        assert!(are(&["林晓月 江白", "何青", ""]));
        assert!(are(&["林晓月　江白 何青"]));
        assert!(are(&["さくら ひかり みなみ", "霧原 七海"]));
        // Family and given name.
        assert!(!are(&["霧原 七海", "白石 茜"]));
        assert!(!are(&["霧原 七海", "さくら"]));
        assert!(!are(&["林晓月 江白", "何青、沈秋"]));
        assert!(!are(&["Lin Xia", "何青"]));
        assert!(!are(&["林 晓月", "何青"]));
        assert!(!are(&["林晓月", "何青"]));
    }

    #[test]
    fn lengths_may_be_seconds() {
        let unit = |lengths: &[&'static str]| unit_of(lengths.iter().copied());
        assert_eq!(unit(&["7080", "5400.5", "0", "-"]), Some(SECONDS));
        assert_eq!(unit(&["7080000", "540000"]), Some(MILLISECONDS));
        for minutes in [&["7080", "90"][..], &["118分钟", "7080"], &["118"], &[]] {
            assert_eq!(unit(minutes), None, "{minutes:?}");
        }
    }

    #[test]
    fn dates_may_be_of_london() {
        let is_early = |dates: [&str; 2]| is_a_day_early(dates.into_iter());
        assert!(is_early(["2026-01-04 16:00:00", "2026-01-05 16:00:00"]));
        assert!(!is_early(["2026-01-04 16:00:00", "2026-01-05"]));
    }
}
