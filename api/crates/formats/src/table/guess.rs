//! Guesses what the columns mean from their names and the first rows.

use super::columns::{Field, field_of, weak_field_of};
use super::mapping::{Mapping, Target};
use crate::text::excerpt;
use crate::values::date::{DateError, DateOrder, date};
use crate::values::decimal;
use crate::{Error, Options};

/// In how many first rows the names of the columns are looked for: some tables have a heading above them.
const MAX_HEADER_ROW: usize = 10;
/// Of so many rows that have one, at least, the width of a number of digits is a habit.
const MIN_SAME_WIDTH: usize = 3;

/// How a table is read.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) mapping: Mapping,
    /// The index of the row with the names of the columns.
    pub(super) header: usize,
    /// What each column is for.
    pub(super) targets: Vec<Option<Target>>,
    /// How many digits numbers usually have that consist of digits only.
    pub(super) digits: Option<usize>,
    /// Columns that the mapping names and the table lacks.
    pub(super) absent: Vec<String>,
}

/// The best row for the names of columns, among the first ones, and how many of them are known.
pub(super) fn header_of(rows: &[Vec<String>], mapping: Option<&Mapping>) -> Option<(usize, usize)> {
    let known = |name: &&String| match mapping {
        Some(mapping) => mapping.columns.iter().any(|(column, _)| column == *name),
        None => field_of(name).is_some(),
    };
    let scores = rows
        .iter()
        .take(MAX_HEADER_ROW)
        .enumerate()
        .map(|(index, row)| {
            let names = unique(row);
            (index, names.iter().filter(known).count())
        });
    // Of equal rows the first.
    scores
        .rev()
        .max_by_key(|(_, score)| *score)
        .filter(|(_, score)| *score > 0)
}

/// Plans the reading of a table that begins with `rows`.
pub(super) fn plan(rows: &[Vec<String>], options: &Options) -> Result<Plan, Error> {
    let given = options.mapping.as_ref();
    let Some((header, _)) = header_of(rows, given) else {
        let first = rows.iter().find(|row| !row.is_empty());
        let shown = first.map(|row| row.join(" | ")).unwrap_or_default();
        return Err(Error::Header(excerpt(&shown)));
    };
    let names = unique(rows.get(header).map(Vec::as_slice).unwrap_or_default());
    let sample = rows.get(header + 1..).unwrap_or_default();
    let mut mapping = match given {
        Some(mapping) => mapping.clone(),
        None => guess(&names, sample),
    };
    if let Some(channel) = options.channel.as_deref() {
        mapping.channel = crate::values::channel::channel(channel).or(mapping.channel);
    }
    let targets: Vec<Option<Target>> = names
        .iter()
        .map(|name| mapping.target(name).cloned())
        .collect();
    let has = |field| targets.iter().flatten().any(|target| target.field == field);
    let missing: Vec<&str> = [Field::Number, Field::Title, Field::PubTime]
        .into_iter()
        .filter(|field| !has(*field))
        .map(Field::name)
        .collect();
    if !missing.is_empty() {
        return Err(Error::MissingColumns(format!(
            "{} ({})",
            missing.join(", "),
            mapping.shown()
        )));
    }
    if mapping.channel.is_none() && !has(Field::Channel) {
        return Err(Error::Channel);
    }
    let absent = mapping.columns.iter().map(|(name, _)| name);
    let absent = absent
        .filter(|name| !names.contains(name))
        .cloned()
        .collect();
    mapping.columns = names.iter().cloned().zip(targets.clone()).collect();
    let numbers = column(&targets, sample, Field::Number);
    Ok(Plan {
        digits: most_common_width(numbers),
        mapping,
        header,
        targets,
        absent,
    })
}

fn guess(names: &[String], sample: &[Vec<String>]) -> Mapping {
    let mut columns: Vec<(String, Option<Target>)> = names
        .iter()
        .map(|name| (name.clone(), field_of(name).map(Target::of)))
        .collect();
    for at in 0..columns.len() {
        let Some((name, None)) = columns.get(at) else {
            continue;
        };
        let weak = weak_field_of(name).filter(|field| {
            let mut targets = columns.iter().filter_map(|(_, target)| target.as_ref());
            !targets.any(|target| target.field == *field)
        });
        if let Some((_, target)) = columns.get_mut(at) {
            *target = weak.map(Target::of);
        }
    }
    let mut mapping = Mapping {
        columns,
        ..Mapping::default()
    };
    let targets: Vec<Option<Target>> = names
        .iter()
        .map(|name| mapping.target(name).cloned())
        .collect();
    mapping.rating_scale = rating_scale(column(&targets, sample, Field::Average));
    mapping.date_order = date_order(column(&targets, sample, Field::PubTime));
    mapping
}

