//! Guesses what the columns mean from their names and the first rows.

use super::columns::{field_of, nth_of, scale_of};
use super::field::Field;
use super::habits::{
    date_order, find_lists, is_a_day_early, most_common_width, rating_scale, unit_of,
};
use super::header::{header_of, names_at};
use super::mapping::{Mapping, Target};
use super::weak::find_weak;
use crate::error::Error;
use crate::options::Options;
use crate::text::excerpt;
use crate::values::channel::channel_of_word;
use crate::values::find::find;
use crate::values::list::{SEPARATORS, values};

/// An id of so many characters is one that a program has made.
const LONG_ID: usize = 20;

/// How a table is read.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) mapping: Mapping,
    /// The index of the last row with names of the columns.
    pub(super) header: usize,
    /// What each column is for.
    pub(super) targets: Vec<Option<Target>>,
    /// How many digits numbers usually have that consist of digits only.
    pub(super) digits: Option<usize>,
    /// Whether the number is looked for in the title, as no column has it.
    pub(super) is_number_in_title: bool,
    /// Whether the dates are of a program that writes midnight of China as that of London: 16:00 of the day before.
    pub(super) is_a_day_early: bool,
    /// Columns that the mapping names and the table lacks.
    pub(super) absent: Vec<String>,
    /// What is missing, if that is no reason not to read the table.
    pub(super) problem: Option<Error>,
}

/// Plans the reading of a table that begins with `rows`.
pub(super) fn plan(rows: &[Vec<String>], options: &Options) -> Result<Plan, Error> {
    let given = options.mapping.as_ref();
    let first = rows.iter().position(|row| !row.is_empty());
    let header = match (header_of(rows, given), first) {
        (Some((header, _)), _) => header,
        (None, Some(first)) if options.incomplete => first,
        (None, first) => {
            let first = first.and_then(|first| rows.get(first));
            let begin = first.map(|row| row.join(" | ")).unwrap_or_default();
            return Err(Error::Header(excerpt(&begin)));
        }
    };
    let (names, header) = names_at(rows, header);
    let sample = rows.get(header + 1..).unwrap_or_default();
    let mut mapping = match given {
        Some(mapping) => mapping.clone(),
        None => guess(&names, sample),
    };
    if let Some(channel) = options.channel.as_deref() {
        mapping.channel = crate::values::channel::channel(channel).or(mapping.channel);
    }
    let mut targets: Vec<Option<Target>> = names
        .iter()
        .map(|name| mapping.target(name).cloned())
        .collect();
    find_lists(&mut targets, sample, &mapping.separators);
    for (name, target) in names.iter().zip(&mut targets) {
        if let Some(target) = target {
            target.nth = nth_of(name);
        }
    }
    if given.is_none() && are_counted(&names, &targets, sample) {
        for target in &mut targets {
            *target = target.take_if(|target| target.field != Field::Number);
        }
    }
    let has = |field| targets.iter().flatten().any(|target| target.field == field);
    let numbers = column(&targets, sample, Field::Number);
    let titles = || column(&targets, sample, Field::Title);
    let is_number_in_title = !has(Field::Number) && titles().any(|title| find(title).is_some());
    let problem = missing(&targets, &mapping, is_number_in_title, sample);
    let problem = match problem {
        Some(problem) if !options.incomplete => return Err(problem),
        problem => problem,
    };
    let absent = mapping.columns.iter().map(|(name, _)| name);
    let absent = absent
        .filter(|name| !names.contains(name))
        .cloned()
        .collect();
    mapping.columns = names.iter().cloned().zip(targets.clone()).collect();
    Ok(Plan {
        digits: most_common_width(numbers),
        is_number_in_title,
        is_a_day_early: is_a_day_early(column(&targets, sample, Field::PubTime)),
        mapping,
        header,
        targets,
        absent,
        problem,
    })
}

