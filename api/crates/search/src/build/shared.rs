//! What the index and its writer share.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};

use crate::build::builds;
use crate::build::generations::Generations;
use crate::build::storage::Storage;
use crate::error::IndexError;
use crate::query::basis::Basis;
use crate::query::live::Live;

/// The folder of the index, its live build, and what has happened to it.
pub(crate) struct Shared {
    pub(crate) dir: PathBuf,
    pub(crate) catalogue: String,
    pub(crate) storage: Storage,
    live: RwLock<Arc<Live>>,
    /// The last error of a search: the files may be damaged.
    pub(crate) search_error: Mutex<Option<String>>,
    pub(crate) generations: Generations,
}

impl Shared {
    pub(crate) fn new(dir: &Path, catalogue: &str, storage: &Storage, live: Live) -> Self {
        Self {
            dir: dir.to_owned(),
            catalogue: catalogue.to_owned(),
            storage: storage.clone(),
            live: RwLock::new(Arc::new(live)),
            search_error: Mutex::default(),
            generations: Generations::default(),
        }
    }

    pub(crate) fn live(&self) -> Arc<Live> {
        Arc::clone(&self.live.read())
    }

    /// Makes the last commit visible.
    pub(crate) fn refresh(&self, changed: Basis) -> Result<(), IndexError> {
        self.live().reload(changed)?;
        self.generations.advance(changed);
        Ok(())
    }

    /// Replaces the live build, on disk and in memory.
    pub(crate) fn swap(&self, build: &str, live: Live) -> Result<(), IndexError> {
        builds::make_current(&self.dir, build)?;
        *self.live.write() = Arc::new(live);
        self.generations.advance(Basis::Works);
        Ok(())
    }

    pub(crate) fn payload(&self, mark: i64) -> String {
        builds::payload(&self.catalogue, mark)
    }

    /// Deletes builds that are no longer needed.
    pub(crate) fn sweep(&self) {
        builds::sweep(&self.dir, self.live().build.as_ref());
    }
}
