//! Where a film is made and how it takes its place: in a hidden folder on the same disk, then by one rename. Whatever
//! happens, visitors see the film before or the film after.

use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use yingku_base::disk::DiskSpace;

use crate::error::FilmError;

/// The folder of unfinished films below that of streams. Hidden names are never served.
const STAGING_FOLDER: &str = ".films";
const LOCK: &str = "lock";
const NEW: &str = "new";
const OLD: &str = "old";
/// What a group that may read the folder of streams may do with a film's folders and files.
const GROUP_READ_BITS: u32 = 0o050;

/// The place of one film, locked until it is dropped.
#[derive(Debug)]
pub struct Place {
    streams: PathBuf,
    name: String,
    _lock: File,
}

impl Place {
    /// Locks the film `name` below `streams`, and clears what interrupted runs have left of this film and others.
    ///
    /// # Errors
    /// [`FilmError::Taken`] if another process works on it.
    pub fn take(streams: &Path, name: &str) -> Result<Self, FilmError> {
        let staging = streams.join(STAGING_FOLDER);
        for other in names_in(&staging)?.iter().filter(|other| *other != name) {
            // Those that are locked are being worked on.
            if let Some(place) = Self::lock(streams, other)? {
                place.recover()?;
            }
        }
        let place = Self::lock(streams, name)?.ok_or(FilmError::Taken)?;
        place.recover()?;
        Ok(place)
    }

    fn lock(streams: &Path, name: &str) -> Result<Option<Self>, FilmError> {
        let staging = streams.join(STAGING_FOLDER);
        let path = staging.join(format!("{name}.{LOCK}"));
        loop {
            // The last one to leave removes the folder.
            fs::create_dir_all(&staging)?;
            let opened = File::options()
                .create(true)
                .truncate(false)
                .write(true)
                .open(&path);
            let file = match opened {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                opened => opened?,
            };
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Ok(None),
                Err(TryLockError::Error(error)) => return Err(error.into()),
            }
            // Whoever had it before has removed the file.
            let own = file.metadata()?.ino();
            if fs::metadata(&path).is_ok_and(|existing| existing.ino() == own) {
                return Ok(Some(Self {
                    streams: streams.to_owned(),
                    name: name.to_owned(),
                    _lock: file,
                }));
            }
        }
    }

    fn part(&self, kind: &str) -> PathBuf {
        self.streams
            .join(STAGING_FOLDER)
            .join(format!("{}.{kind}", self.name))
    }

    /// Where the film is served from.
    #[must_use]
    pub fn target(&self) -> PathBuf {
        self.streams.join(&self.name)
    }

    /// Whether a film exists in this place.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn is_used(&self) -> Result<bool, FilmError> {
        match fs::read_dir(self.target()) {
            Ok(mut entries) => Ok(entries.next().is_some()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Whether the film there has a playlist.
    #[must_use]
    pub fn has_playlist(&self) -> bool {
        self.target().join("index.m3u8").is_file()
    }

    /// A new empty folder to make the film in.
    pub(crate) fn fresh(&self) -> Result<PathBuf, FilmError> {
        let folder = self.part(NEW);
        remove(&folder)?;
        fs::create_dir(&folder)?;
        Ok(folder)
    }

    /// Free bytes on the disk.
    pub(crate) fn free(&self) -> Result<u64, FilmError> {
        Ok(DiskSpace::of(&self.streams)?.free)
    }

    /// Writes what was made to the disk and puts it in the film's place, instead of the one before.
    ///
    /// # Errors
    /// It could not be; the one before stays.
    pub fn publish(&self) -> Result<(), FilmError> {
        let (new, old, target) = (self.part(NEW), self.part(OLD), self.target());
        let bits = fs::metadata(&self.streams)?.permissions().mode() & GROUP_READ_BITS;
        settle(&new, bits)?;
        if !target.exists() {
            fs::rename(&new, &target)?;
        } else if renameat_with(CWD, &new, CWD, &target, RenameFlags::EXCHANGE).is_err() {
            // A file system that cannot exchange two names.
            fs::rename(&target, &old)?;
            if let Err(error) = fs::rename(&new, &target) {
                fs::rename(&old, &target)?;
                return Err(error.into());
            }
        }
        File::open(&self.streams)?.sync_all()?;
        remove(&new)?;
        remove(&old)
    }

    /// After an interrupted run: the film before is put back if it was moved away, and everything else removed.
    fn recover(&self) -> Result<(), FilmError> {
        let (old, target) = (self.part(OLD), self.target());
        if old.is_dir() && !target.exists() {
            fs::rename(&old, &target)?;
        }
        remove(&old)?;
        remove(&self.part(NEW))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = remove(&self.part(NEW));
        let _ = fs::remove_file(self.part(LOCK));
        // Fails while others use it.
        let _ = fs::remove_dir(self.streams.join(STAGING_FOLDER));
    }
}

/// The films of the workshop.
fn names_in(staging: &Path) -> Result<Vec<String>, FilmError> {
    let mut names = Vec::new();
    let entries = match fs::read_dir(staging) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(names),
        entries => entries?,
    };
    for entry in entries {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if let Some((film, NEW | OLD | LOCK)) = name.rsplit_once('.') {
            names.push(film.to_owned());
        }
    }
    names.sort();
    names.dedup();
    Ok(names)
}

