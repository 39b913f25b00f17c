//! The live index: opening, searching, and replacing the snapshot after a commit or a rebuild.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use moka::sync::Cache;
use parking_lot::{Mutex, RwLock};
use tantivy::{Index, IndexReader, ReloadPolicy};
use yingku_base::span;

use super::columns::column;
use super::facets::facets;
use super::generations::{Basis, Generations};
use super::integrity::catch_panics;
use super::meaning::{MAX_MEANINGS, Meaning, Meanings, meaning};
use super::random::random;
use super::schema::{FINGERPRINT, Fields, tokenizers};
use super::search::{WorksFilter, WorksPage, WorksQuery, first, ids, search, union};
use super::similar::{candidates, similar};
use super::view::View;
use super::{
    Facets, IndexError, IndexWriterHandle, OwnTerm, Similar, TermKind, builds, number_key, query,
};
use crate::Storage;

/// Locked by the process that writes.
const LOCK: &str = "LOCK";
/// Capacity of the cache of totals.
const MAX_TOTALS: u64 = 20_000;

/// The totals of a filter's lists. The generation is part of the key, so that a search that began before a commit does
/// not cache an outdated total.
pub(super) type Totals = Cache<(u64, WorksFilter), Vec<usize>>;

/// An open build.
pub(super) struct Live {
    pub(super) index: Index,
    pub(super) fields: Fields,
    /// Its folder; `None` for the empty index used until the first build.
    pub(super) build: Option<PathBuf>,
    reader: IndexReader,
    view: RwLock<Arc<View>>,
    totals: Totals,
    pub(super) meanings: Meanings,
}

impl Live {
    pub(super) fn new(mut index: Index, build: Option<PathBuf>) -> Result<Self, IndexError> {
        index.set_tokenizers(tokenizers());
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        let fields = Fields::new();
        let view = View::new(reader.searcher(), 0, &fields, None)?;
        Ok(Self {
            index,
            fields,
            build,
            view: RwLock::new(Arc::new(view)),
            reader,
            totals: Cache::new(MAX_TOTALS),
            meanings: Cache::new(MAX_MEANINGS),
        })
    }

    /// The current snapshot.
    pub(super) fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.read())
    }

    /// Makes the last commit visible. Totals stay valid if only counters have changed.
    fn reload(&self, changed: Basis) -> Result<(), IndexError> {
        self.reader.reload()?;
        let before = self.view();
        let generation = match changed {
            Basis::Works => before.works_generation() + 1,
            Basis::Counters => before.works_generation(),
        };
        let searcher = self.reader.searcher();
        let view = View::new(searcher, generation, &self.fields, Some(&before))?;
        *self.view.write() = Arc::new(view);
        if generation != before.works_generation() {
            self.totals.invalidate_all();
            self.meanings.invalidate_all();
        }
        Ok(())
    }
}

/// The index. Cheap to share; searches never wait for writes.
pub struct WorksIndex(pub(super) Arc<Shared>);

pub(super) struct Shared {
    pub(super) dir: PathBuf,
    pub(super) catalogue: String,
    pub(super) storage: Storage,
    live: RwLock<Arc<Live>>,
    /// The last error of a search: the files may be damaged.
    pub(super) search_error: Mutex<Option<String>>,
    pub(super) generations: Generations,
}

/// An opened index and its state.
pub struct Opened {
    /// The index; only usable if its state is warm.
    pub index: WorksIndex,
    /// Its state.
    pub state: IndexState,
}

/// The state of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexState {
    /// Nothing: the index must be built.
    Fresh,
    /// A complete index with every change up to `mark`.
    Warm {
        /// The outbox position of its last commit.
        mark: i64,
    },
    /// A build that cannot be used: the index must be rebuilt.
    Rebuild {
        /// Why.
        reason: String,
    },
}

impl WorksIndex {
    /// Opens the index of `catalogue` in `dir`. An unusable build stays on disk, and queries get
    /// [`IndexError::NotBuilt`] until a rebuild.
    pub fn open(dir: &Path, catalogue: &str, storage: &Storage) -> Result<Opened, IndexError> {
        let (live, state) = builds::open(dir, catalogue, storage)?;
        let shared = Shared {
            dir: dir.to_owned(),
            catalogue: catalogue.to_owned(),
            storage: storage.clone(),
            search_error: Mutex::default(),
            live: RwLock::new(Arc::new(live)),
            generations: Generations::default(),
        };
        Ok(Opened {
            index: Self(Arc::new(shared)),
            state,
        })
    }

    /// Runs a query.
    pub fn search(&self, query: &WorksQuery) -> Result<WorksPage, IndexError> {
        self.ask(|live| search(live, &live.totals, query))
    }

    /// The first works by relevance; cheaper than a page with its total.
    pub fn first(&self, filter: &WorksFilter, limit: usize) -> Result<Vec<i64>, IndexError> {
        self.ask(|live| first(live, filter, limit))
    }

    /// All works of a filter, unordered.
    pub fn works_of(&self, filter: &WorksFilter) -> Result<Vec<i64>, IndexError> {
        self.ask(|live| {
            let view = live.view();
            ids(&view, &union(&live.fields, &view, filter)?)
        })
    }

