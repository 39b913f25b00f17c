//! Warnings about works: the first are printed, all are counted by what they say.

use std::collections::BTreeMap;

use yingku_catalogue::import::validation_error::Warning;
use yingku_formats::Place;

/// Most warnings to print; the rest are counted.
const MAX_PRINTED: u64 = 100;
/// Most different warnings to count, such as those about the hosts of pictures and films.
const MAX_COUNTED: usize = 100;

/// The warnings of an import.
#[derive(Default)]
pub(super) struct Warned {
    count: u64,
    by_text: BTreeMap<String, u64>,
}

impl Warned {
    /// Prints the warnings about a work, unless enough were printed. `verb` is what happens to the work.
    pub(super) fn take(&mut self, verb: &str, place: &Place, warnings: &[Warning]) {
        for warning in warnings {
            self.count += 1;
            if self.count <= MAX_PRINTED {
                say!("{place}: {verb}, {warning}");
            }
            if self.count == MAX_PRINTED {
                say!("further warnings are counted");
            }
            let text = warning.to_string();
            if let Some(count) = self.by_text.get_mut(&text) {
                *count += 1;
            } else if self.by_text.len() < MAX_COUNTED {
                self.by_text.insert(text, 1);
            }
        }
    }

    /// Prints how many there were; where not all were printed, also of each that came more than once.
    pub(super) fn print(&self) {
        if self.count == 0 {
            return;
        }
        say!("{} warnings about works that were imported", self.count);
        let mut repeated: Vec<_> = self
            .by_text
            .iter()
            .filter(|(_, count)| **count > 1)
            .collect();
        repeated.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        if self.count > MAX_PRINTED {
            for (text, count) in repeated {
                say!("{count:>10} times {text}");
            }
        }
    }
}
