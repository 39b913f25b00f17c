//! Progress of long commands: a bar on a terminal, plain lines elsewhere.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Interval of plain lines.
const LINE_INTERVAL: Duration = Duration::from_secs(5);

/// The progress of one command.
pub(super) struct Progress {
    bar: Option<ProgressBar>,
    unit: &'static str,
    total: Option<u64>,
    started: Instant,
    printed_at: Instant,
}

impl Progress {
    /// `total` is in the unit of `position` in [`Progress::at`]; `None` if unknown.
    pub(super) fn new(unit: &'static str, total: Option<u64>) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| bar(total));
        let now = Instant::now();
        Self {
            bar,
            unit,
            total,
            started: now,
            printed_at: now,
        }
    }

    /// Reports `position` of the total, and `count` units.
    pub(super) fn at(&mut self, position: u64, count: u64) {
        let rate = self.rate(count);
        if let Some(bar) = &self.bar {
            bar.set_position(position);
            bar.set_message(format!("{count} {} · {rate}/s", self.unit));
        } else if self.printed_at.elapsed() >= LINE_INTERVAL {
            self.printed_at = Instant::now();
            eprintln!("{count} {}, {rate}/s{}", self.unit, self.left(position));
        }
    }

    /// Removes the bar and returns the elapsed time.
    pub(super) fn finish(self) -> Duration {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        self.started.elapsed()
    }

    /// Units per second; with a decimal when they are few.
    fn rate(&self, count: u64) -> String {
        let ms = u64::try_from(self.started.elapsed().as_millis())
            .unwrap_or(u64::MAX)
            .max(1);
        match count.saturating_mul(10_000) / ms {
            tenths @ ..100 => format!("{}.{}", tenths / 10, tenths % 10),
            tenths => (tenths / 10).to_string(),
        }
    }

    fn left(&self, position: u64) -> String {
        let Some(total) = self
            .total
            .filter(|total| position > 0 && *total >= position)
        else {
            return String::new();
        };
        let seconds = self
            .started
            .elapsed()
            .as_secs()
            .saturating_mul(total - position)
            / position;
        format!(", about {seconds} s left")
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let template = if total.is_some() {
        "{bar:40} {percent}% · {msg} · {eta} left"
    } else {
        "{spinner} {msg}"
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// The progress of a command that processes tables.
pub(super) struct Tables {
    progress: Progress,
    table: &'static str,
    before: u64,
    rows: u64,
}

impl Tables {
    pub(super) fn new() -> Self {
        Self {
            progress: Progress::new("rows", None),
            table: "",
            before: 0,
            rows: 0,
        }
    }

    /// Receives a table and how many of its rows are done.
    pub(super) fn report(&mut self) -> impl FnMut(&'static str, u64) {
        |table, rows| {
            if self.table != table {
                self.table = table;
                self.before += std::mem::take(&mut self.rows);
            }
            self.rows = rows;
            let all = self.before + rows;
            self.progress.at(all, all);
        }
    }

    /// Removes the bar and returns the elapsed time.
    pub(super) fn finish(self) -> Duration {
        self.progress.finish()
    }
}
