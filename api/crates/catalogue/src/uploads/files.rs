//! Uploaded files on disk: `<id>` is the file, `<id>.refused` the list of its rejected lines. While a folder is read from a ZIP
//! file, it is in `<id>.folder`, or for a preview in `<id>.<request>.preview`.

use std::fs::File;
use std::io::{self, Read as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use yingku_base::disk::DiskSpace;
use yingku_signer::hex;

/// Disk space to leave free for the database, bytes.
const RESERVED_DISK_BYTES: u64 = 512 * 1024 * 1024;
const BUFFER: usize = 256 * 1024;

/// The folder of uploaded files.
#[derive(Debug, Clone)]
pub struct Files {
    dir: PathBuf,
}

impl Files {
    /// Opens the folder and creates it if needed.
    pub fn open(dir: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(dir)?;
        Ok(Self {
            dir: dir.to_owned(),
        })
    }

    /// Path of an uploaded file.
    pub fn file(&self, import: i64) -> PathBuf {
        self.dir.join(import.to_string())
    }

    /// Path of its list of rejected lines.
    pub fn rejected_lines(&self, import: i64) -> PathBuf {
        self.dir.join(format!("{import}.refused"))
    }

    /// Path of its folder while it is read, if the file has a folder in it.
    pub fn folder(&self, import: i64) -> PathBuf {
        self.dir.join(format!("{import}.folder"))
    }

    /// Path of the same for a preview.
    pub fn preview_folder(&self, import: i64, request: i64) -> PathBuf {
        self.dir.join(format!("{import}.{request}.preview"))
    }

    /// Whether this many bytes fit on the disk and the reserve stays free.
    pub fn has_room_for(&self, bytes: u64) -> io::Result<bool> {
        Ok(DiskSpace::of(&self.dir)?.free >= bytes.saturating_add(RESERVED_DISK_BYTES))
    }

    /// Writes a part at its offset.
    pub fn put(&self, import: i64, offset: u64, part: &[u8]) -> io::Result<()> {
        let file = File::options()
            .create(true)
            .write(true)
            .truncate(false)
            .open(self.file(import))?;
        file.write_all_at(part, offset)
    }

    /// Syncs a file to disk and returns its SHA-256 in hex; `None` if its size is not `size`.
    pub fn sync_and_hash(&self, import: i64, size: u64) -> io::Result<Option<String>> {
        let mut file = File::open(self.file(import))?;
        if file.metadata()?.len() != size {
            return Ok(None);
        }
        file.sync_all()?;
        let (mut digest, mut buffer) = (Sha256::new(), vec![0; BUFFER]);
        loop {
            let count = file.read(&mut buffer)?;
            match buffer.get(..count) {
                Some([]) | None => return Ok(Some(hex(&digest.finalize()))),
                Some(read) => digest.update(read),
            }
        }
    }

    /// Removes both files of an import, if they exist, and folders that a killed service has left.
    pub fn remove(&self, import: i64) {
        let prefix = format!("{import}.");
        let entries = std::fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let own = entries.filter(|entry| {
            let is_own = entry.file_name().to_string_lossy().starts_with(&prefix);
            is_own && entry.path().is_dir()
        });
        for folder in own {
            let _ = std::fs::remove_dir_all(folder.path());
        }
        for path in [self.file(import), self.rejected_lines(import)] {
            if let Err(error) = std::fs::remove_file(path)
                && error.kind() != io::ErrorKind::NotFound
            {
                tracing::warn!(event = "upload_removal_failed", %error, import, "failed to remove an uploaded file");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_a_file_and_a_missing_part_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::open(&folder.path().join("imports")).unwrap();
        files.put(7, 3, b"def").unwrap();
        files.put(7, 0, b"abc").unwrap();
        let sha = "bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721";
        assert_eq!(files.sync_and_hash(7, 6).unwrap().as_deref(), Some(sha));
        assert_eq!(files.sync_and_hash(7, 7).unwrap(), None);
        assert!(files.has_room_for(1).unwrap());
        assert!(!files.has_room_for(u64::MAX).unwrap());
        files.remove(7);
        files.remove(7);
        assert!(!files.file(7).exists());
    }
}
