//! `yingku film watch`: adds the films that appear in a folder, and runs the jobs that wait.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use yingku_catalogue::jobs::film_job::{Film, FilmJob};
use yingku_catalogue::jobs::film_queue::{self, is_dead};
use yingku_catalogue::jobs::states::JobState;

use super::inbox::Inbox;
use super::queue::Queue;
use super::reason::is_stopped;
use super::task::number_of;
use crate::cli::WatchFilmsArgs;
use crate::commands::actor;

/// Pauses between two looks at the folder, each of this length.
const PAUSES: u32 = 25;
const PAUSE: Duration = Duration::from_millis(200);

pub(super) fn watch(queue: &Queue<'_>, args: &WatchFilmsArgs) -> anyhow::Result<ExitCode> {
    let folder = queue.config.streams.inbox.as_deref();
    let folder = folder.context("FILM_INBOX is not set")?;
    let inbox = Inbox::open(folder, Duration::from_secs(args.settle))?;
    let inbox = inbox.with_context(|| format!("另一个进程正在看 {}", folder.display()))?;
    let mut watcher = Watcher { queue, inbox };
    loop {
        match watcher.round() {
            Ok(()) => {}
            Err(error) if is_stopped(&error) => return Ok(ExitCode::SUCCESS),
            // The disk may be full, or the database away, for a while only.
            Err(error) if !args.once => eprintln!("{error:#}"),
            Err(error) => return Err(error),
        }
        if args.once && !watcher.inbox.has_unsettled() {
            return Ok(ExitCode::SUCCESS);
        }
        for _ in 0..PAUSES {
            if queue.stop.check().is_err() {
                return Ok(ExitCode::SUCCESS);
            }
            thread::sleep(PAUSE);
        }
    }
}

struct Watcher<'a> {
    queue: &'a Queue<'a>,
    inbox: Inbox,
}

impl Watcher<'_> {
    /// Takes what has come, and runs what waits, one after another.
    fn round(&mut self) -> anyhow::Result<()> {
        self.queue.end_dead(&actor())?;
        for film in self.inbox.taken()? {
            self.resume(&film)?;
        }
        let mut result = Ok(());
        for film in self.inbox.take()? {
            match film {
                Ok(film) => self.enqueue(&film)?,
                // The others do not wait for it.
                Err(error) => result = Err(error),
            }
        }
        while let Some(job) = self.queue.next()? {
            self.queue.stop.check()?;
            if let Err(error) = self.queue.run(job) {
                eprintln!("{error:#}");
            }
            self.queue.stop.check()?;
            let ended = self
                .queue
                .db
                .execute_now(|conn| film_queue::find(conn, job))?;
            if let Some(job) = ended {
                self.end(&job)?;
            }
        }
        result
    }

    fn enqueue(&self, film: &Path) -> anyhow::Result<()> {
        let path = film.to_str().map(str::to_owned);
        let Some(path) = path else {
            self.inbox.end(film, Some("文件名不是 UTF-8"))?;
            return Ok(());
        };
        let film = Film {
            number: number_of(film),
            channel: None,
            path,
            // Those next to it are found.
            subtitles: "[]".to_owned(),
            replaces: false,
        };
        self.queue
            .db
            .execute_now(|conn| film_queue::enqueue(conn, &actor(), std::slice::from_ref(&film)))?;
        Ok(())
    }

    /// Goes on with a film that a run before has taken, unless two have died of it.
    fn resume(&self, film: &Path) -> anyhow::Result<()> {
        let path = film.to_string_lossy();
        let job = self
            .queue
            .db
            .execute_now(|conn| film_queue::last_of(conn, &path))?;
        match job {
            None => self.enqueue(film),
            Some(job) if is_dead(&job) && !self.inbox.has_died_before(film)? => self.enqueue(film),
            Some(job) => self.end(&job),
        }
    }

    /// Moves the film of an ended job to where it belongs.
    fn end(&self, job: &FilmJob) -> anyhow::Result<()> {
        let film = PathBuf::from(&job.film.path);
        let failure = match job.state {
            JobState::Waiting | JobState::Running => return Ok(()),
            JobState::Done => None,
            JobState::Cancelled => Some("已取消"),
            JobState::Failed => Some(job.problem.as_str()),
        };
        if !self.inbox.has(&film) {
            return Ok(());
        }
        let ended = self.inbox.end(&film, failure)?;
        let path = ended.to_string_lossy();
        self.queue
            .db
            .execute_now(|conn| film_queue::set_path(conn, job.id, &path))?;
        Ok(())
    }
}
