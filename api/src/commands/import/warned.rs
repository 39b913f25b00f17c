//! Warnings about works: the first are printed, all are counted by what they say.

use std::collections::HashMap;

use yingku_catalogue::import::validation_error::Warning;
use yingku_formats::Place;

/// Most warnings to print; the rest are counted.
const MAX_PRINTED: u64 = 100;
/// Most different warnings to count one by one, such as those about the hosts of pictures and films.
const MAX_COUNTED: usize = 10_000;
/// Most of them to print, those that came most often.
const MAX_KINDS: usize = 100;

/// The warnings of an import.
#[derive(Default)]
pub(super) struct Warned {
    count: u64,
    by_kind: HashMap<String, u64>,
}

impl Warned {
    /// Prints the warnings about a work, unless enough were printed. `verb` is what happens to the work.
    pub(super) fn take(&mut self, verb: &str, place: &Place, warnings: &[Warning]) {
        for warning in warnings {
            self.count(warning);
            if self.count <= MAX_PRINTED {
                say!("{place}: {verb}, {warning}");
            }
            if self.count == MAX_PRINTED {
                say!("further warnings are counted");
            }
        }
    }

    fn count(&mut self, warning: &Warning) {
        self.count += 1;
        let kind = kind_of(warning);
        if let Some(count) = self.by_kind.get_mut(&kind) {
            *count += 1;
        } else if self.by_kind.len() < MAX_COUNTED {
            self.by_kind.insert(kind, 1);
        }
    }

    /// Prints how many there were; where not all were printed, also of each that came more than once.
    pub(super) fn print(&self) {
        for line in self.lines() {
            say!("{line}");
        }
    }

    fn lines(&self) -> Vec<String> {
        if self.count == 0 {
            return Vec::new();
        }
        let mut lines = vec![format!(
            "{} warnings about works that were imported",
            self.count
        )];
        if self.count <= MAX_PRINTED {
            return lines;
        }
        let mut repeated: Vec<_> = self
            .by_kind
            .iter()
            .filter(|(_, count)| **count > 1)
            .collect();
        repeated.sort_by_key(|(kind, count)| (std::cmp::Reverse(**count), *kind));
        repeated.truncate(MAX_KINDS);
        let shown: u64 = repeated.iter().map(|(_, count)| **count).sum();
        lines.extend(
            repeated
                .iter()
                .map(|(kind, count)| format!("{count:>10} times {kind}")),
        );
        if shown < self.count {
            lines.push(format!("{:>10} others", self.count - shown));
        }
        lines
    }
}

/// What a warning says, without the value of the work that it is about and its place in a list: each work has others.
fn kind_of(warning: &Warning) -> String {
    let mut field = String::new();
    for part in warning.field.split_inclusive('[') {
        field.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    let text = warning.text.as_str();
    let value = text.split_once('"').zip(text.rsplit_once('"'));
    match value.filter(|_| text.matches('"').count() > 1) {
        Some(((before, _), (_, behind))) => format!("{field}: {before}…{behind}"),
        None => format!("{field}: {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(warnings: impl Iterator<Item = (&'static str, String)>) -> Vec<String> {
        let mut warned = Warned::default();
        for (field, text) in warnings {
            let field = field.to_owned();
            warned.count(&Warning { field, text });
        }
        warned.lines()
    }

    #[test]
    fn a_warning_that_comes_late_is_counted() {
        let hosts = (0..MAX_COUNTED - 1).map(|at| format!("h{at}.example"));
        let last = std::iter::repeat_n("one.example".to_owned(), 500);
        let others = (0..300).map(|at| format!("i{at}.example"));
        let all = hosts.chain(last).chain(others);
        let lines = lines(all.map(|host| ("picBig", host)));
        assert_eq!(
            lines,
            [
                "10799 warnings about works that were imported",
                "       500 times picBig: one.example",
                "     10299 others",
            ]
        );
    }

    #[test]
    fn values_and_places_are_not_counted_one_by_one() {
        let rating = |at: u32| ("average", format!("看不懂：\"{at}\"分\"，没有导入"));
        let hash = |_| ("magnets[7].infoHash", "没有导入".to_owned());
        let lines = lines((0..90).map(rating).chain((0..20).map(hash)));
        assert_eq!(
            lines[1..],
            [
                "        90 times average: 看不懂：…，没有导入",
                "        20 times magnets[].infoHash: 没有导入",
            ]
        );
    }
}
