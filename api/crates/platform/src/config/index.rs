//! Settings of the works index.

use std::path::PathBuf;

use yingku_search::Storage;

use super::source::Source;

/// The works index.
#[derive(Debug, Clone)]
pub struct IndexConfig {
    /// Its folder.
    pub dir: PathBuf,
    /// Memory of the writer, bytes.
    pub memory: usize,
    /// How its files are opened.
    pub storage: Storage,
}

impl IndexConfig {
    pub(super) fn read(source: &mut Source) -> Self {
        Self {
            dir: source.text("INDEX_DIR").into(),
            memory: source.number::<usize>("INDEX_MEMORY_MB", 15, 4096) * 1024 * 1024,
            storage: Storage::default(),
        }
    }
}