/// The fields that every work needs and no column has.
fn missing(
    targets: &[Option<Target>],
    mapping: &Mapping,
    is_number_in_title: bool,
    sample: &[Vec<String>],
) -> Option<Error> {
    let has = |field| targets.iter().flatten().any(|target| target.field == field);
    let missing: Vec<&str> = [Field::Number, Field::Title, Field::PubTime]
        .into_iter()
        .filter(|field| !has(*field) && (*field != Field::Number || !is_number_in_title))
        .map(Field::name)
        .collect();
    if !missing.is_empty() {
        let text = format!("{} ({})", missing.join(", "), mapping.display());
        return Some(Error::MissingColumns(text));
    }
    let mut tags = column(targets, sample, Field::Tags);
    let mut is_in_tags =
        || tags.any(|tags| values(tags, SEPARATORS).any(|tag| channel_of_word(tag).is_some()));
    (mapping.channel.is_none() && !has(Field::Channel) && !is_in_tags()).then_some(Error::Channel)
}

/// Whether the column of the number only has ids of the rows, and the titles have the numbers.
fn are_counted(names: &[String], targets: &[Option<Target>], sample: &[Vec<String>]) -> bool {
    let mut columns = columns_of(names, targets, Field::Number).peekable();
    let is_weak = columns.peek().is_some() && columns.all(|name| field_of(name).is_none());
    let mut numbers = column(targets, sample, Field::Number);
    let are_ids = numbers.all(|number| {
        // Of IMDb: tt0000001.
        let id = number.strip_prefix("tt").unwrap_or(number);
        let are_digits = id.bytes().all(|byte| byte.is_ascii_digit());
        are_digits || number.len() >= LONG_ID || number.contains(':')
    });
    let titles = column(targets, sample, Field::Title);
    let (with, without): (Vec<&str>, Vec<&str>) = titles.partition(|title| find(title).is_some());
    is_weak && are_ids && with.len() > without.len()
}

fn guess(names: &[String], sample: &[Vec<String>]) -> Mapping {
    let of_name = |name: &String| field_of(name).map(|field| Target::of_name(name, field));
    let mut targets: Vec<Option<Target>> = names.iter().map(of_name).collect();
    find_weak(names, sample, &mut targets);
    let unit = unit_of(column(&targets, sample, Field::Duration)).map(str::to_owned);
    for target in targets.iter_mut().flatten() {
        if target.field == Field::Duration && target.detail.is_none() {
            target.detail.clone_from(&unit);
        }
    }
    let mut mapping = Mapping {
        columns: names.iter().cloned().zip(targets.clone()).collect(),
        ..Mapping::default()
    };
    let stated = columns_of(names, &targets, Field::Average).find_map(|name| scale_of(name));
    let ratings = column(&targets, sample, Field::Average);
    mapping.rating_scale = stated.unwrap_or_else(|| rating_scale(ratings));
    mapping.date_order = date_order(column(&targets, sample, Field::PubTime));
    mapping
}

