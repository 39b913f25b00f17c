//! How the files of the index are opened.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use tantivy::directory::error::OpenDirectoryError;
use tantivy::directory::{Directory, MmapDirectory};

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
