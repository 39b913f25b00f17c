//! Columns whose names say less: those that mean a field only where no better name has it, and those that are numbered. What is
//! in them decides with their names.

use super::columns::{Numbered, numbered, plain, says_year, weak_name};
use super::field::Field;
use super::mapping::Target;
use crate::values::date::{date, is_no_date};
use crate::values::is_nothing;

/// So many plain numbers make sure that a column of people has none.
const SURE_CELLS: usize = 3;

/// Finds what columns mean that have no field yet.
pub(super) fn find_weak(names: &[String], sample: &[Vec<String>], targets: &mut [Option<Target>]) {
    by_rank(names, sample, targets);
    find_years(names, sample, targets);
    let unnumbered = targets.to_vec();
    for (at, name) in names.iter().enumerate() {
        let Some(numbered) = numbered(name).filter(|_| !has_column(&unnumbered, at)) else {
            continue;
        };
        let field = match numbered.field {
            // star5 says how many have given five stars.
            field if field.is_of_terms() && are_amounts(sample, at) => None,
            field if field.is_of_one_address() => of_one(field, targets, &unnumbered),
            field if !has(&unnumbered, field) => Some(field),
            field => Some(field).filter(|_| goes_on(&numbered, names, &unnumbered)),
        };
        if let Some(target) = targets.get_mut(at) {
            *target = field.map(Target::of);
        }
    }
    for (at, target) in targets.iter_mut().enumerate() {
        let is_of_people =
            |target: &Target| matches!(target.field, Field::Performers | Field::Directors);
        let are_several = cells(sample, at).nth(SURE_CELLS - 1).is_some();
        if target.as_ref().is_some_and(is_of_people) && are_several && are_amounts(sample, at) {
            *target = None;
        }
    }
}

/// Gives each field that no column has to the best of the columns with a weaker name of it.
fn by_rank(names: &[String], sample: &[Vec<String>], targets: &mut [Option<Target>]) {
    let mut weak = Vec::new();
    for (at, name) in names.iter().enumerate() {
        let Some((field, rank)) = weak_name(name).filter(|_| !has_column(targets, at)) else {
            continue;
        };
        let shape = match field {
            Field::Number => shape_of_numbers(sample, at),
            _ => Some(0),
        };
        if let Some(shape) = shape {
            weak.push((shape, rank, at, field, name));
        }
    }
    weak.sort();
    for (_, _, at, field, name) in weak {
        let is_free = !has(targets, field);
        if let Some(target) = targets.get_mut(at).filter(|_| is_free) {
            *target = Some(Target::of_name(name, field));
        }
    }
}

/// Gives columns with years to a table that has dates as well, for its rows without a date.
fn find_years(names: &[String], sample: &[Vec<String>], targets: &mut [Option<Target>]) {
    if !has(targets, Field::PubTime) {
        return;
    }
    for (at, name) in names.iter().enumerate() {
        let is_year = |text: &str| date(text, None).is_ok_and(|year| year.len() == 4);
        let mut years = cells(sample, at)
            .filter(|text| !is_no_date(text))
            .peekable();
        let are_years = years.peek().is_some() && years.all(is_year);
        let is_free = says_year(name) && are_years && !has_column(targets, at);
        if let Some(target) = targets.get_mut(at).filter(|_| is_free) {
            *target = Some(Target::of(Field::PubTime));
        }
    }
}

/// How well the values of a column are numbers of films: 0 if most have letters and digits, as `MZU-017` has; `None` if no value
/// has a digit, as those of a `Catalog` that is a genre.
fn shape_of_numbers(sample: &[Vec<String>], at: usize) -> Option<u8> {
    let (mut filled, mut with_digit, mut with_both) = (0, 0, 0);
    for cell in cells(sample, at) {
        let has_digit = cell.bytes().any(|byte| byte.is_ascii_digit());
        let has_letter = cell.bytes().any(|byte| byte.is_ascii_alphabetic());
        filled += 1;
        with_digit += usize::from(has_digit);
        with_both += usize::from(has_digit && has_letter);
    }
    match with_digit {
        0 if filled > 0 => None,
        _ => Some(u8::from(with_both * 2 < filled.max(1))),
    }
}

/// The field of one of several columns with an address each: the first is the cover, and the others are stills, or all if the
/// table has a column for the cover.
fn of_one(
    field: Field,
    targets: &[Option<Target>],
    unnumbered: &[Option<Target>],
) -> Option<Field> {
    match field {
        field if !has(targets, field) => Some(field),
        Field::PicBig => Some(Field::ImageBig).filter(|field| !has(unnumbered, *field)),
        _ => None,
    }
}

