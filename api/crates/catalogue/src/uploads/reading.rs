//! Splits a file into batches. A batch ends when it has enough records, after a while, or before a second line for the
//! same work.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::import::batch::Batch;
use crate::import::fingerprint::Fingerprinted;
use crate::import::reader::{LineReader, Progress, ReadError};
use crate::import::site_rules::SiteRules;

/// A batch ends after this time, even with few records.
const MAX_BATCH_TIME: Duration = Duration::from_millis(250);
/// Maximum number of listed lines per batch.
const MAX_LISTED_PER_BATCH: usize = 500;
/// How often it checks whether to stop while reading a line: a few bytes may decompress to a very long one.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
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
    pub(super) end: Option<Result<(), ReadError>>,
}

/// A record that did not fit into a batch, and its line.
struct Held {
    number: u64,
    record: Fingerprinted,
    warnings: Vec<ListedLine>,
}

/// An open file.
pub(super) struct Reading {
    lines: LineReader,
    position: Progress,
    /// Lines done, possibly by an earlier run.
    done: u64,
    /// A record for the next batch.
    held: Option<Held>,
    rules: SiteRules,
}

impl Reading {
    /// Opens a file and skips the first `done` lines. Reading fails once `stop_requested` returns true.
    pub(super) fn open(
        path: &Path,
        done: u64,
        rules: SiteRules,
        stop_requested: impl Fn() -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        let source = StoppableFile {
            file,
            stop_requested: Box::new(stop_requested),
            checked: Instant::now(),
        };
        let lines = LineReader::new(source, Some(size))?.of_objects();
        Ok(Self {
            position: lines.progress(),
            lines,
            done,
            held: None,
            rules,
        })
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
            let line = match self.lines.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break Some(Ok(())),
                Err(error) => break Some(Err(error)),
            };
            let number = line.number;
            if number <= self.done {
                continue;
            }
            let (parsed, raw) = match line.content {
                Ok(raw) => (self.rules.parse(raw), raw),
                Err(validation_error) => (Err(validation_error), &[][..]),
            };
            let of_line = |is_rejected, reason| ListedLine {
                number,
                is_rejected,
                reason,
                text: beginning(raw),
            };
            match parsed {
                Ok((record, warnings)) => {
                    let warnings = warnings.iter().map(|one| of_line(false, one.to_string()));
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
            bytes: self.position.read(),
            end,
        }
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

/// A file whose reading can be stopped.
struct StoppableFile {
    file: File,
    stop_requested: Box<dyn Fn() -> bool + Send>,
    checked: Instant,
}

impl Read for StoppableFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.checked.elapsed() >= CHECK_INTERVAL {
            if (self.stop_requested)() {
                return Err(io::Error::other("halted"));
            }
            self.checked = Instant::now();
        }
        self.file.read(into)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use yingku_platform::config::MediaConfig;

    fn line(number: &str) -> String {
        json!({ "channel": "censored", "number": number, "title": "山谷里的四季", "pubTime": "2026-09-01" })
            .to_string()
    }

    fn steps(text: &str, done: u64, max: usize) -> Vec<(Vec<String>, Vec<u64>, u64)> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let media = MediaConfig {
            dir: "media".into(),
            store: None,
            image_base: "/media".into(),
            image_hosts: vec![],
        };
        let rules = SiteRules::new(1_790_000_000, &media);
        let mut reading = Reading::open(file.path(), done, rules, || false).unwrap();
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
