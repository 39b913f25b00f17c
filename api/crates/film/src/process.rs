//! Child processes: watched for progress, killed when they hang or when this one has to stop.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::error::FilmError;

/// How often a running child is polled.
const TICK: Duration = Duration::from_millis(50);
/// Bytes kept of the end of what a child says on standard error.
const TAIL: usize = 4 * 1024;
/// Longest line of a child's output, bytes.
const MAX_LINE: u64 = 64 * 1024;
/// Lines read ahead.
const AHEAD: usize = 256;

/// Stops running work.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    stopped: Arc<AtomicBool>,
    /// What stops everything.
    all: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// One that stops a single film, and that this one stops, too.
    #[must_use]
    pub fn of_one(&self) -> Self {
        Self {
            stopped: Arc::default(),
            all: Some(Arc::clone(&self.stopped)),
        }
    }

    /// From now on everything ends with [`FilmError::Interrupted`].
    pub fn now(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether work may continue.
    ///
    /// # Errors
    /// [`FilmError::Interrupted`] if it is time to stop.
    pub fn check(&self) -> Result<(), FilmError> {
        let mut flags = self.all.iter().chain([&self.stopped]);
        match flags.any(|flag| flag.load(Ordering::Relaxed)) {
            true => Err(FilmError::Interrupted),
            false => Ok(()),
        }
    }
}

/// What a child's line means.
#[derive(Debug)]
pub(crate) enum Line {
    /// It is getting on.
    Progress,
    /// It is alive, and no more.
    KeepAlive,
    /// It has to end.
    Fail(FilmError),
}

/// How a child ended.
#[derive(Debug)]
pub(crate) struct Exit {
    pub(crate) status: ExitStatus,
    /// The end of its standard error.
    pub(crate) stderr: String,
}

/// A child and those that it starts. Dropped, they are killed.
struct Running {
    child: Child,
    reaped: bool,
}

