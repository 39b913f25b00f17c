//! Copies files from a folder to the store, or back. Nothing is deleted at the source; equal files at the target are
//! skipped, so that an interrupted run resumes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use walkdir::WalkDir;
use yingku_platform::config::{BucketPlace, S3Config};
use yingku_platform::storage::Listed;

use super::files::StoredFile;
use super::store::Store;

/// Direction of the copy.
pub enum CopyDirection {
    /// From a folder into the store.
    FolderToStore(PathBuf, Store),
    /// From the store into a folder.
    StoreToFolder(Store, PathBuf),
}

/// The outcome.
#[derive(Debug, Default)]
pub struct Moved {
    /// Files now equal in both places.
    pub files: u64,
    /// How many of them this run copied.
    pub copied: u64,
}

/// What is skipped, by path.
#[derive(Debug, Default)]
pub struct SkippedFiles {
    /// Symbolic links.
    pub links: Vec<String>,
    /// Files and folders with hidden names, which are never served.
    pub hidden: BTreeSet<String>,
}

/// Receives the number of bytes copied, skipped or compared; each counts twice.
pub type Report<'a> = &'a mut dyn FnMut(u64);

impl CopyDirection {
    /// `from` and `to` are a folder and a place in the store, in either order.
    ///
    /// # Errors
    /// They are something else, or the settings of the store are missing.
    pub fn parse(from: &str, to: &str, s3: &S3Config) -> anyhow::Result<Self> {
        let store = |text: &str| -> anyhow::Result<Option<Store>> {
            if !text.contains("://") {
                return Ok(None);
            }
            let place: BucketPlace = text
                .parse()
                .map_err(|wrong| anyhow::anyhow!("{text} {wrong}"))?;
            Store::open(&place, s3).map(Some)
        };
        match (store(from)?, store(to)?) {
            (None, Some(store)) => Ok(Self::FolderToStore(from.into(), store)),
            (Some(store), None) => Ok(Self::StoreToFolder(store, to.into())),
            _ => anyhow::bail!(
                "One of --from and --to is a folder, and the other s3://bucket/folder."
            ),
        }
    }

    /// Lists what to copy and what to skip.
    ///
    /// # Errors
    /// It cannot be listed.
    pub fn list(&self) -> anyhow::Result<(Vec<Listed>, SkippedFiles)> {
        match self {
            Self::FolderToStore(folder, _) => list_folder(folder),
            Self::StoreToFolder(store, _) => {
                let (mut files, mut left_out) = (store.list()?, SkippedFiles::default());
                files.retain(|file| match hidden_part(&file.path) {
                    None => true,
                    Some(hidden) => {
                        left_out.hidden.insert(hidden.to_owned());
                        false
                    }
                });
                Ok((files, left_out))
            }
        }
    }

    /// Copies what is missing or different, then reads everything at the target and compares it.
    ///
    /// # Errors
    /// Something cannot be read or written, or differs in the end.
    pub fn run(&self, all: &[Listed], report: Report<'_>) -> anyhow::Result<Moved> {
        let (mut moved, mut done, mut sums) = (Moved::default(), 0, Vec::new());
        for file in all {
            let (sum, copied) = self.copy(file)?;
            moved.copied += u64::from(copied);
            sums.push(sum);
            done += file.bytes;
            report(done);
        }
        for sum in &sums {
            let copied = self.read_target(&sum.path)?;
            anyhow::ensure!(
                copied == *sum,
                "{} is not equal in both places: {} bytes, SHA-256 {}, instead of {} bytes, {}. Was it changed meanwhile? Run \
                 this again.",
                sum.path,
                copied.bytes,
                copied.sha256,
                sum.bytes,
                sum.sha256
            );
            done += sum.bytes;
            report(done);
            moved.files += 1;
        }
        Ok(moved)
    }

    /// Copies a file unless it exists; returns whether it did.
    fn copy(&self, file: &Listed) -> anyhow::Result<(StoredFile, bool)> {
        let path = &file.path;
        match self {
            Self::FolderToStore(folder, store) => {
                let local = StoredFile::of(folder, path)?;
                let equal = store.known(path)?.as_ref() == Some(&local);
                if !equal {
                    store.put(path, &folder.join(path), &local.sha256)?;
                }
                Ok((local, !equal))
            }
            Self::StoreToFolder(store, folder) => {
                let to = folder.join(path);
                let as_long = to.metadata().is_ok_and(|meta| meta.len() == file.bytes);
                if as_long && let Some(stored) = store.known(path)? {
                    let local = StoredFile::of(folder, path)?;
                    if local == stored {
                        return Ok((stored, false));
                    }
                }
                Ok((store.fetch(path, &to)?, true))
            }
        }
    }

    fn read_target(&self, path: &str) -> anyhow::Result<StoredFile> {
        match self {
            Self::FolderToStore(_, store) => store.read(path, &mut std::io::sink()),
            Self::StoreToFolder(_, folder) => StoredFile::of(folder, path),
        }
    }
}

/// A path up to its first hidden name.
fn hidden_part(path: &str) -> Option<&str> {
    let mut end = 0;
    for part in path.split('/') {
        if part.starts_with('.') {
            return path.get(..end + part.len());
        }
        end += part.len() + 1;
    }
    None
}

/// The files of a folder, without hidden ones, such as resized copies of pictures.
fn list_folder(folder: &Path) -> anyhow::Result<(Vec<Listed>, SkippedFiles)> {
    let (mut files, mut left_out) = (Vec::new(), SkippedFiles::default());
    let mut entries = WalkDir::new(folder)
        .follow_root_links(true)
        .min_depth(1)
        .sort_by_file_name()
        .into_iter();
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let below = entry.path().strip_prefix(folder)?;
        let path = below
            .to_str()
            .with_context(|| format!("{} has no readable name", below.display()))?
            .to_owned();
        let kind = entry.file_type();
        if hidden_part(&path).is_some() {
            if kind.is_dir() {
                entries.skip_current_dir();
            }
            left_out.hidden.insert(path);
        } else if kind.is_file() {
            let bytes = entry.metadata()?.len();
            files.push(Listed { path, bytes });
        } else if !kind.is_dir() {
            left_out.links.push(path);
        }
    }
    Ok((files, left_out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hidden_name_hides_what_is_below_it() {
        for (path, hidden) in [
            ("a/b.jpg", None),
            ("a.b/c", None),
            (".a", Some(".a")),
            ("covers/.part", Some("covers/.part")),
            ("covers/.resized/one/b.jpg", Some("covers/.resized")),
            ("封面/.b/c", Some("封面/.b")),
        ] {
            assert_eq!(hidden_part(path), hidden, "{path}");
        }
    }
}
