//! The facade of the crate: opens the index and runs every kind of query on the live build.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tantivy::Index;
use yingku_base::kinds::TermKind;
use yingku_base::span;

use crate::build::builds::{self, IndexState};
use crate::build::generations::State;
use crate::build::integrity::{self, catch_panics};
use crate::build::shared::Shared;
use crate::build::storage::Storage;
use crate::build::writer::IndexWriterHandle;
use crate::error::IndexError;
use crate::query::basis::Basis;
use crate::query::correct::Meaning;
use crate::query::facets::{self, Facets};
use crate::query::filter::{OperatorOrder, WorksFilter, WorksPage, WorksQuery};
use crate::query::live::Live;
use crate::query::meaning;
use crate::query::page;
use crate::query::random;
use crate::query::similar::{self, OwnTerm, Similar};
use crate::read::clauses;
use crate::read::columns::column;
use crate::read::matches::ids;
use crate::schema::{FINGERPRINT, ID};
use crate::text::number::number_key;

/// Locked by the process that writes.
const LOCK: &str = "LOCK";

/// The index. Cheap to share; searches never wait for writes.
pub struct WorksIndex(pub(crate) Arc<Shared>);

/// An opened index and its state.
pub struct Opened {
    /// The index; only usable if its state is warm.
    pub index: WorksIndex,
    /// Its state.
    pub state: IndexState,
}

impl WorksIndex {
    /// Opens the index of `catalogue` in `dir`. An unusable build stays on disk, and queries get
    /// [`IndexError::NotBuilt`] until a rebuild.
    pub fn open(dir: &Path, catalogue: &str, storage: &Storage) -> Result<Opened, IndexError> {
        let (live, state) = builds::open(dir, catalogue, storage)?;
        let shared = Shared::new(dir, catalogue, storage, live);
        Ok(Opened {
            index: Self(Arc::new(shared)),
            state,
        })
    }

    /// Runs a query.
    pub fn search(&self, query: &WorksQuery) -> Result<WorksPage, IndexError> {
        self.with_live(|live| page::search(live, query))
    }

    /// Runs a query in an order of the operators; that of the query does not count.
    pub fn search_for_operators(
        &self,
        query: &WorksQuery,
        order: OperatorOrder,
    ) -> Result<WorksPage, IndexError> {
        self.with_live(|live| page::search_for_operators(live, query, order))
    }

    /// The first works by relevance; cheaper than a page with its total.
    pub fn first(&self, filter: &WorksFilter, limit: usize) -> Result<Vec<i64>, IndexError> {
        self.with_live(|live| page::first(live, filter, limit))
    }

    /// All works of a filter, unordered.
    pub fn works_of(&self, filter: &WorksFilter) -> Result<Vec<i64>, IndexError> {
        self.with_live(|live| {
            let snapshot = live.snapshot();
            ids(&snapshot, &page::union(&live.fields, &snapshot, filter)?)
        })
    }

    /// What was meant by the keyword of `filter`, as typed, when the filter has no results.
    pub fn meaning(&self, typed: &str, filter: &WorksFilter) -> Result<Meaning, IndexError> {
        self.with_live(|live| meaning::meaning(live, typed.trim(), filter))
    }

    /// The facet counts of a list: the terms with most works, and each of the `named` ones.
    pub fn facets(
        &self,
        filter: &WorksFilter,
        named: &[(TermKind, i64)],
    ) -> Result<Facets, IndexError> {
        self.with_live(|live| facets::facets(live, filter, named))
    }

    /// The works of `filter` most similar to a work with these terms.
    pub fn similar(
        &self,
        work: (i64, &[OwnTerm]),
        filter: &WorksFilter,
        limit: usize,
    ) -> Result<Vec<Similar>, IndexError> {
        self.with_live(|live| similar::similar(live, work, filter, limit))
    }

    /// The works of `filter` that [`Self::similar`] compares for a work with these terms, unordered.
    pub fn similar_candidates(
        &self,
        work: (i64, &[OwnTerm]),
        filter: &WorksFilter,
    ) -> Result<Vec<i64>, IndexError> {
        self.with_live(|live| similar::candidates(live, work, filter))
    }

    /// A uniformly random work of `filter`. `draw` returns a random number below its argument.
    pub fn random(
        &self,
        filter: &WorksFilter,
        draw: impl FnMut(usize) -> usize,
    ) -> Result<Option<i64>, IndexError> {
        self.with_live(|live| random::random(live, filter, draw))
    }

    /// The works with any of these terms, unordered.
    pub fn works_of_terms(&self, terms: &[i64]) -> Result<Vec<i64>, IndexError> {
        self.with_live(|live| ids(&live.snapshot(), &clauses::with_term(&live.fields, terms)))
    }

    /// The works with this number in any spelling, unordered.
    pub fn works_of_number(&self, number: &str) -> Result<Vec<i64>, IndexError> {
        self.with_live(|live| {
            let numbered = clauses::numbered(&live.fields, &number_key(number));
            ids(&live.snapshot(), &numbered)
        })
    }

    pub(crate) fn with_live<T>(
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

    /// Increases with every commit that changed something.
    pub fn generation(&self) -> u64 {
        self.0.generations.all()
    }

    /// The current state. Take it before computing a result, so that a concurrent change makes the result outdated.
    pub fn state(&self, basis: Basis) -> State {
        self.0.generations.state(basis)
    }

    /// Whether a result with this state is current.
    pub fn is_still(&self, state: State) -> bool {
        self.0.generations.is_still(state)
    }

    /// Waits up to `time` for a generation after `generation`; returns whether there is one.
    pub fn wait_for_change(&self, generation: u64, time: Duration) -> bool {
        self.0.generations.wait_for_change(generation, time)
    }

    /// Verifies every file of the live build and describes a damaged one; `None` if all are intact or there is no
    /// build.
    pub fn damage(&self) -> Option<String> {
        let live = self.0.live();
        let build = live.build.as_ref()?;
        integrity::damage(|| Index::open(self.0.storage.directory(build)?))
    }

    /// Takes the last error of a search, if there was one since the last call.
    pub fn take_search_error(&self) -> Option<String> {
        self.0.search_error.lock().take()
    }

    /// Requests a rebuild from the process that writes this index.
    pub fn request_rebuild(&self) -> Result<(), IndexError> {
        Ok(integrity::request_rebuild(&self.0.dir)?)
    }

    /// Takes a request for a rebuild; returns whether there was one.
    pub fn take_request(&self) -> bool {
        integrity::take_request(&self.0.dir)
    }

    /// The number of works in it.
    pub fn count(&self) -> u64 {
        self.0.live().snapshot().searcher().num_docs()
    }

    /// Every work's id and fingerprint, unordered.
    pub fn ids(&self) -> Result<Vec<(i64, u64)>, IndexError> {
        self.with_live(|live| {
            let snapshot = live.snapshot();
            let mut all = Vec::new();
            for segment in snapshot.segments() {
                let ids = column(segment, ID)?;
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