fn remove(folder: &Path) -> Result<(), FilmError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}

/// Gives a group what it may do in the folder of streams, and writes everything to the disk.
fn settle(folder: &Path, bits: u32) -> Result<(), FilmError> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            settle(&path, bits)?;
        } else {
            allow(&path, bits & 0o040)?;
            File::open(&path)?.sync_all()?;
        }
    }
    allow(folder, bits)?;
    File::open(folder)?.sync_all()?;
    Ok(())
}

fn allow(path: &Path, bits: u32) -> Result<(), FilmError> {
    let mut permissions = fs::metadata(path)?.permissions();
    permissions.set_mode(permissions.mode() | bits);
    fs::set_permissions(path, permissions)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn film(folder: &Path, text: &str) {
        fs::create_dir_all(folder.join("part")).unwrap();
        fs::write(folder.join("index.m3u8"), text).unwrap();
        fs::write(folder.join("part/0.m4s"), text).unwrap();
    }

    fn served(streams: &Path) -> String {
        fs::read_to_string(streams.join("7/index.m3u8")).unwrap_or_default()
    }

    #[test]
    fn a_film_is_published_atomically_and_leaves_no_files_behind() {
        let streams = tempfile::tempdir().unwrap();
        for text in ["first", "second"] {
            let place = Place::take(streams.path(), "7").unwrap();
            assert_eq!(place.is_used().unwrap(), text == "second");
            film(&place.fresh().unwrap(), text);
            place.publish().unwrap();
            drop(place);
            assert_eq!(served(streams.path()), text);
            assert_eq!(fs::read_dir(streams.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn one_process_works_on_a_film_at_a_time() {
        let streams = tempfile::tempdir().unwrap();
        let place = Place::take(streams.path(), "7").unwrap();
        film(&place.fresh().unwrap(), "x");
        assert!(matches!(
            Place::take(streams.path(), "7"),
            Err(FilmError::Taken)
        ));
        // Nor does another film's run take the unfinished one for a leftover.
        drop(Place::take(streams.path(), "8").unwrap());
        place.publish().unwrap();
        assert_eq!(served(streams.path()), "x");
    }

    #[test]
    fn the_next_run_removes_leftovers_of_a_killed_one() {
        let streams = tempfile::tempdir().unwrap();
        let staging = streams.path().join(STAGING_FOLDER);
        film(&staging.join("7.new"), "half");
        fs::write(staging.join("7.lock"), "").unwrap();
        drop(Place::take(streams.path(), "8").unwrap());
        assert!(!staging.exists() && !streams.path().join("7").exists());
        // Killed between the two renames of a file system that cannot exchange.
        film(&staging.join("7.old"), "before");
        film(&staging.join("7.new"), "after");
        drop(Place::take(streams.path(), "7").unwrap());
        assert_eq!(served(streams.path()), "before");
        // And before the old one was removed.
        film(&staging.join("7.old"), "older");
        drop(Place::take(streams.path(), "7").unwrap());
        assert_eq!(served(streams.path()), "before");
    }

    #[test]
    fn a_group_that_may_read_streams_may_read_a_film() {
        let streams = tempfile::tempdir().unwrap();
        for (folder, file, mode) in [(0o750, 0o640, 0o750), (0o700, 0o600, 0o700)] {
            fs::set_permissions(streams.path(), fs::Permissions::from_mode(mode)).unwrap();
            let place = Place::take(streams.path(), "7").unwrap();
            let new = place.fresh().unwrap();
            film(&new, "x");
            for (path, mode) in [("", 0o700), ("part", 0o700), ("part/0.m4s", 0o600)] {
                fs::set_permissions(new.join(path), fs::Permissions::from_mode(mode)).unwrap();
            }
            place.publish().unwrap();
            let mode = |path: &str| {
                fs::metadata(place.target().join(path))
                    .unwrap()
                    .permissions()
                    .mode()
                    & 0o777
            };
            assert_eq!((mode("part"), mode("part/0.m4s")), (folder, file));
        }
    }
}
