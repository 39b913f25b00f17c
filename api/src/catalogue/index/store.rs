//! Where the index lies, and which state of it answers.
//!
//! The folder holds one folder for each build and a file `CURRENT` that names the one that counts. A
//! rebuild fills a new folder and then replaces that file in one step, so a kill at any moment leaves
//! the old build or the new one, never half of one. Each commit carries the mark of the last change it
//! holds, together with the version and the catalogue it belongs to.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use moka::sync::Cache;
use parking_lot::{Condvar, Mutex, RwLock};
use serde::{Deserialize, Serialize};
use tantivy::{Index, IndexReader, ReloadPolicy};

use super::schema::{Fields, PRINT, VERSION, settings, tokenizers};
use super::search::{WorksFilter, WorksPage, WorksQuery, ids, search};
use super::soundness::unbroken;
use super::view::{View, column};
use super::{IndexError, IndexWriterHandle, number_key, query};
use crate::config::Storage;

/// Names the build that counts.
const CURRENT: &str = "CURRENT";
/// Held by the process that writes.
const LOCK: &str = "LOCK";
/// Filters whose totals are kept.
const MOST_TOTALS: u64 = 20_000;

/// How many works each list of a filter has, in one generation of the works: a search that began before a
/// commit must not leave its total to those that come after.
pub(super) type Totals = Cache<(u64, WorksFilter), Vec<usize>>;

/// What an answer out of the index depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Which works there are, and what they say of themselves.
    Works,
    /// Also how often they were collected, liked and looked at, which moves all the time.
    Counters,
}

/// A state of what an answer depends on; another one when that has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    basis: Basis,
    generation: u64,
}

/// What travels with every commit.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
pub(super) struct Payload {
    pub(super) version: u32,
    pub(super) catalogue: String,
    pub(super) mark: i64,
}

/// A state of the index that answers.
pub(super) struct Live {
    pub(super) index: Index,
    pub(super) fields: Fields,
    /// Its folder; none while there is nothing but memory.
    pub(super) build: Option<PathBuf>,
    reader: IndexReader,
    view: RwLock<Arc<View>>,
    totals: Totals,
}

impl Live {
    pub(super) fn new(mut index: Index, build: Option<PathBuf>) -> Result<Self, IndexError> {
        index.set_tokenizers(tokenizers());
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        Ok(Self {
            index,
            fields: Fields::new(),
            build,
            view: RwLock::new(Arc::new(View::of(reader.searcher(), 0)?)),
            reader,
            totals: Cache::new(MOST_TOTALS),
        })
    }

    /// The state that answers now.
    pub(super) fn view(&self) -> Arc<View> {
        Arc::clone(&self.view.read())
    }

    /// Shows what the last commit holds. Totals stay when only counters have moved.
    fn reload(&self, changed: Basis) -> Result<(), IndexError> {
        self.reader.reload()?;
        let before = self.view().works_generation();
        let generation = match changed {
            Basis::Works => before + 1,
            Basis::Counters => before,
        };
        *self.view.write() = Arc::new(View::of(self.reader.searcher(), generation)?);
        if generation != before {
            self.totals.invalidate_all();
        }
        Ok(())
    }
}

/// The index. Cheap to share; searching never waits for writing.
pub struct WorksIndex(pub(super) Arc<Shared>);

pub(super) struct Shared {
    pub(super) dir: PathBuf,
    pub(super) catalogue: String,
    pub(super) storage: Storage,
    live: RwLock<Arc<Live>>,
    /// Why a question could not be answered.
    pub(super) doubt: Mutex<Option<String>>,
    /// Grows with every commit.
    generation: AtomicU64,
    /// Grows with every commit that changed more than counters.
    works_generation: AtomicU64,
    /// Those who wait for the next generation.
    waiting: Mutex<()>,
    changed: Condvar,
}

/// An opened index and what must happen to it.
pub struct Opened {
    /// The index; empty unless its state is warm.
    pub index: WorksIndex,
    /// What was found.
    pub state: IndexState,
}

/// What was found in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexState {
    /// Nothing: it has to be built.
    Fresh,
    /// A whole index, which holds every change up to `mark`.
    Warm {
        /// The mark of its last commit.
        mark: i64,
    },
    /// Something that cannot be used: it has to be built again.
    Rebuild {
        /// Why.
        reason: String,
    },
}

