//! How far apart the keyframes of a film are: a stream can be cut nowhere else.

use std::path::Path;
use std::time::Duration;

use crate::error::FilmError;
use crate::process::{Line, Stop, run};
use crate::source::Source;
use crate::tools::{Tools, input};

/// How long ffprobe may go without a packet.
const IDLE: Duration = Duration::from_secs(120);

/// The longest distance between keyframes.
pub(crate) fn longest_gap(
    tools: &Tools,
    file: &Path,
    source: &Source,
    stop: &Stop,
) -> Result<Duration, FilmError> {
    let mut command = tools.ffprobe();
    command.args([
        "-of",
        "csv=p=0",
        "-show_entries",
        "packet=pts_time,flags",
        "-select_streams",
    ]);
    command.arg(source.picture.stream.to_string());
    input(&mut command, file);
    let mut gaps = Gaps::default();
    run(&mut command, stop, IDLE, |line| {
        gaps.read(line);
        Line::Progress
    })?;
    Ok(gaps.longest())
}

#[derive(Default)]
struct Gaps {
    last_key: Option<Duration>,
    end: Duration,
    longest: Duration,
}

impl Gaps {
    /// A packet: `1.250000,K__`.
    fn read(&mut self, line: &str) {
        let mut fields = line.split(',');
        let at = fields.next().and_then(|at| at.parse().ok());
        let Some(at) = at.and_then(|at| Duration::try_from_secs_f64(at).ok()) else {
            return;
        };
        self.end = self.end.max(at);
        if fields.next().is_some_and(|flags| flags.starts_with('K')) {
            let gap = self.last_key.map(|last| at.saturating_sub(last));
            self.longest = self.longest.max(gap.unwrap_or_default());
            self.last_key = Some(at);
        }
    }

    /// Without any keyframe, nothing can be cut.
    fn longest(&self) -> Duration {
        let open = self.last_key.map(|last| self.end.saturating_sub(last));
        open.map_or(Duration::MAX, |open| self.longest.max(open))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn longest(lines: &[&str]) -> Duration {
        let mut gaps = Gaps::default();
        for line in lines {
            gaps.read(line);
        }
        gaps.longest()
    }

    #[test]
    fn the_longest_gap_counts_to_the_next_keyframe_or_the_end() {
        assert_eq!(
            longest(&["0.0,K__", "0.5,___", "2.0,K__", "2.5,__"]),
            Duration::from_secs(2)
        );
        assert_eq!(
            longest(&["0.0,K__", "1.0,K__", "9.0,__"]),
            Duration::from_secs(8)
        );
        assert_eq!(longest(&["N/A,K__", "1.0,__"]), Duration::MAX);
        assert_eq!(longest(&[]), Duration::MAX);
    }
}
