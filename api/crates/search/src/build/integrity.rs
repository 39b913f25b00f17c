//! Detects damaged files of the index. tantivy writes a checksum at the end of each file but never verifies it, so
//! flipped bytes would give wrong results.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use tantivy::directory::error::{OpenDirectoryError, OpenReadError};
use tantivy::index::SegmentComponent;
use tantivy::{Directory as _, Index, SegmentMeta, TantivyError};

use crate::error::IndexError;

/// A file that requests a rebuild from the process that writes the index.
const REBUILD: &str = "REBUILD";
/// A merge may delete files while they are read, so damage must be found twice.
const TRIES: usize = 3;
/// The files of every segment; the file of deletions exists only after the first one.
const FILES: [SegmentComponent; 6] = [
    SegmentComponent::Terms,
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::FastFields,
    SegmentComponent::FieldNorms,
    SegmentComponent::Store,
];

/// Verifies every file of a build, opened by `open` apart from the searcher: in its files everything verified would stay
/// in memory. Describes a damaged file; `None` if all are intact.
pub(crate) fn damage(open: impl Fn() -> tantivy::Result<Index>) -> Option<String> {
    let mut before = None;
    for _ in 0..TRIES {
        match catch_panics(|| Ok(first_damage(open()))) {
            Ok(None) => return None,
            Ok(Some(file)) if before.as_ref() != Some(&file) => before = Some(file),
            Ok(Some(file)) => return Some(format!("{} is damaged", file.display())),
            Err(error) => return Some(error.to_string()),
        }
    }
    before.map(|file| format!("{} is damaged", file.display()))
}

/// Requests a rebuild from the process that writes the index in this folder.
pub(crate) fn request_rebuild(dir: &Path) -> std::io::Result<()> {
    std::fs::write(dir.join(REBUILD), "")
}

/// Takes a request for a rebuild; returns whether there was one.
pub(crate) fn take_request(dir: &Path) -> bool {
    let file = dir.join(REBUILD);
    file.exists() && std::fs::remove_file(file).is_ok()
}

/// Turns panics into errors: tantivy may panic anywhere when it reads damaged files.
pub(crate) fn catch_panics<T>(
    work: impl FnOnce() -> Result<T, IndexError>,
) -> Result<T, IndexError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(IndexError::Damaged("a read was aborted".to_owned())))
}

fn first_damage(opened: tantivy::Result<Index>) -> Option<PathBuf> {
    let found = opened.and_then(|index| Ok((index.searchable_segment_metas()?, index)));
    let (segments, index) = match found {
        Ok(found) => found,
        Err(TantivyError::OpenReadError(error)) if is_passing(&error) => return None,
        Err(TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error, .. }))
            if io_error.raw_os_error().is_some() =>
        {
            return None;
        }
        Err(_) => return Some(PathBuf::from("meta.json")),
    };
    let files = segments.iter().flat_map(files_of);
    files
        .into_iter()
        .find(|file| !is_as_written(&index, file).unwrap_or_else(|error| is_passing(&error)))
}

fn files_of(segment: &SegmentMeta) -> impl Iterator<Item = PathBuf> {
    let deleted = segment.has_deletes().then_some(SegmentComponent::Delete);
    FILES
        .into_iter()
        .chain(deleted)
        .map(|component| segment.relative_path(component))
}

fn is_as_written(index: &Index, file: &Path) -> Result<bool, OpenReadError> {
    let directory = index.directory();
    // A mapped file can be read after it was deleted, but not after a restart.
    Ok(directory.exists(file)? && directory.validate_checksum(file)?)
}

/// Whether the error may be transient, for example because the process was out of file descriptors.
fn is_passing(error: &OpenReadError) -> bool {
    matches!(error, OpenReadError::IoError { io_error, .. } if io_error.raw_os_error().is_some())
}
