//! Splits a file into batches. A batch ends when it has enough records, after a while, or before a second line for the
//! same work.

use std::time::{Duration, Instant};

use yingku_formats::Place;

use crate::import::batch::Batch;
use crate::import::fingerprint::Fingerprinted;
use crate::import::site_rules::SiteRules;
use crate::sources::{Input, InputError, Row};

/// A batch ends after this time, even with few records.
const MAX_BATCH_TIME: Duration = Duration::from_millis(250);
/// Maximum number of listed lines per batch.
const MAX_LISTED_PER_BATCH: usize = 500;
/// Maximum number of bytes stored of a rejected line.
const MAX_STORED_LINE_BYTES: usize = 64 * 1024;

/// A line that was rejected, or imported with a warning.
pub(super) struct ListedLine {
    /// From 1.
    pub(super) number: u64,
    /// Whether it was rejected.
    pub(super) is_rejected: bool,
    /// The reason.
    pub(super) reason: String,
    /// The line, possibly truncated.
    pub(super) text: String,
}

/// A batch of lines.
pub(super) struct Step {
    pub(super) records: Vec<Fingerprinted>,
    /// Rejected lines and warnings, in the order of the file.
    pub(super) listed: Vec<ListedLine>,
    /// Lines of the file up to the end of the batch.
    pub(super) lines: u64,
    /// Approximate bytes of the file up to there.
    pub(super) bytes: u64,
    /// Set on the last batch: the end of the file, or an error.
    pub(super) end: Option<Result<(), InputError>>,
}

/// A record that did not fit into a batch, and its line.
struct Held {
    number: u64,
    record: Fingerprinted,
    warnings: Vec<ListedLine>,
}

/// An open file.
pub(super) struct Reading {
    input: Input,
    /// Size of the file in bytes.
    size: u64,
    /// Lines done, possibly by an earlier run.
    done: u64,
    /// Entries read, which count as lines where there are none.
    entries: u64,
    /// A record for the next batch.
    held: Option<Held>,
    rules: SiteRules,
}

impl Reading {
    /// Skips the first `done` lines of a file of this size.
    pub(super) const fn new(input: Input, size: u64, done: u64, rules: SiteRules) -> Self {
        Self {
            input,
            size,
            done,
            entries: 0,
            held: None,
            rules,
        }
    }

    /// The next batch, with at most `max` records.
    pub(super) fn step(&mut self, max: usize) -> Step {
        let started = Instant::now();
        let mut batch = Batch::new(max);
        let mut listed = Vec::new();
        if let Some(held) = self.held.take() {
            self.done = held.number;
            batch.push(held.record);
            listed.extend(held.warnings);
        }
        let end = loop {
            if listed.len() >= MAX_LISTED_PER_BATCH || started.elapsed() >= MAX_BATCH_TIME {
                break None;
            }
            let row = match self.input.next_row() {
                Ok(Some(row)) => row,
                Ok(None) => break Some(Ok(())),
                Err(error) => break Some(Err(error)),
            };
            self.entries += 1;
            let number = line_of(&row).unwrap_or(self.entries);
            if number <= self.done {
                continue;
            }
            let (parsed, raw) = match row.content {
                Ok(raw) => (self.rules.parse(raw), raw),
                Err(validation_error) => (Err(validation_error), &[][..]),
            };
            let place = place_of(&row.place);
            let of_line = |is_rejected, why| listed_line(&place, number, is_rejected, why, raw);
            let own = row.warnings;
            match parsed {
                Ok((record, warnings)) => {
                    let warnings = own.iter().chain(&warnings);
                    let warnings = warnings.map(|one| of_line(false, one.to_string()));
                    let warnings: Vec<ListedLine> = warnings.collect();
                    if batch.is_full_for(&record) {
                        self.held = Some(Held {
                            number,
                            record,
                            warnings,
                        });
                        break None;
                    }
                    batch.push(record);
                    listed.extend(warnings);
                }
                Err(validation_error) => listed.push(of_line(true, validation_error.to_string())),
            }
            self.done = number;
        };
        Step {
            records: batch.take(),
            listed,
            lines: self.done,
            bytes: self.bytes(),
            end,
        }
    }