/// Names of columns, each once: a second 演员 is 演员 (2). A column without a name is called by its place.
pub(super) fn unique(row: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(row.len());
    for (name, place) in row.iter().zip(1..) {
        let name = match name.trim() {
            "" => format!("#{place}"),
            name => name.trim_start_matches('\u{feff}').to_owned(),
        };
        let again = (2..).map(|nth| format!("{name} ({nth})"));
        let mut free = std::iter::once(name.clone())
            .chain(again)
            .filter(|name| !names.contains(name));
        names.extend(free.next());
    }
    names
}

/// The values of a field in the sample.
fn column<'a>(
    targets: &'a [Option<Target>],
    sample: &'a [Vec<String>],
    field: Field,
) -> impl Iterator<Item = &'a str> {
    sample.iter().flat_map(move |row| {
        let cells = row.iter().zip(targets);
        cells
            .filter(move |(_, target)| target.as_ref().is_some_and(|target| target.field == field))
            .map(|(cell, _)| cell.trim())
            .filter(|cell| !cell.is_empty())
    })
}

/// 5, 10 or 100. Single ratings beyond are mistakes, which are told of.
fn rating_scale<'a>(ratings: impl Iterator<Item = &'a str>) -> f64 {
    let numbers = ratings.filter_map(|text| decimal(text.trim_end_matches(['分', '星']).trim()));
    let numbers: Vec<f64> = numbers.collect();
    let above = |bound| numbers.iter().filter(|number| **number > bound).count();
    match (above(5.0), above(10.0)) {
        (0, _) => 5.0,
        (_, high) if high * 2 <= numbers.len() => 10.0,
        _ => 100.0,
    }
}

/// The order that the clear dates among the unclear ones show, if all agree.
fn date_order<'a>(dates: impl Iterator<Item = &'a str>) -> Option<DateOrder> {
    let (mut unclear, mut orders) = (false, Vec::new());
    for text in dates {
        match date(text, None) {
            Err(DateError::Order) => unclear = true,
            Ok(_) => orders.extend(date_order_of(text)),
            Err(_) => {}
        }
    }
    let first = *orders.first()?;
    (unclear && orders.iter().all(|order| *order == first)).then_some(first)
}

fn date_order_of(text: &str) -> Option<DateOrder> {
    let parts: Vec<u32> = text
        .split(|c: char| !c.is_ascii_digit())
        .map_while(|part| part.parse().ok())
        .collect();
    match parts.as_slice() {
        [13..=31, 1..=12, 1_000..=9_999] => Some(DateOrder::DayFirst),
        [1..=12, 13..=31, 1_000..=9_999] => Some(DateOrder::MonthFirst),
        _ => None,
    }
}

/// The width that most numbers have that consist of digits only.
fn most_common_width<'a>(numbers: impl Iterator<Item = &'a str>) -> Option<usize> {
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

    fn rows(text: &str) -> Vec<Vec<String>> {
        let cells = |line: &str| line.split(',').map(str::to_owned).collect();
        text.lines().map(cells).collect()
    }

    fn western() -> Options {
        Options {
            channel: Some("western".to_owned()),
            mapping: None,
        }
    }

    #[test]
    fn the_header_may_have_a_heading_above() {
        let plan = plan(
            &rows("我的片单\n\n番号,标题,日期,演员,演员,备注,"),
            &western(),
        )
        .unwrap();
        assert_eq!(plan.header, 2);
        assert_eq!(
            plan.mapping.shown(),
            "番号 → number; 标题 → title; 日期 → pubTime; 演员 → performers; 演员 (2) → performers; 备注 → not used; #7 → not used"
        );
    }

    #[test]
    fn weak_names_count_only_without_better_ones() {
        let shown = |header: &str| plan(&rows(header), &western()).unwrap().mapping.shown();
        assert!(shown("id,标题,年份").starts_with("id → number; 标题 → title; 年份 → pubTime"));
        assert!(shown("id,番号,标题,年份,日期").contains("id → not used"));
    }

    #[test]
    fn scale_and_order_follow_from_the_rows() {
        let text = "番号,标题,日期,评分\nA-1,甲,1/5/2026,4\nA-2,乙,31/12/2025,8.5";
        let mapping = plan(&rows(text), &western()).unwrap().mapping;
        assert_eq!(mapping.date_order, Some(DateOrder::DayFirst));
        assert_eq!(mapping.rating_scale, 10.0);
    }

    #[test]
    fn missing_columns_are_named() {
        let told =
            |text: &str, options: &Options| plan(&rows(text), options).unwrap_err().to_string();
        assert!(told("a,b\nc,d", &western()).contains("begin with: a | b"));
        assert!(told("番号,演员", &western()).starts_with("no column for title, pubTime ("));
        assert!(told("番号,标题,日期", &Options::default()).contains("--channel"));
    }
}
