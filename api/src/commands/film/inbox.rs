//! The watched folder. A film that no longer changes is taken, with its subtitles, into a folder of its own below `.work`, and
//! ends in `done` or `failed`. Every step is a rename on one disk, so a kill leaves each file in one place.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use rustix::fs::{CWD, RenameFlags, renameat_with};
use yingku_film::is_subtitle;

const WORK: &str = ".work";
const DONE: &str = "done";
const FAILED: &str = "failed";
/// In the folder of a film whose process has died.
const DIED: &str = ".died";
/// Endings of names that films have; others are left alone, such as those of unfinished downloads.
const ENDINGS: [&str; 20] = [
    "mkv", "mp4", "m4v", "mov", "avi", "wmv", "asf", "flv", "f4v", "webm", "ts", "mts", "m2ts",
    "mpg", "mpeg", "vob", "rm", "rmvb", "3gp", "ogv",
];

/// The watched folder, locked until it is dropped.
pub(super) struct Inbox {
    folder: PathBuf,
    /// How long a film must not change before it is taken.
    settle: Duration,
    /// The films that are not taken yet, and since when each has been as it is.
    seen: HashMap<PathBuf, (Look, Instant)>,
    _lock: File,
}

/// What a film and its subtitles look like: if it changes, somebody is still writing.
#[derive(PartialEq, Eq)]
struct Look {
    files: usize,
    bytes: u64,
    modified: SystemTime,
}

impl Inbox {
    /// Locks the folder, and creates it if it is missing. `None` if another process watches it.
    pub(super) fn open(folder: &Path, settle: Duration) -> io::Result<Option<Self>> {
        let folder = std::path::absolute(folder)?;
        for part in [WORK, DONE, FAILED] {
            fs::create_dir_all(folder.join(part))?;
        }
        let lock = File::create(folder.join(WORK).join("lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(Some(Self {
            folder,
            settle,
            seen: HashMap::new(),
            _lock: lock,
        }))
    }

    /// Whether there are films that are not taken yet.
    pub(super) fn has_unsettled(&self) -> bool {
        !self.seen.is_empty()
    }

    /// Takes the films that have not changed for a while, and returns where each is now, or why it is left for later.
    pub(super) fn take(&mut self) -> io::Result<Vec<anyhow::Result<PathBuf>>> {
        let files = files_in(&self.folder)?;
        let (films, others): (Vec<_>, Vec<_>) = files.into_iter().partition(|file| is_film(file));
        let mut seen = std::mem::take(&mut self.seen);
        let mut taken = Vec::new();
        for film in films {
            let before = seen.remove(&film);
            let one = self.take_settled(&film, &others, before).transpose();
            taken.extend(one.map(|one| one.with_context(|| film.display().to_string())));
        }
        Ok(taken)
    }

    /// Takes a film, unless it has changed lately.
    fn take_settled(
        &mut self,
        film: &Path,
        others: &[PathBuf],
        before: Option<(Look, Instant)>,
    ) -> io::Result<Option<PathBuf>> {
        let own = with_subtitles(film, others);
        let look = look_at(&own)?;
        let since = match before {
            Some((before, since)) if before == look => since,
            _ => Instant::now(),
        };
        if since.elapsed() < self.settle {
            self.seen.insert(film.to_owned(), (look, since));
            return Ok(None);
        }
        move_all(&own, &self.new_folder()?).map(Some)
    }

    /// The films that were taken and have not ended. What a kill has left half taken goes back.
    pub(super) fn taken(&self) -> io::Result<Vec<PathBuf>> {
        let mut films = Vec::new();
        for entry in fs::read_dir(self.folder.join(WORK))? {
            let folder = entry?.path();
            if !folder.is_dir() {
                continue;
            }
            let files = files_in(&folder)?;
            match files.iter().find(|file| is_film(file)) {
                Some(film) => films.push(film.clone()),
                None => {
                    for file in files {
                        move_to(&file, &self.folder)?;
                    }
                    remove_emptied(&folder)?;
                }
            }
        }
        films.sort();
        Ok(films)
    }

    /// Whether the file of a job is in this folder.
    pub(super) fn has(&self, film: &Path) -> bool {
        film.starts_with(&self.folder) && film.is_file()
    }

    /// Moves a film to where it ends: with a reason it has failed. Returns where it is now.
    pub(super) fn end(&self, film: &Path, failure: Option<&str>) -> io::Result<PathBuf> {
        let from = film.parent().unwrap_or(&self.folder);
        let to = self
            .folder
            .join(if failure.is_some() { FAILED } else { DONE });
        let note_of = |film: &Path| {
            let mut name = film.as_os_str().to_owned();
            name.push(".txt");
            PathBuf::from(name)
        };
        let ended = match from == to {
            true => film.to_owned(),
            false => move_all(&with_subtitles(film, &files_in(from)?), &to)?,
        };
        match failure {
            // Without space for a reason the console still has it.
            Some(reason) => drop(fs::write(note_of(&ended), format!("{reason}\n"))),
            None => drop(fs::remove_file(note_of(film))),
        }
        if from.parent() == Some(&self.folder.join(WORK)) {
            remove_emptied(from)?;
        }
        Ok(ended)
    }

    /// Records that the process that made a taken film has died; returns whether one had before.
    pub(super) fn has_died_before(&self, film: &Path) -> io::Result<bool> {
        let folder = film.parent().unwrap_or(&self.folder);
        match File::create_new(folder.join(DIED)) {
            Ok(_) => Ok(false),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(true),
            Err(error) => Err(error),
        }
    }

    fn new_folder(&self) -> io::Result<PathBuf> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let mut id = now.unwrap_or_default().as_millis();
        loop {
            let folder = self.folder.join(WORK).join(format!("{id:x}"));
            match fs::create_dir(&folder) {
                Ok(()) => return Ok(folder),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => id += 1,
                Err(error) => return Err(error),
            }
        }
    }
}

