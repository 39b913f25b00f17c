//! The magnet links of a row, with the sizes and times beside them.

use std::collections::HashMap;

use serde_json::Value;

use super::draft::Draft;
use super::field::Field;
use super::mapping::Target;
use crate::values::count::bytes;
use crate::values::date::{date, whole_day};
use crate::values::list::{SEPARATORS, values};
use crate::values::magnet::{Magnet, magnets};

/// The number of a column: 2 of 磁力2 and 大小2.
type Nth = Option<u32>;

/// The links of a row.
#[derive(Default)]
pub(super) struct Links {
    links: Vec<(Magnet, Nth)>,
    lengths: Vec<(u64, Nth)>,
    times: Vec<(String, Nth)>,
}

impl Links {
    pub(super) fn put(&mut self, links: Vec<Magnet>, nth: Nth) {
        self.links.extend(links.into_iter().map(|link| (link, nth)));
    }

    pub(super) fn put_lengths(&mut self, lengths: Vec<u64>, nth: Nth) {
        let lengths = lengths.into_iter().map(|length| (length, nth));
        self.lengths.extend(lengths);
    }

    pub(super) fn put_times(&mut self, times: Vec<String>, nth: Nth) {
        self.times.extend(times.into_iter().map(|time| (time, nth)));
    }

    /// Whether there are several sizes, and not one for each link.
    pub(super) fn has_odd_lengths(&self) -> bool {
        let lengths = beside(&self.links, &self.lengths);
        self.lengths.len() > 1 && !self.links.is_empty() && lengths.iter().all(Option::is_none)
    }

    /// The links as a line has them, without a name those of `name`. Links without a time have that of the work, so that importing
    /// again changes nothing.
    pub(super) fn entries(self, name: &str, time: &str) -> Vec<Value> {
        let lengths = beside(&self.links, &self.lengths);
        let times = beside(&self.links, &self.times);
        let links = self.links.iter().zip(lengths.iter().zip(times));
        let entries = links.map(|((link, _), (length, own))| {
            let time = own.map_or(time, String::as_str);
            link.entry(name, length.copied(), &whole_day(time))
        });
        entries.collect()
    }
}

impl Draft<'_> {
    /// Takes links.
    pub(super) fn magnets(&mut self, target: &Target, text: &str) {
        let (found, bad) = magnets(text);
        self.links.put(found, target.nth);
        if bad > 0 {
            self.leave_out(
                Field::Magnets,
                text,
                &format!("{bad} 条不是磁力链接，没有导入"),
            );
        }
    }

    /// Takes the times of links, one on each line.
    pub(super) fn times(&mut self, target: &Target, text: &str) {
        let order = self.plan.mapping.date_order;
        let times = values(text, "、;").map(|time| date(time, order));
        let times = times.collect::<Result<_, _>>().unwrap_or_default();
        self.links.put_times(times, target.nth);
    }
}

/// The value of each link: the only one of its column, or the one at the same place where the column has one for each.
fn beside<'a, T>(links: &[(Magnet, Nth)], values: &'a [(T, Nth)]) -> Vec<Option<&'a T>> {
    // A column without a number is beside all links.
    let is_numbered = values.iter().any(|(_, nth)| nth.is_some());
    let column = |nth: &Nth| nth.filter(|_| is_numbered);
    let mut columns: HashMap<Nth, Vec<&T>> = HashMap::new();
    for (value, nth) in values {
        columns.entry(column(nth)).or_default().push(value);
    }
    let mut counts: HashMap<Nth, usize> = HashMap::new();
    let places: Vec<(Nth, usize)> = links
        .iter()
        .map(|(_, nth)| {
            let count = counts.entry(column(nth)).or_default();
            *count += 1;
            (column(nth), *count - 1)
        })
        .collect();
    let value = |(column, place): &(Nth, usize)| match columns.get(column)?.as_slice() {
        [one] => Some(*one),
        several if counts.get(column) == Some(&several.len()) => several.get(*place).copied(),
        _ => None,
    };
    places.iter().map(value).collect()
}

/// The sizes in a cell: one, or one for each link.
pub(super) fn lengths(text: &str) -> Option<Vec<u64>> {
    if let Some(one) = bytes(text) {
        return Some(vec![one]);
    }
    let all: Option<Vec<u64>> = values(text, SEPARATORS).map(bytes).collect();
    let words = text.split_whitespace();
    let by_spaces = || words.map(with_unit).collect();
    all.or_else(by_spaces).filter(|all| !all.is_empty())
}

/// The bytes of a size that has its unit.
fn with_unit(word: &str) -> Option<u64> {
    bytes(word).filter(|_| word.ends_with(|c: char| c.is_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_may_have_the_size_of_each_link() {
        let megabytes = |text: &str| {
            lengths(text).map(|all| all.iter().map(|one| one >> 20).collect::<Vec<_>>())
        };
        for (text, read) in [
            ("700MB", Some(vec![700])),
            ("1,234 MB", Some(vec![1_234])),
            ("1GB\n700 MB", Some(vec![1_024, 700])),
            ("1GB, 700MB", Some(vec![1_024, 700])),
            ("1GB / 700MB", Some(vec![1_024, 700])),
            ("1GB 700MB", Some(vec![1_024, 700])),
            ("1GB 700", None),
            ("大", None),
            ("", None),
        ] {
            assert_eq!(megabytes(text), read, "{text}");
        }
    }

    #[test]
    fn values_are_those_of_their_links() {
        let magnet = || Magnet {
            name: String::new(),
            info_hash: String::new(),
            length: None,
        };
        let of = |links: &[Nth], values: &[(u64, Nth)]| {
            let links: Vec<(Magnet, Nth)> = links.iter().map(|nth| (magnet(), *nth)).collect();
            let found = beside(&links, values).into_iter();
            found.map(Option::<&u64>::copied).collect::<Vec<_>>()
        };
        let all = None;
        assert_eq!(of(&[all, all], &[(1, all)]), [Some(1), Some(1)]);
        assert_eq!(of(&[all, all], &[(1, all), (2, all)]), [Some(1), Some(2)]);
        assert_eq!(of(&[all, all], &[(1, all), (2, all), (3, all)]), [None; 2]);
        let (first, second) = (Some(1), Some(2));
        assert_eq!(of(&[first, second], &[(7, second)]), [None, Some(7)]);
        assert_eq!(
            of(&[first, second], &[(7, all), (8, all)]),
            [Some(7), Some(8)]
        );
    }
}