    /// What was meant by the keyword of `filter`, as typed, when the filter has no results.
    pub fn meaning(&self, typed: &str, filter: &WorksFilter) -> Result<Meaning, IndexError> {
        self.ask(|live| meaning(live, typed.trim(), filter))
    }

    /// The facet counts of a list: the terms with most works, and each of the `named` ones.
    pub fn facets(
        &self,
        filter: &WorksFilter,
        named: &[(TermKind, i64)],
    ) -> Result<Facets, IndexError> {
        self.ask(|live| facets(live, filter, named))
    }

    /// The works of `filter` most similar to a work with these terms.
    pub fn similar(
        &self,
        work: (i64, &[OwnTerm]),
        filter: &WorksFilter,
        limit: usize,
    ) -> Result<Vec<Similar>, IndexError> {
        self.ask(|live| similar(live, work, filter, limit))
    }

    /// The works of `filter` that [`Self::similar`] compares for a work with these terms, unordered.
    pub fn similar_candidates(
        &self,
        work: (i64, &[OwnTerm]),
        filter: &WorksFilter,
    ) -> Result<Vec<i64>, IndexError> {
        self.ask(|live| candidates(live, work, filter))
    }

    /// A uniformly random work of `filter`. `draw` returns a random number below its argument.
    pub fn random(
        &self,
        filter: &WorksFilter,
        draw: impl FnMut(usize) -> usize,
    ) -> Result<Option<i64>, IndexError> {
        self.ask(|live| random(live, filter, draw))
    }

    /// The works with any of these terms, unordered.
    pub fn works_of_terms(&self, terms: &[i64]) -> Result<Vec<i64>, IndexError> {
        self.ask(|live| ids(&live.view(), &query::with_term(&live.fields, terms)))
    }

    /// The works with this number in any spelling, unordered.
    pub fn works_of_number(&self, number: &str) -> Result<Vec<i64>, IndexError> {
        self.ask(|live| {
            let numbered = query::numbered(&live.fields, &number_key(number));
            ids(&live.view(), &numbered)
        })
    }

    pub(super) fn ask<T>(
        &self,
        question: impl FnOnce(&Live) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let live = self.0.live();
        // An error, or the catalogue would look empty.
        if live.build.is_none() {
            return Err(IndexError::NotBuilt);
        }
        let _span = span::begin("works index");
        let answer = catch_panics(|| question(&live));
        if let Err(error) = &answer {
            *self.0.search_error.lock() = Some(error.to_string());
        }
        answer
    }

    /// The number of works in it.
    pub fn count(&self) -> u64 {
        self.0.live().view().searcher().num_docs()
    }

    /// Every work's id and fingerprint, unordered.
    pub fn ids(&self) -> Result<Vec<(i64, u64)>, IndexError> {
        self.ask(|live| {
            let view = live.view();
            let mut all = Vec::new();
            for segment in view.segments() {
                let ids = column(segment, super::schema::ID)?;
                let prints = segment.fast_fields().u64(FINGERPRINT)?;
                for doc in segment.doc_ids_alive() {
                    all.push((
                        ids.first(doc).unwrap_or_default(),
                        prints.first(doc).unwrap_or_default(),
                    ));
                }
            }
            Ok(all)
        })
    }

    /// The only writer, with `memory` bytes for all its threads; [`IndexError::Locked`] if another process has it.
    pub fn writer(&self, memory: usize, threads: usize) -> Result<IndexWriterHandle, IndexError> {
        let lock = File::create(self.0.dir.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => IndexWriterHandle::new(Arc::clone(&self.0), lock, memory, threads),
            Err(std::fs::TryLockError::WouldBlock) => Err(IndexError::Locked),
            Err(std::fs::TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

/// Whether another process writes the index in this folder.
///
/// # Errors
/// The folder cannot be read.
pub fn is_written(dir: &Path) -> std::io::Result<bool> {
    let lock = match File::open(dir.join(LOCK)) {
        Ok(lock) => lock,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    match lock.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(std::fs::TryLockError::WouldBlock) => Ok(true),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

impl Shared {
    pub(super) fn live(&self) -> Arc<Live> {
        Arc::clone(&self.live.read())
    }

    /// Makes the last commit visible.
    pub(super) fn refresh(&self, changed: Basis) -> Result<(), IndexError> {
        self.live().reload(changed)?;
        self.generations.advance(changed);
        Ok(())
    }

    /// Replaces the live build, on disk and in memory.
    pub(super) fn swap(&self, build: &str, live: Live) -> Result<(), IndexError> {
        builds::make_current(&self.dir, build)?;
        *self.live.write() = Arc::new(live);
        self.generations.advance(Basis::Works);
        Ok(())
    }

    pub(super) fn payload(&self, mark: i64) -> String {
        builds::payload(&self.catalogue, mark)
    }

    /// Deletes builds that are no longer needed.
    pub(super) fn sweep(&self) {
        builds::sweep(&self.dir, self.live().build.as_ref());
    }
}