impl WorksIndex {
    /// Opens the index of `catalogue` in `dir`. What cannot be used is not touched; it answers like an
    /// empty index until a rebuild replaces it.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn open(dir: &Path, catalogue: &str, storage: &Storage) -> Result<Opened, IndexError> {
        std::fs::create_dir_all(dir)?;
        let (live, state) = match current_build(dir) {
            None => (empty()?, IndexState::Fresh),
            Some(build) => match open_build(&build, catalogue, storage) {
                Ok((live, mark)) => (live, IndexState::Warm { mark }),
                Err(reason) => (empty()?, IndexState::Rebuild { reason }),
            },
        };
        let shared = Shared {
            dir: dir.to_owned(),
            catalogue: catalogue.to_owned(),
            storage: storage.clone(),
            doubt: Mutex::default(),
            live: RwLock::new(Arc::new(live)),
            generation: AtomicU64::new(1),
            works_generation: AtomicU64::new(1),
            waiting: Mutex::default(),
            changed: Condvar::new(),
        };
        Ok(Opened {
            index: Self(Arc::new(shared)),
            state,
        })
    }

    /// Answers a query.
    ///
    /// # Errors
    /// The folder's.
    pub fn search(&self, query: &WorksQuery) -> Result<WorksPage, IndexError> {
        self.ask(|live| search(live, &live.totals, query))
    }

    /// The works filed under any of these terms, in no order.
    ///
    /// # Errors
    /// The folder's.
    pub fn works_of_terms(&self, terms: &[i64]) -> Result<Vec<i64>, IndexError> {
        self.ask(|live| ids(live, &query::filed_under(&live.fields, terms)))
    }

    /// The works with this number, however it is written, in no order.
    ///
    /// # Errors
    /// The folder's.
    pub fn works_of_number(&self, number: &str) -> Result<Vec<i64>, IndexError> {
        self.ask(|live| ids(live, &query::numbered(&live.fields, &number_key(number))))
    }

    /// Whoever gets no answer leaves a doubt about the files behind.
    fn ask<T>(
        &self,
        question: impl FnOnce(&Live) -> Result<T, IndexError>,
    ) -> Result<T, IndexError> {
        let live = self.0.live();
        let answer = unbroken(|| question(&live));
        if let Err(error) = &answer {
            *self.0.doubt.lock() = Some(error.to_string());
        }
        answer
    }

    /// Grows with every commit that changed something.
    pub fn generation(&self) -> u64 {
        self.0.generation.load(Ordering::Acquire)
    }

    /// The state of what an answer depends on. Taken before the answer is made: what changes meanwhile makes
    /// the answer an old one.
    pub fn state(&self, basis: Basis) -> State {
        let generation = match basis {
            Basis::Works => self.0.works_generation.load(Ordering::Acquire),
            Basis::Counters => self.generation(),
        };
        State { basis, generation }
    }

    /// Whether what an answer depends on is still as it was.
    pub fn is_still(&self, state: State) -> bool {
        self.state(state.basis) == state
    }

    /// Waits until there is a later generation than `generation`, at most for `time`; says whether there is.
    pub fn wait_for_change(&self, generation: u64, time: Duration) -> bool {
        let until = Instant::now() + time;
        let mut waiting = self.0.waiting.lock();
        while self.generation() == generation {
            if self.0.changed.wait_until(&mut waiting, until).timed_out() {
                return self.generation() != generation;
            }
        }
        true
    }

    /// How many works it holds.
    pub fn count(&self) -> u64 {
        self.0.live().view().searcher().num_docs()
    }

    /// Every work's id and fingerprint, in no order.
    ///
    /// # Errors
    /// The folder's.
    pub fn ids(&self) -> Result<Vec<(i64, u64)>, IndexError> {
        self.ask(|live| {
            let view = live.view();
            let mut all = Vec::new();
            for segment in view.segments() {
                let ids = column(segment, super::schema::ID)?;
                let prints = segment.fast_fields().u64(PRINT)?;
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

    /// The one writer, with this much memory in bytes over all its threads.
    ///
    /// # Errors
    /// [`IndexError::Locked`] when another process has it.
    pub fn writer(&self, memory: usize, threads: usize) -> Result<IndexWriterHandle, IndexError> {
        let lock = File::create(self.0.dir.join(LOCK))?;
        match lock.try_lock() {
            Ok(()) => IndexWriterHandle::new(Arc::clone(&self.0), lock, memory, threads),
            Err(std::fs::TryLockError::WouldBlock) => Err(IndexError::Locked),
            Err(std::fs::TryLockError::Error(error)) => Err(error.into()),
        }
    }
}

impl Shared {
    pub(super) fn live(&self) -> Arc<Live> {
        Arc::clone(&self.live.read())
    }

    /// Shows what the last commit of the live index holds.
    pub(super) fn refresh(&self, changed: Basis) -> Result<(), IndexError> {
        self.live().reload(changed)?;
        self.next_generation(changed);
        Ok(())
    }

    fn next_generation(&self, changed: Basis) {
        let _waiting = self.waiting.lock();
        if changed == Basis::Works {
            self.works_generation.fetch_add(1, Ordering::AcqRel);
        }
        self.generation.fetch_add(1, Ordering::AcqRel);
        self.changed.notify_all();
    }

    /// Makes another build the one that counts, on disk and in memory.
    pub(super) fn swap(&self, build: &str, live: Live) -> Result<(), IndexError> {
        let next = self.dir.join("CURRENT.next");
        std::fs::write(&next, build)?;
        File::open(&next)?.sync_all()?;
        std::fs::rename(&next, self.dir.join(CURRENT))?;
        // From here on there is no way back: the name counts, whether the folder is on the disk yet or not.
        let _ = File::open(&self.dir).and_then(|folder| folder.sync_all());
        *self.live.write() = Arc::new(live);
        self.next_generation(Basis::Works);
        Ok(())
    }

    pub(super) fn payload(&self, mark: i64) -> String {
        let payload = Payload {
            version: VERSION,
            catalogue: self.catalogue.clone(),
            mark,
        };
        serde_json::to_string(&payload).unwrap_or_default()
    }

    /// Deletes every build but the one that counts and the one that answers; what another process still reads stays
    /// readable. Deletes none while it cannot be told which one counts.
    pub(super) fn sweep(&self) {
        let named = std::fs::read_to_string(self.dir.join(CURRENT));
        if named.is_err_and(|error| error.kind() != std::io::ErrorKind::NotFound) {
            return;
        }
        let keep = [current_build(&self.dir), self.live().build.clone()];
        let Ok(entries) = std::fs::read_dir(&self.dir) else {
            return;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() && !keep.iter().flatten().any(|kept| *kept == path) {
                let _ = std::fs::remove_dir_all(path);
            }
        }
    }
}

/// The folder of the build that counts.
pub(super) fn current_build(dir: &Path) -> Option<PathBuf> {
    let name = std::fs::read_to_string(dir.join(CURRENT)).ok()?;
    let name = name.trim();
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    plain.then(|| dir.join(name))
}

fn empty() -> Result<Live, IndexError> {
    let builder = Index::builder()
        .schema(Fields::new().schema)
        .settings(settings());
    Live::new(builder.create_in_ram()?, None)
}

fn open_build(build: &Path, catalogue: &str, storage: &Storage) -> Result<(Live, i64), String> {
    let opened = unbroken(|| {
        let index = Index::open(
            storage
                .directory(build)
                .map_err(tantivy::TantivyError::from)?,
        )?;
        let mark = mark_of(&index, catalogue)?;
        Ok((Live::new(index, Some(build.to_owned()))?, mark))
    });
    opened.map_err(|error| match error {
        IndexError::Damaged(what) => what,
        error => format!("it cannot be opened: {:#}", anyhow::Error::from(error)),
    })
}

/// The mark of an index's last commit.
pub(super) fn mark_of(index: &Index, catalogue: &str) -> Result<i64, IndexError> {
    let wrong = |what: &str| Err(IndexError::Damaged(what.to_owned()));
    let payload: Option<Payload> = index
        .load_metas()?
        .payload
        .and_then(|text| serde_json::from_str(&text).ok());
    match payload {
        None => wrong("it does not say what it holds"),
        Some(payload) if payload.version != VERSION || index.schema() != Fields::new().schema => {
            wrong("it was made by another version")
        }
        Some(payload) if payload.catalogue != catalogue => wrong("it belongs to another database"),
        Some(payload) => Ok(payload.mark),
    }
}
