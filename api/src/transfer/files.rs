//! Files of a backup: copied, and known by their SHA-256.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use walkdir::WalkDir;
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
        let (bytes, sha256) = pass(&file, &mut io::sink())
            .with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Self {
            path: path.to_owned(),
            bytes,
            sha256,
        })
    }
}

/// Copies a file, or a folder with everything in it, to `path` below `root`, and returns what was copied. What is not there
/// is nothing; symbolic links inside a folder are left out.
///
/// # Errors
/// It cannot be read or written.
pub fn copy_in(from: &Path, root: &Path, path: &str) -> anyhow::Result<Vec<StoredFile>> {
    let mut stored = Vec::new();
    if !from.exists() {
        return Ok(stored);
    }
    for entry in WalkDir::new(from)
        .follow_root_links(true)
        .sort_by_file_name()
    {
        let entry = entry?;
        if !(entry.file_type().is_file() || entry.path() == from && from.is_file()) {
            continue;
        }
        let below = entry.path().strip_prefix(from)?;
        let path = match below.to_str() {
            Some("") => path.to_owned(),
            Some(below) => format!("{path}/{below}"),
            None => anyhow::bail!("{} has no readable name", entry.path().display()),
        };
        let (bytes, sha256) = copy_file(entry.path(), &root.join(&path))?;
        stored.push(StoredFile {
            path,
            bytes,
            sha256,
        });
    }
    Ok(stored)
}

/// Copies a file to a new one; the folders above it are created. Returns its length and SHA-256.
///
/// # Errors
/// It cannot be read or written, or `to` is there.
pub fn copy_file(from: &Path, to: &Path) -> anyhow::Result<(u64, String)> {
    let copied = || -> io::Result<(u64, String)> {
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut out = File::create_new(to)?;
        let passed = pass(from, &mut out)?;
        out.sync_all()?;
        Ok(passed)
    };
    copied().with_context(|| format!("{} to {}", from.display(), to.display()))
}

fn pass(from: &Path, out: &mut dyn io::Write) -> io::Result<(u64, String)> {
    let mut file = File::open(from)?;
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