/// The names of the columns that have a field.
fn columns_of<'a>(
    names: &'a [String],
    targets: &'a [Option<Target>],
    field: Field,
) -> impl Iterator<Item = &'a String> {
    let columns = names.iter().zip(targets);
    columns
        .filter(move |(_, target)| target.as_ref().is_some_and(|target| target.field == field))
        .map(|(name, _)| name)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::date::DateOrder;

    fn rows(text: &str) -> Vec<Vec<String>> {
        let cells = |line: &str| line.split(',').map(str::to_owned).collect();
        text.lines().map(cells).collect()
    }

    fn western() -> Options {
        Options {
            channel: Some("western".to_owned()),
            ..Options::default()
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
            plan.mapping.display(),
            "番号 → number; 标题 → title; 日期 → pubTime; 演员 → performers; 演员 (2) → performers; 备注 → not used; #7 → not used"
        );
    }

    #[test]
    fn weak_names_count_only_without_better_ones() {
        let columns = |header: &str| {
            let plan = plan(&rows(header), &western()).unwrap();
            plan.mapping.display()
        };
        assert!(columns("id,标题,年份").starts_with("id → number; 标题 → title; 年份 → pubTime"));
        assert!(columns("id,番号,标题,年份,日期").contains("id → not used"));
    }

    #[test]
    fn scale_and_order_follow_from_the_rows() {
        let text = "番号,标题,日期,评分\nA-1,甲,1/5/2026,4\nA-2,乙,31/12/2025,8.5";
        let mapping = plan(&rows(text), &western()).unwrap().mapping;
        assert_eq!(mapping.date_order, Some(DateOrder::DayFirst));
        assert_eq!(mapping.rating_scale, 10.0);
    }

    #[test]
    fn ratings_may_have_decimal_commas() {
        let text = "番号;标题;日期;评分\nA-1;甲;2026-1-5;4,5\nA-2;乙;2026-1-6;8,5";
        let rows: Vec<Vec<String>> = text
            .lines()
            .map(|line| line.split(';').map(str::to_owned).collect())
            .collect();
        assert_eq!(plan(&rows, &western()).unwrap().mapping.rating_scale, 10.0);
    }

    #[test]
    fn the_name_of_the_column_says_the_scale() {
        let text = "番号,标题,日期,评分/10\nA-1,甲,2026-1-5,4\nA-2,乙,2026-1-6,3";
        let mapping = plan(&rows(text), &western()).unwrap().mapping;
        assert_eq!(mapping.rating_scale, 10.0);
    }

    #[test]
    fn two_digits_are_a_year_where_the_month_is_first() {
        let order = |dates: &str| {
            let table: String = dates
                .split(' ')
                .map(|date| format!("A-1,甲,{date}\n"))
                .collect();
            let plan = plan(&rows(&format!("番号,标题,日期\n{table}")), &western()).unwrap();
            plan.mapping.date_order
        };
        assert_eq!(order("1/5/26 12/31/25"), Some(DateOrder::MonthFirst));
        assert_eq!(order("1/5/26 31/12/25"), None);
        assert_eq!(order("26/1/5 25/12/31"), None);
    }

    #[test]
    fn the_number_may_be_in_the_title() {
        let of = |title: &str| plan(&rows(&format!("标题,日期\n{title},2026-1-5")), &western());
        assert!(of("ABC-123 甲").unwrap().is_number_in_title);
        assert!(of("甲").is_err());
    }

    #[test]
    fn an_id_is_no_number_where_titles_have_one() {
        let of =
            |rows_of: &str| plan(&rows(&format!("id,标题,日期\n{rows_of}")), &western()).unwrap();
        assert!(of("1,ABC-123 甲,2026-1-5\n2,ABC-124 乙,2026-1-5").is_number_in_title);
        assert!(!of("1,甲,2026-1-5\n2,ABC-124 乙,2026-1-5").is_number_in_title);
        assert!(!of("A-1,ABC-123 甲,2026-1-5").is_number_in_title);
    }

    #[test]
    fn an_insufficient_table_can_be_shown() {
        let options = Options {
            incomplete: true,
            ..Options::default()
        };
        let plan = plan(&rows("甲,乙\n1,2"), &options).unwrap();
        assert_eq!(plan.header, 0);
        assert_eq!(plan.mapping.display(), "甲 → not used; 乙 → not used");
        assert!(matches!(plan.problem, Some(Error::MissingColumns(_))));
        let plan = super::plan(&rows("番号,标题,日期"), &options).unwrap();
        assert!(matches!(plan.problem, Some(Error::Channel)));
    }

    #[test]
    fn missing_columns_are_named() {
        let message =
            |text: &str, options: &Options| plan(&rows(text), options).unwrap_err().to_string();
        assert!(message("a,b\nc,d", &western()).contains("begin with: a | b"));
        assert!(message("番号,演员", &western()).starts_with("no column for title, pubTime ("));
        assert!(message("番号,标题,日期", &Options::default()).contains("--channel"));
    }
}