/// Whether a column goes on from one without a number: actor, actor2, actor3. Where there is also actor1, the one without has
/// all of them or says how many there are.
fn goes_on(numbered: &Numbered, names: &[String], unnumbered: &[Option<Target>]) -> bool {
    let begins = |first: &str| {
        let first = format!("{}{first}", numbered.head);
        names.iter().any(|name| plain(name) == first)
    };
    let mut columns = names.iter().zip(unnumbered);
    let is_same = columns.any(|(name, target)| {
        let field = target.as_ref().map(|target| target.field);
        field == Some(numbered.field) && plain(name) == numbered.head.trim_end_matches('.')
    });
    // pandas counts names that are there twice: tags, tags.1.
    let is_first = match numbered.head.ends_with('.') {
        true => begins("0"),
        false => begins("0") || begins("1"),
    };
    is_same && !is_first
}

/// Whether all values of a column are plain numbers, which are no names.
fn are_amounts(sample: &[Vec<String>], at: usize) -> bool {
    let is_amount = |text: &str| {
        text.contains(|c: char| c.is_ascii_digit())
            && text
                .chars()
                .all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '%' | ' '))
    };
    let mut filled = cells(sample, at).peekable();
    filled.peek().is_some() && filled.all(is_amount)
}

/// The values of a column that say something.
fn cells(sample: &[Vec<String>], at: usize) -> impl Iterator<Item = &str> {
    let cells = sample.iter().filter_map(move |row| row.get(at));
    cells
        .map(|cell| cell.trim())
        .filter(|cell| !cell.is_empty() && !is_nothing(cell))
}

fn has(targets: &[Option<Target>], field: Field) -> bool {
    targets.iter().flatten().any(|target| target.field == field)
}

fn has_column(targets: &[Option<Target>], at: usize) -> bool {
    targets.get(at).is_some_and(Option::is_some)
}

#[cfg(test)]
mod tests {
    use super::super::columns::field_of;
    use super::*;

    /// The fields of the columns of a table.
    fn fields(table: &str) -> String {
        let mut rows = table
            .lines()
            .map(|line| line.split(',').map(str::to_owned).collect());
        let names: Vec<String> = rows.next().unwrap();
        let sample: Vec<Vec<String>> = rows.collect();
        let of_name = |name: &String| field_of(name).map(|field| Target::of_name(name, field));
        let mut targets: Vec<Option<Target>> = names.iter().map(of_name).collect();
        find_weak(&names, &sample, &mut targets);
        let shown = |target: &Option<Target>| target.as_ref().map(Target::display);
        let shown: Vec<String> = targets
            .iter()
            .map(|target| shown(target).unwrap_or_else(|| "-".to_owned()))
            .collect();
        shown.join(" ")
    }

    #[test]
    fn a_numbered_column_is_weaker_than_one_of_its_field() {
        for (table, read) in [
            ("image1,image2,cover", "imageBig imageBig picBig"),
            ("image1,image2", "picBig imageBig"),
            ("剧照,封面,封面2", "imageBig picBig -"),
            ("演员1,演员2", "performers performers"),
            ("actor,actor2,actor3", "performers performers performers"),
            ("tags,tags.1", "tags tags"),
            ("演员,演员1,演员2", "performers - -"),
            ("cast,actor2", "performers -"),
            ("trailer1,trailer2", "mp4 -"),
            ("磁力1,磁力2", "magnets magnets"),
            ("磁力1,大小1", "magnets magnetLength"),
        ] {
            assert_eq!(fields(table), read, "{table}");
        }
    }

    #[test]
    fn plain_numbers_are_no_names() {
        for (table, read) in [
            ("star5,star4,star1\n120,30,4", "- - -"),
            ("star5,star4\n120,江白", "- performers"),
            ("stars\n4.5\n4\n,\n3", "-"),
            ("演员\n1", "performers"),
            ("演员1,标签1\n林晓月,剧情", "performers tags"),
            ("performers\n12人", "performers"),
        ] {
            assert_eq!(fields(table), read, "{table}");
        }
    }

    #[test]
    fn a_weak_name_never_wins_over_a_better_one() {
        for (table, read) in [
            ("Catalog,番号\n经典,ABC-1", "- number"),
            ("Catalog,编号\n经典,ABC-1", "- number"),
            ("Catalog,编号\nABC-1,7", "number -"),
            ("Catalog\n经典", "-"),
            ("Catalog #\nABC-1", "number"),
            ("Item Number,Product Number,番号\n1,2,ABC-1", "- - number"),
            ("id,编号\n1,2", "number -"),
            ("年份,首播日期", "- pubTime"),
            ("publish_time,年份", "- pubTime"),
            ("年份,首播日期\n2026,\n,2026-01-05", "pubTime pubTime"),
            ("年份,首播日期\n2026年3月,2026-03-05", "- pubTime"),
            ("豆瓣,评分", "- average"),
            ("length_seconds", "duration:seconds"),
            ("译名,中文名", "- title"),
        ] {
            assert_eq!(fields(table), read, "{table}");
        }
    }
}
