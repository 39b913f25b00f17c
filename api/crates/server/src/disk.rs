//! Free space of the folders that the service writes to.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use yingku_base::disk::DiskSpace;
use yingku_platform::config::Config;

/// Below this many free bytes a disk is nearly full.
const MIN_FREE: u64 = 5 << 30;
/// So it is below this part of the disk: one twentieth.
const MIN_PART: u64 = 20;
/// Bytes of the unit shown.
const GIGABYTE: u64 = 1_000_000_000;

/// The disk of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disk {
    /// The folder.
    pub(crate) folder: PathBuf,
    /// Bytes that the service may still write.
    pub(crate) free: u64,
    /// Bytes in all.
    pub(crate) size: u64,
}

impl Disk {
    /// Whether space runs out.
    pub(crate) fn is_nearly_full(&self) -> bool {
        self.free < MIN_FREE || self.free < self.size / MIN_PART
    }

    /// The folder and its free space.
    pub(crate) fn label(&self) -> String {
        let tenths = self.free / (GIGABYTE / 10);
        format!(
            "{} {}.{} GB",
            self.folder.display(),
            tenths / 10,
            tenths % 10
        )
    }

    /// The disk of a folder, or of the nearest one above it that exists.
    fn of(folder: &Path) -> Option<Self> {
        let above = folder.ancestors().map(|above| match above.as_os_str() {
            empty if empty.is_empty() => Path::new("."),
            _ => above,
        });
        let mut spaces = above.filter_map(|place| DiskSpace::of(place).ok());
        let DiskSpace { free, size } = spaces.next()?;
        Some(Self {
            folder: folder.to_owned(),
            free,
            size,
        })
    }
}

/// The disk with the least free space; `None` if no folder can be examined.
pub(crate) fn fullest(config: &Config) -> Option<Disk> {
    let disks = folders(config);
    let disks = disks.iter().filter_map(|folder| Disk::of(folder));
    disks.min_by_key(|disk| disk.free)
}

/// The folders that the service writes to on this machine.
fn folders(config: &Config) -> BTreeSet<PathBuf> {
    let database = config.database.url.strip_prefix("sqlite://");
    let database = database.and_then(|file| Path::new(file).parent());
    let media = config.media.store.is_none().then_some(&*config.media.dir);
    let streams = &config.streams;
    let streams = streams.store.is_none().then_some(&*streams.dir);
    let always = [&*config.index.dir, &*config.uploads.dir];
    let all = always.into_iter().chain(database).chain(media);
    all.chain(streams).map(Path::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn disk(free: u64, size: u64) -> Disk {
        let folder = PathBuf::from("data/media");
        Disk { folder, free, size }
    }

    #[test]
    fn a_disk_is_nearly_full_below_five_gibibytes_or_a_twentieth() {
        assert!(disk(MIN_FREE - 1, 20 << 30).is_nearly_full());
        assert!(!disk(MIN_FREE, 20 << 30).is_nearly_full());
        assert!(disk(40 << 30, 1_000 << 30).is_nearly_full());
        assert_eq!(disk(4_260_000_000, 0).label(), "data/media 4.2 GB");
    }

    #[test]
    fn a_missing_folder_is_on_the_disk_of_the_one_above() {
        let above = std::env::temp_dir();
        let missing = above.join("no-such-folder/a");
        let (found, above) = (Disk::of(&missing), Disk::of(&above));
        assert_eq!(found.map(|disk| disk.size), above.map(|disk| disk.size));
        assert!(Disk::of(Path::new("no-such-folder-here")).is_some());
    }

    #[test]
    fn what_is_in_a_store_needs_no_disk() {
        let here = Config::from_pairs(&[]).unwrap();
        assert_eq!(folders(&here).len(), 5);
        let settings = [
            ("DATABASE_URL", "postgres://localhost/a"),
            ("MEDIA_STORE", "s3://films/media"),
            ("S3_ENDPOINT", "http://127.0.0.1:9000"),
            ("S3_ACCESS_KEY_ID", "key"),
            ("S3_SECRET_ACCESS_KEY", "secret"),
        ];
        let apart = Config::from_pairs(&settings).unwrap();
        assert_eq!(folders(&apart).len(), 3);
    }
}
