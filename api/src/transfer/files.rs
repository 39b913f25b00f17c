//! Files of a backup: copied, and known by their SHA-256.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use walkdir::{DirEntry, WalkDir};
use yingku_signer::hex;

/// Read at once.
const CHUNK: usize = 1 << 16;

/// A file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredFile {
    /// Where it is in the backup.
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
        let read = File::open(&file).and_then(|mut file| pass(&mut file, &mut io::sink()));
        let (bytes, sha256) = read.with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Self {
            path: path.to_owned(),
            bytes,
            sha256,
        })
    }
}

/// Copies a file, or a folder with everything in it, to `path` below `root`, and returns what was copied. Left out are symbolic
/// links inside a folder, hidden names, which are nobody's own, and what is deleted meanwhile.
///
/// # Errors
/// It cannot be read or written.
pub fn copy_in(from: &Path, root: &Path, path: &str) -> anyhow::Result<Vec<StoredFile>> {
    let mut stored = Vec::new();
    let entries = WalkDir::new(from)
        .follow_root_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry));
    for entry in entries {
        let entry = match entry {
            Err(gone) if gone.depth() > 0 && gone.io_error().is_some_and(is_gone) => continue,
            entry => entry?,
        };
        if !(entry.file_type().is_file() || entry.path() == from && from.is_file()) {
            continue;
        }
        let below = entry.path().strip_prefix(from)?;
        let path = match below.to_str() {
            Some("") => path.to_owned(),
            Some(below) => format!("{path}/{below}"),
            None => anyhow::bail!("{} has no readable name", entry.path().display()),
        };
        let file = match File::open(entry.path()) {
            Err(error) if is_gone(&error) => continue,
            file => file.with_context(|| entry.path().display().to_string())?,
        };
        let to = root.join(&path);
        let copied = copy_open(file, &to);
        let (bytes, sha256) = copied.with_context(|| to.display().to_string())?;
        stored.push(StoredFile {
            path,
            bytes,
            sha256,
        });
    }
    Ok(stored)
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Copies a file to a new one; the folders above it are created. Returns its length and SHA-256. Who may read the one may read
/// the other.
///
/// # Errors
/// It cannot be read or written, or `to` is there.
pub fn copy_file(from: &Path, to: &Path) -> anyhow::Result<(u64, String)> {
    let copied = File::open(from).and_then(|file| copy_open(file, to));
    copied.with_context(|| format!("{} to {}", from.display(), to.display()))
}

fn copy_open(mut file: File, to: &Path) -> io::Result<(u64, String)> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut out = File::create_new(to)?;
    out.set_permissions(file.metadata()?.permissions())?;
    let passed = pass(&mut file, &mut out)?;
    out.sync_all()?;
    Ok(passed)
}

fn pass(file: &mut File, out: &mut dyn io::Write) -> io::Result<(u64, String)> {
    let mut digest = Sha256::new();
    let mut buffer = vec![0; CHUNK];
    let mut bytes = 0;
    loop {
        let read = file.read(&mut buffer)?;
        let Some(part) = buffer.get(..read).filter(|part| !part.is_empty()) else {
            return Ok((bytes, hex(&digest.finalize())));
        };
        digest.update(part);
        out.write_all(part)?;
        bytes += u64::try_from(read).unwrap_or(0);
    }
}