impl Running {
    fn try_wait(&mut self) -> Result<Option<ExitStatus>, FilmError> {
        let ended = self.child.try_wait()?;
        self.reaped |= ended.is_some();
        Ok(ended)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if self.reaped {
            return;
        }
        let group = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        if let Some(group) = group {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

/// Runs a command to its end and hands each line of its output to `each`. `idle` is how long it may go without progress.
pub(crate) fn run(
    command: &mut Command,
    stop: &Stop,
    idle: Duration,
    mut each: impl FnMut(&str) -> Line,
) -> Result<Exit, FilmError> {
    stop.check()?;
    let program = name_of(command);
    // A group of its own: a terminal's Ctrl-C reaches this process alone, which then ends the group.
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    let child = command.spawn()?;
    let mut running = Running {
        child,
        reaped: false,
    };
    let lines = running.child.stdout.take().map(lines_of);
    let stderr = running
        .child
        .stderr
        .take()
        .map(|err| thread::spawn(move || tail_of(err)));
    let mut last = Instant::now();
    let mut is_open = lines.is_some();
    let status = loop {
        stop.check()?;
        match lines.as_ref().filter(|_| is_open) {
            Some(lines) => match lines.recv_timeout(TICK) {
                Ok(line) => match each(&line) {
                    Line::Progress => last = Instant::now(),
                    Line::KeepAlive => {}
                    Line::Fail(fault) => return Err(fault),
                },
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => is_open = false,
            },
            None => match running.try_wait()? {
                Some(status) => break status,
                None => thread::sleep(TICK),
            },
        }
        if last.elapsed() >= idle {
            let seconds = idle.as_secs();
            return Err(FilmError::Hung { program, seconds });
        }
    };
    let stderr = stderr
        .and_then(|stderr| stderr.join().ok())
        .unwrap_or_default();
    Ok(Exit { status, stderr })
}

fn name_of(command: &Command) -> String {
    // Behind a wrapper the name is its last argument before those of the program.
    let mut words = std::iter::once(command.get_program()).chain(command.get_args());
    let known = words.find(|word| {
        let word = word.to_string_lossy();
        word.ends_with("ffmpeg") || word.ends_with("ffprobe")
    });
    let path = known.unwrap_or_else(|| command.get_program());
    std::path::Path::new(path)
        .file_name()
        .unwrap_or(path)
        .to_string_lossy()
        .into_owned()
}

/// The lines of a child's output, read in a thread of their own. A longer line ends them.
fn lines_of(out: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = sync_channel(AHEAD);
    thread::spawn(move || {
        let mut out = BufReader::new(out);
        loop {
            let mut line = Vec::new();
            match out.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            let line = String::from_utf8_lossy(&line)
                .trim_end_matches(['\n', '\r'])
                .to_owned();
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

fn tail_of(mut err: impl Read) -> String {
    let mut tail: VecDeque<u8> = VecDeque::new();
    let mut piece = [0; 1024];
    while let Ok(read) = err.read(&mut piece) {
        let Some(new) = piece.get(..read).filter(|new| !new.is_empty()) else {
            break;
        };
        tail.extend(new);
        tail.drain(..tail.len().saturating_sub(TAIL));
    }
    String::from_utf8_lossy(tail.make_contiguous())
        .trim()
        .to_owned()
}

/// A program says more than it may.
pub(crate) fn too_much(program: &str) -> Line {
    Line::Fail(FilmError::Failed {
        program: program.to_owned(),
        stderr: "输出过多".to_owned(),
    })
}

/// The last lines of what a program said, for an error.
pub(crate) fn last_lines(stderr: &str) -> String {
    let lines: Vec<&str> = stderr
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    let from = lines.len().saturating_sub(3);
    lines.get(from..).unwrap_or_default().join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn lines_and_the_end_of_errors_are_read() {
        let mut lines = Vec::new();
        let ended = run(
            &mut sh("echo a; echo b; seq 1 5000 >&2; exit 3"),
            &Stop::default(),
            Duration::from_secs(20),
            |line| {
                lines.push(line.to_owned());
                Line::Progress
            },
        )
        .unwrap();
        assert_eq!(lines, ["a", "b"]);
        assert_eq!(ended.status.code(), Some(3));
        assert!(ended.stderr.len() <= TAIL && ended.stderr.ends_with("5000"));
        assert_eq!(last_lines(&ended.stderr), "4998 | 4999 | 5000");
    }

    #[test]
    fn a_child_without_progress_is_killed_with_what_it_started() {
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        Command::new("mkfifo").arg(&fifo).status().unwrap();
        // Ends when nobody holds the other end any more.
        let held = thread::spawn({
            let fifo = fifo.clone();
            move || std::fs::read(fifo).unwrap()
        });
        let script = format!(
            "exec 3>'{}'; sleep 600 & while :; do echo x; sleep 0.1; done",
            fifo.display()
        );
        let hung = run(
            &mut sh(&script),
            &Stop::default(),
            Duration::from_millis(400),
            |_| Line::KeepAlive,
        );
        assert!(matches!(hung, Err(FilmError::Hung { .. })), "{hung:?}");
        assert!(held.join().unwrap().is_empty());
    }

    #[test]
    fn a_stopped_child_is_killed() {
        let stop = Stop::default();
        let stopped = run(
            &mut sh("echo here; sleep 600"),
            &stop,
            Duration::from_secs(60),
            |_| {
                stop.now();
                Line::KeepAlive
            },
        );
        assert!(
            matches!(stopped, Err(FilmError::Interrupted)),
            "{stopped:?}"
        );
    }

    #[test]
    fn output_is_bounded() {
        let flood = run(
            &mut sh("yes"),
            &Stop::default(),
            Duration::from_secs(20),
            |_| too_much("yes"),
        );
        assert!(matches!(flood, Err(FilmError::Failed { .. })), "{flood:?}");
    }
}
