//! Files of a backup: copied, and identified by their SHA-256.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use walkdir::{DirEntry, WalkDir};
use yingku_signer::hex;

/// Buffer size, bytes.
const CHUNK: usize = 1 << 16;

/// A file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Its path in the backup.
    pub path: String,
    /// Its length.
    pub bytes: u64,
    /// SHA-256 of its content, in hexadecimal.
    pub sha256: String,
}

impl StoredFile {
    /// Describes the file at `path` below `root`.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn of(root: &Path, path: &str) -> anyhow::Result<Self> {
        let file = root.join(path);
        let read = open(&file).and_then(|mut file| pass(&mut file, &mut io::sink()));
        let read = read.map_err(Stopped::cause);
        let (bytes, sha256) = read.with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Self {
            path: path.to_owned(),
            bytes,
            sha256,
        })
    }
}

/// The outcome of saving files.
#[derive(Debug, Default)]
pub struct Saved {
    /// The copies.
    pub files: Vec<StoredFile>,
    /// What could not be read, each with the reason.
    pub unread: Vec<String>,
}

/// Copies a file, or a folder with its contents, to `path` below `root`. Symbolic links inside a folder, hidden names
/// and files deleted meanwhile are skipped. Files that cannot be read are reported and do not stop the rest.
///
/// # Errors
/// A copy cannot be written.
pub fn copy_in(from: &Path, root: &Path, path: &str) -> anyhow::Result<Saved> {
    let mut saved = Saved::default();
    let entries = WalkDir::new(from)
        .follow_root_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry));
    for entry in entries {
        let entry = match entry {
            Ok(entry) => entry,
            Err(gone) if gone.depth() > 0 && gone.io_error().is_some_and(is_gone) => continue,
            Err(error) => {
                saved.unread.push(error.to_string());
                continue;
            }
        };
        if !(entry.file_type().is_file() || entry.path() == from && from.is_file()) {
            continue;
        }
        let below = entry.path().strip_prefix(from)?;
        let path = match below.to_str() {
            Some("") => path.to_owned(),
            Some(below) => format!("{path}/{below}"),
            None => {
                saved
                    .unread
                    .push(format!("{:?}: its name is not UTF-8", entry.path()));
                continue;
            }
        };
        let to = root.join(&path);
        match open(entry.path()).and_then(|file| copy_open(file, &to)) {
            Ok((bytes, sha256)) => saved.files.push(StoredFile {
                path,
                bytes,
                sha256,
            }),
            Err(Stopped::Reading(error)) if is_gone(&error) => {}
            Err(Stopped::Reading(error)) => {
                let name = entry.path().display();
                saved.unread.push(format!("{name}: {error}"));
            }
            Err(Stopped::Writing(error)) => {
                return Err(error).with_context(|| to.display().to_string());
            }
        }
    }
    Ok(saved)
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Copies a file to a new one with the same permissions and creates its parent folders. Returns its length and SHA-256.
///
/// # Errors
/// It cannot be read or written, or `to` exists.
pub fn copy_file(from: &Path, to: &Path) -> anyhow::Result<(u64, String)> {
    let copied = open(from).and_then(|file| copy_open(file, to));
    let copied = copied.map_err(Stopped::cause);
    copied.with_context(|| format!("{} to {}", from.display(), to.display()))
}

/// Why a copy stopped.
enum Stopped {
    Reading(io::Error),
    Writing(io::Error),
}

impl Stopped {
    fn cause(self) -> io::Error {
        match self {
            Self::Reading(error) | Self::Writing(error) => error,
        }
    }
}

fn open(file: &Path) -> Result<File, Stopped> {
    File::open(file).map_err(Stopped::Reading)
}

fn copy_open(mut file: File, to: &Path) -> Result<(u64, String), Stopped> {
    let permissions = file.metadata().map_err(Stopped::Reading)?.permissions();
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(Stopped::Writing)?;
    }
    let mut out = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(permissions.mode())
        .open(to)
        .map_err(Stopped::Writing)?;
    // The umask removes permissions from new files. Network shares without such permissions return an error, ignored
    // here.
    let _ = out.set_permissions(permissions);
    let passed = pass(&mut file, &mut out);
    if let Err(Stopped::Reading(_)) = passed {
        fs::remove_file(to).map_err(Stopped::Writing)?;
    }
    let passed = passed?;
    out.sync_all().map_err(Stopped::Writing)?;
    Ok(passed)
}

fn pass(file: &mut File, out: &mut dyn io::Write) -> Result<(u64, String), Stopped> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; CHUNK];
    let mut bytes = 0;
    loop {
        let read = file.read(&mut buffer).map_err(Stopped::Reading)?;
        let Some(part) = buffer.get(..read).filter(|part| !part.is_empty()) else {
            return Ok((bytes, hex(&digest.finalize())));
        };
        digest.update(part);
        out.write_all(part).map_err(Stopped::Writing)?;
        bytes += u64::try_from(read).unwrap_or(0);
    }
}
