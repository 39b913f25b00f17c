//! An open build: its current snapshot, and the caches of its query results.

use std::path::PathBuf;
use std::sync::Arc;

use moka::sync::Cache;
use parking_lot::RwLock;
use tantivy::{Index, IndexReader, ReloadPolicy};

use crate::error::IndexError;
use crate::query::basis::Basis;
use crate::query::correct::correction::Meaning;
use crate::query::filter::WorksFilter;
use crate::read::snapshot::Snapshot;
use crate::schema::{Fields, tokenizers};

/// Capacity of the cache of totals.
const MAX_TOTALS: u64 = 20_000;

/// The totals of a filter's lists. The generation is part of the key, so that a search that began before a commit does
/// not cache an outdated total.
type Totals = Cache<(u64, WorksFilter), Vec<usize>>;

/// Capacity of the cache of meanings.
const MAX_MEANINGS: u64 = 2_000;
/// Cached meanings by keyword. The generation is part of the key, as in [`Totals`].
type Meanings = Cache<(u64, String), Meaning>;

/// An open build.
pub(crate) struct Live {
    pub(crate) index: Index,
    pub(crate) fields: Fields,
    /// Its folder; `None` for the empty index used until the first build.
    pub(crate) build: Option<PathBuf>,
    reader: IndexReader,
    snapshot: RwLock<Arc<Snapshot>>,
    pub(crate) totals: Totals,
    pub(crate) meanings: Meanings,
}

impl Live {
    pub(crate) fn new(mut index: Index, build: Option<PathBuf>) -> Result<Self, IndexError> {
        index.set_tokenizers(tokenizers());
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        let fields = Fields::new();
        let snapshot = Snapshot::new(reader.searcher(), 0, &fields, None)?;
        Ok(Self {
            index,
            fields,
            build,
            snapshot: RwLock::new(Arc::new(snapshot)),
            reader,
            totals: Cache::new(MAX_TOTALS),
            meanings: Cache::new(MAX_MEANINGS),
        })
    }

    /// The current snapshot.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.snapshot.read())
    }

    /// Makes the last commit visible. Totals stay valid if only counters have changed.
    pub(crate) fn reload(&self, changed: Basis) -> Result<(), IndexError> {
        self.reader.reload()?;
        let before = self.snapshot();
        let generation = match changed {
            Basis::Works => before.works_generation() + 1,
            Basis::Counters => before.works_generation(),
        };
        let searcher = self.reader.searcher();
        let snapshot = Snapshot::new(searcher, generation, &self.fields, Some(&before))?;
        *self.snapshot.write() = Arc::new(snapshot);
        if generation != before.works_generation() {
            self.totals.invalidate_all();
            self.meanings.invalidate_all();
        }
        Ok(())
    }
}
