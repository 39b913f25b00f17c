//! Whether the files of the index are as they were written. tantivy ends each of them with a checksum, but never looks
//! at it by itself: until somebody does, flipped bytes are wrong answers.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use tantivy::directory::error::OpenReadError;
use tantivy::index::SegmentComponent;
use tantivy::{Directory as _, Index, SegmentMeta, TantivyError};

use super::IndexError;
use super::store::WorksIndex;

/// Where one asks the process that writes an index for a rebuild.
const REBUILD: &str = "REBUILD";
/// A merge may take files away while they are read; only what is wrong twice is wrong.
const TRIES: usize = 3;
/// What each segment has; the file of what was deleted comes with the first deletion.
const FILES: [SegmentComponent; 6] = [
    SegmentComponent::Terms,
    SegmentComponent::Postings,
    SegmentComponent::Positions,
    SegmentComponent::FastFields,
    SegmentComponent::FieldNorms,
    SegmentComponent::Store,
];

impl WorksIndex {
    /// Reads every file of the build that answers and says which of them is not as it was written; nothing when all
    /// are, or when there is no build.
    pub fn damage(&self) -> Option<String> {
        let live = self.0.live();
        live.build.as_ref()?;
        let mut before = None;
        for _ in 0..TRIES {
            match unbroken(|| Ok(first_damage(&live.index))) {
                Ok(None) => return None,
                Ok(Some(file)) if before.as_ref() != Some(&file) => before = Some(file),
                Ok(Some(file)) => return Some(format!("{} is damaged", file.display())),
                Err(error) => return Some(error.to_string()),
            }
        }
        before.map(|file| format!("{} is damaged", file.display()))
    }

    /// Why a question could not be answered since this was last asked, if one could not.
    pub fn take_doubt(&self) -> Option<String> {
        self.0.doubt.lock().take()
    }

    /// Asks the process that writes this index to build it anew.
    pub fn ask_for_rebuild(&self) -> Result<(), IndexError> {
        Ok(std::fs::write(self.0.dir.join(REBUILD), "")?)
    }

    /// Whether somebody has asked for a rebuild since this was last asked.
    pub fn take_request(&self) -> bool {
        let file = self.0.dir.join(REBUILD);
        file.exists() && std::fs::remove_file(file).is_ok()
    }
}

/// What reads damaged files may break off anywhere.
pub(super) fn unbroken<T>(work: impl FnOnce() -> Result<T, IndexError>) -> Result<T, IndexError> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(IndexError::Damaged("reading it broke off".to_owned())))
}

fn first_damage(index: &Index) -> Option<PathBuf> {
    let segments = match index.searchable_segment_metas() {
        Ok(segments) => segments,
        Err(TantivyError::OpenReadError(error)) if is_passing(&error) => return None,
        Err(_) => return Some(PathBuf::from("meta.json")),
    };
    let files = segments.iter().flat_map(files_of);
    files
        .into_iter()
        .find(|file| !is_as_written(index, file).unwrap_or_else(|error| is_passing(&error)))
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
    // What is mapped can be read after it was deleted, but not after a restart.
    Ok(directory.exists(file)? && directory.validate_checksum(file)?)
}

/// Whether it may be otherwise next time: the system refused, for example for want of descriptors.
fn is_passing(error: &OpenReadError) -> bool {
    matches!(error, OpenReadError::IoError { io_error, .. } if io_error.raw_os_error().is_some())
}
