//! Space on disks.

use std::io;
use std::path::Path;

/// The space of a disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    /// Bytes that this process may still write.
    pub free: u64,
    /// Bytes in all.
    pub size: u64,
}

impl DiskSpace {
    /// The space of the disk that `path` is on.
    ///
    /// # Errors
    /// It does not exist, or cannot be examined.
    pub fn of(path: &Path) -> io::Result<Self> {
        let disk = rustix::fs::statvfs(path)?;
        Ok(Self {
            free: disk.f_bavail.saturating_mul(disk.f_frsize),
            size: disk.f_blocks.saturating_mul(disk.f_frsize),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_has_no_more_free_than_in_all_and_a_missing_folder_has_none() {
        let here = DiskSpace::of(Path::new(".")).unwrap();
        assert!(here.size > 0 && here.free <= here.size, "{here:?}");
        let missing = DiskSpace::of(Path::new("no-such-folder"));
        assert_eq!(missing.unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
