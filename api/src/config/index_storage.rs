//! Where the files of a build lie: in their folder, unless a test puts something that fails in between.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use tantivy::directory::error::OpenDirectoryError;
use tantivy::directory::{Directory, MmapDirectory};

type Between = dyn Fn(MmapDirectory) -> Box<dyn Directory> + Send + Sync;

/// How the files of a build are reached.
#[derive(Clone, Default)]
pub struct Storage(Option<Arc<Between>>);

impl Storage {
    /// Reaches every folder through something else.
    pub fn through(
        between: impl Fn(MmapDirectory) -> Box<dyn Directory> + Send + Sync + 'static,
    ) -> Self {
        Self(Some(Arc::new(between)))
    }

    /// The way to a folder.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub fn directory(&self, folder: &Path) -> Result<Box<dyn Directory>, OpenDirectoryError> {
        let directory = MmapDirectory::open(folder)?;
        Ok(match &self.0 {
            None => Box::new(directory),
            Some(between) => between(directory),
        })
    }
}

impl fmt::Debug for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            None => "files",
            Some(_) => "files behind something",
        })
    }
}