/// Removes the folder of a film that has left it. Hidden files that others have put there stay.
fn remove_emptied(folder: &Path) -> io::Result<()> {
    drop(fs::remove_file(folder.join(DIED)));
    match fs::remove_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
        result => result,
    }
}

fn is_film(file: &Path) -> bool {
    let ending = file.extension().map(OsStr::to_ascii_lowercase);
    ENDINGS
        .iter()
        .any(|known| ending.as_deref() == Some(OsStr::new(known)))
}

/// The visible files of a folder, in the order of their names.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        if !is_hidden && entry.file_type()?.is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// A film after its subtitles: when it is moved, they have been.
fn with_subtitles(film: &Path, others: &[PathBuf]) -> Vec<PathBuf> {
    let stem = film.file_stem().unwrap_or_default().as_encoded_bytes();
    let is_own = |file: &&PathBuf| {
        let name = file.file_name().unwrap_or_default().as_encoded_bytes();
        let rest = name.strip_prefix(stem);
        is_subtitle(file) && rest.is_some_and(|rest| rest.starts_with(b"."))
    };
    let mut files: Vec<PathBuf> = others.iter().filter(is_own).cloned().collect();
    files.push(film.to_owned());
    files
}

fn look_at(files: &[PathBuf]) -> io::Result<Look> {
    let mut look = Look {
        files: files.len(),
        bytes: 0,
        modified: UNIX_EPOCH,
    };
    for file in files {
        let found = fs::metadata(file)?;
        look.bytes += found.len();
        look.modified = look.modified.max(found.modified()?);
    }
    Ok(look)
}

/// Moves files into a folder, the film last; returns where that is then.
fn move_all(files: &[PathBuf], to: &Path) -> io::Result<PathBuf> {
    let mut last = PathBuf::new();
    for file in files {
        last = move_to(file, to)?;
    }
    Ok(last)
}

/// Moves a file into a folder, under another name if its own is taken.
fn move_to(file: &Path, folder: &Path) -> io::Result<PathBuf> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let mut free = folder.join(&*name);
    for copy in 2.. {
        match renameat_with(CWD, file, CWD, &free, RenameFlags::NOREPLACE) {
            Ok(()) => break,
            Err(rustix::io::Errno::EXIST) => {}
            // A file system that cannot keep a name that is taken.
            Err(rustix::io::Errno::INVAL) if !free.exists() => {
                fs::rename(file, &free)?;
                break;
            }
            Err(rustix::io::Errno::INVAL) => {}
            Err(error) => return Err(error.into()),
        }
        free = folder.join(format!("{copy}.{name}"));
    }
    Ok(free)
}

#[cfg(test)]
#[path = "inbox_tests.rs"]
mod tests;
