//! Settings of the works index.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tantivy::directory::error::OpenDirectoryError;
use tantivy::directory::{Directory, MmapDirectory};

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

type Wrap = dyn Fn(MmapDirectory) -> Box<dyn Directory> + Send + Sync;

/// Opens the folders of the index. A test can wrap them to inject faults.
#[derive(Clone, Default)]
pub struct Storage(Option<Arc<Wrap>>);

impl Storage {
    /// Wraps every folder.
    pub fn through(
        wrap: impl Fn(MmapDirectory) -> Box<dyn Directory> + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(wrap)))
    }

    /// Opens a folder.
    pub(crate) fn directory(
        &self,
        folder: &Path,
    ) -> Result<Box<dyn Directory>, OpenDirectoryError> {
        let directory = MmapDirectory::open(folder)?;
        Ok(match &self.0 {
            None => Box::new(directory),
            Some(wrap) => wrap(directory),
        })
    }
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_none() {
            "files"
        } else {
            "wrapped files"
        })
    }
}