    /// How much of the file is read. Sources that do not count bytes have their part of it.
    fn bytes(&self) -> u64 {
        let position = self.input.position();
        match self.input.total().filter(|total| *total > 0) {
            Some(total) => {
                let part = u128::from(self.size) * u128::from(position) / u128::from(total);
                u64::try_from(part).unwrap_or(self.size)
            }
            None => position,
        }
    }
}

/// The number of a line of the file itself.
const fn line_of(row: &Row<'_>) -> Option<u64> {
    match row.place {
        Place::Line(line) => Some(line),
        _ => None,
    }
}

/// Where a row is, as text before the reason, and its number there.
pub(super) fn place_of(place: &Place) -> (String, Option<u64>) {
    match place {
        Place::Line(number) | Place::Row(number) | Place::Entry(number) => {
            (String::new(), Some(*number))
        }
        Place::SheetRow(sheet, number) => (format!("工作表“{sheet}”："), Some(*number)),
        Place::File(name) => (format!("{name}："), None),
    }
}

/// The `number`th line or entry, where it is in the file, as it is listed.
fn listed_line(
    (text, at): &(String, Option<u64>),
    number: u64,
    is_rejected: bool,
    reason: String,
    raw: &[u8],
) -> ListedLine {
    ListedLine {
        number: at.unwrap_or(number),
        is_rejected,
        reason: match text.is_empty() {
            true => reason,
            false => format!("{text}{reason}"),
        },
        text: beginning(raw),
    }
}

/// The stored part of a line, on one line.
fn beginning(raw: &[u8]) -> String {
    let kept = raw.get(..MAX_STORED_LINE_BYTES).unwrap_or(raw);
    let mut text = String::from_utf8_lossy(kept).replace(['\r', '\n'], " ");
    if kept.len() < raw.len() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::import::reader::Unpacked;
    use yingku_platform::config::Config;

    fn line(number: &str) -> String {
        json!({ "channel": "censored", "number": number, "title": "山谷里的四季", "pubTime": "2026-09-01" })
            .to_string()
    }

    fn steps(text: &str, done: u64, max: usize) -> Vec<(Vec<String>, Vec<u64>, u64)> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let config = Config::from_pairs(&[]).unwrap();
        let rules = SiteRules::new(1_790_000_000, &config.media, &config.streams);
        let source = std::fs::File::open(file.path()).unwrap();
        let size = source.metadata().unwrap().len();
        let input = Input::lines(Unpacked::new(source, Some(size)).unwrap());
        let mut reading = Reading::new(input, size, done, rules);
        let mut steps = Vec::new();
        loop {
            let step = reading.step(max);
            let numbers = step.records.iter().map(|one| one.record.number.clone());
            let rejected = step.listed.iter().map(|line| line.number);
            steps.push((numbers.collect(), rejected.collect(), step.lines));
            if let Some(end) = step.end {
                end.unwrap();
                return steps;
            }
        }
    }

    #[test]
    fn a_batch_has_each_work_once_and_knows_its_last_line() {
        let text = [
            line("A-1"),
            "{}".to_owned(),
            line("A-2"),
            line("A-2"),
            String::new(),
            line("A-3"),
        ]
        .join("\n");
        let named = |numbers: &[&str]| numbers.iter().map(|&one| one.to_owned()).collect();
        assert_eq!(
            steps(&text, 0, 10),
            [
                (named(&["A-1", "A-2"]), vec![2], 3),
                (named(&["A-2", "A-3"]), vec![], 6)
            ]
        );
        assert_eq!(
            steps(&text, 3, 1),
            [(named(&["A-2"]), vec![], 4), (named(&["A-3"]), vec![], 6)]
        );
        assert_eq!(steps(&text, 6, 1), [(named(&[]), vec![], 6)]);
    }

    #[test]
    fn a_long_line_is_stored_truncated() {
        let text = beginning(&vec![b'x'; MAX_STORED_LINE_BYTES + 1]);
        assert_eq!(text.chars().count(), MAX_STORED_LINE_BYTES + 1);
        assert!(text.ends_with('…'));
        assert_eq!(beginning(b"a\r\xff"), "a \u{fffd}");
    }
}
