//! Writes changed works from the database to the index.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use yingku_db::schema::settings;
use yingku_db::{Db, DbError, outbox};
use yingku_platform::config::IndexConfig;
use yingku_search::{IndexError, IndexState, IndexWriterHandle, IndexedWork, Opened, WorksIndex};

use super::lag::Checkpoint;
use super::reading::{BATCH, indexed_works, next_works};

/// Interval of commits while there are more changes.
const COMMIT_INTERVAL: Duration = Duration::from_secs(1);
/// Reason for rebuilding an index that lags too far behind.
const CHANGES_PRUNED: &str = "the outbox no longer has all changes since its last commit";
/// Changes read in one query.
const CHANGES: i64 = 5_000;

/// The only writer of the index.
pub struct IndexUpdater {
    db: Db,
    index: Arc<WorksIndex>,
    writer: IndexWriterHandle,
    mark: i64,
    seen: HashSet<i64>,
    /// Why the index must be rebuilt.
    rebuild: Option<String>,
    checked: bool,
}

impl IndexUpdater {
    /// Opens the index, takes its writer and rebuilds it if needed. Fails with [`IndexError::Locked`] if another
    /// process has the writer.
    pub fn open(db: &Db, config: &IndexConfig) -> anyhow::Result<Self> {
        let mut updater = Self::take(db, config)?;
        updater.prepare()?;
        Ok(updater)
    }

    /// [`IndexUpdater::open`] without the rebuild.
    pub fn take(db: &Db, config: &IndexConfig) -> anyhow::Result<Self> {
        Self::start(db, config, open_index(db, config)?)
    }

    /// [`IndexUpdater::open`], or `None` if another process has the writer.
    pub fn try_open(db: &Db, config: &IndexConfig) -> anyhow::Result<Option<Self>> {
        match Self::open(db, config) {
            Ok(updater) => Ok(Some(updater)),
            Err(error) if matches!(error.downcast_ref(), Some(IndexError::Locked)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Takes the writer of an open index; [`IndexUpdater::prepare`] must follow.
    pub fn start(db: &Db, config: &IndexConfig, opened: Opened) -> anyhow::Result<Self> {
        let index = Arc::new(opened.index);
        let writer = index.writer(config.memory, 1)?;
        let (mark, rebuild) = match opened.state {
            IndexState::Warm { mark } => (mark, None),
            IndexState::Fresh => (0, Some("it is new".to_owned())),
            IndexState::Rebuild { reason } => (0, Some(reason)),
        };
        Ok(Self {
            db: db.clone(),
            index,
            writer,
            mark,
            seen: HashSet::new(),
            rebuild,
            checked: false,
        })
    }

    /// Rebuilds the index if it is missing, belongs to another database or version, or lags further behind than the
    /// outbox reaches. Retry it after an error; after a success it does nothing.
    pub fn prepare(&mut self) -> anyhow::Result<()> {
        if self.checked {
            return Ok(());
        }
        if self.rebuild.is_none() && self.is_pruned()? {
            self.rebuild = Some(CHANGES_PRUNED.to_owned());
        }
        if let Some(reason) = self.rebuild.clone() {
            return self.rebuild_for(&reason);
        }
        self.checked = true;
        Ok(())
    }

    /// Whether [`IndexUpdater::prepare`] has succeeded: the index is complete, possibly lagging.
    pub fn is_usable(&self) -> bool {
        self.checked
    }

    /// Marks the live index as unusable, so that [`IndexUpdater::prepare`] rebuilds it.
    pub fn mark_damaged(&mut self, reason: String) {
        (self.rebuild, self.checked) = (Some(reason), false);
        self.abandon();
    }

    /// Rebuilds the index and logs why.
    pub fn rebuild_for(&mut self, reason: &str) -> anyhow::Result<()> {
        tracing::warn!(event = "index_rebuild", reason, "rebuilding works index");
        self.rebuild(|_| ())?;
        self.checked = true;
        Ok(())
    }

    /// Rolls back to the last commit.
    pub fn abandon(&mut self) {
        self.writer.abandon();
    }

    /// After a failure, continues from the last commit of the index.
    fn recover(&mut self) -> anyhow::Result<()> {
        if !self.writer.has_failed() {
            return Ok(());
        }
        let lost = match self.writer.reopen()? {
            None => Some("there is none"),
            Some(mark) => {
                (self.mark, self.seen) = (mark, HashSet::new());
                self.is_pruned()?.then_some(CHANGES_PRUNED)
            }
        };
        if let Some(reason) = lost {
            (self.rebuild, self.checked) = (Some(reason.to_owned()), false);
        }
        Ok(())
    }

    fn is_pruned(&self) -> Result<bool, DbError> {
        self.db
            .read_now(|conn| Ok(outbox::is_pruned(conn, self.mark)?))
    }

    /// The index.
    pub fn index(&self) -> Arc<WorksIndex> {
        Arc::clone(&self.index)
    }

    /// The index's position in the outbox.
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            mark: self.mark,
            seen: self.seen.clone(),
        }
    }

    /// Builds a new index next to the live one, then swaps them. `progress` gets the number of works so far. After an
    /// error the old index stays.
    pub fn rebuild(&mut self, progress: impl FnMut(u64)) -> anyhow::Result<()> {
        let built = self.build(progress);
        match built {
            Ok(()) => self.rebuild = None,
            Err(_) => self.writer.abandon(),
        }
        built
    }

    fn build(&mut self, mut progress: impl FnMut(u64)) -> anyhow::Result<()> {
        // Before the works are read, so that concurrent changes are read again afterwards.
        let mark = self.db.query_now(outbox::current_mark)?;
        self.writer.start_rebuild()?;
        let mut last = i64::MIN;
        let mut done = 0;
        loop {
            let batch = self.db.query_now(|conn| next_works(conn, last))?;
            let Some(end) = batch.last().map(|work| work.id) else {
                break;
            };
            for work in &batch {
                self.writer.put(work)?;
            }
            last = end;
            done += u64::try_from(batch.len()).unwrap_or(0);
            progress(done);
        }
        self.writer.commit(mark)?;
        (self.mark, self.seen) = (mark, HashSet::new());
        Ok(())
    }

    /// Adds works that are in memory already, so that [`IndexUpdater::catch_up`] need not read them. An error rolls
    /// back to the last commit.
    pub fn put(&mut self, works: &[IndexedWork]) -> anyhow::Result<()> {
        works
            .iter()
            .try_for_each(|work| self.writer.put(work).map_err(Into::into))
    }

    /// [`IndexUpdater::put`] of works that are not in the index. The writer remembers every removal until the next
    /// commit, so there is none.
    pub fn put_new(&mut self, works: &[IndexedWork]) -> anyhow::Result<()> {
        works
            .iter()
            .try_for_each(|work| self.writer.put_new(work).map_err(Into::into))
    }

    /// Indexes everything that changed since the outbox position `mark` and commits. A long run also commits in
    /// between, so that a bulk change does not delay other changes. `known` are works added by [`IndexUpdater::put`]:
    /// the first change of each is already indexed, a second one is from another writer. Returns whether anything
    /// changed. After an error the mark stays at the last commit, so the next call retries.
    pub fn catch_up(&mut self, known: &mut HashSet<i64>) -> anyhow::Result<bool> {
        if self.writer.has_failed() {
            // The works that were put were rolled back.
            known.clear();
        }
        self.recover()?;
        anyhow::ensure!(
            self.rebuild.is_none(),
            "the works index must be built first"
        );
        let (mut mark, mut seen) = (self.mark, self.seen.clone());
        let mut changed = !known.is_empty();
        let mut counters_only = !changed;
        let mut committed = Instant::now();
        loop {
            let changes = self
                .db
                .query_now(|conn| outbox::after(conn, mark, &seen, CHANGES))?;
            (mark, seen) = (changes.mark, changes.seqs);
            if changes.works.is_empty() && changes.terms.is_empty() {
                break;
            }
            changed = true;
            counters_only &= changes.counters_only;
            let mut others: BTreeSet<i64> = changes
                .works
                .into_iter()
                .filter(|work| !known.remove(work))
                .collect();
            if !changes.terms.is_empty() {
                // The search below must also find what was added so far. The mark stays.
                self.writer.commit(self.mark)?;
                others.extend(self.index.works_of_terms(&changes.terms)?);
            }
            self.refresh(&others.into_iter().collect::<Vec<_>>())?;
            if !counters_only && committed.elapsed() >= COMMIT_INTERVAL {
                self.writer.commit(mark)?;
                (self.mark, self.seen) = (mark, seen.clone());
                committed = Instant::now();
            }
        }
        if changed && counters_only {
            self.writer.commit_counters(mark)?;
        } else if changed {
            self.writer.commit(mark)?;
        }
        (self.mark, self.seen) = (mark, seen);
        Ok(changed)
    }

    fn refresh(&mut self, ids: &[i64]) -> anyhow::Result<()> {
        for chunk in ids.chunks(BATCH) {
            let works = self.db.query_now(|conn| indexed_works(conn, chunk))?;
            let visible: HashSet<i64> = works.iter().map(|work| work.id).collect();
            for work in &works {
                self.writer.put(work)?;
            }
            for gone in chunk.iter().filter(|id| !visible.contains(id)) {
                self.writer.remove(*gone)?;
            }
        }
        Ok(())
    }
}

/// Opens the index of this database without its writer.
pub fn open_for_reading(db: &Db, config: &IndexConfig) -> anyhow::Result<WorksIndex> {
    let opened = open_index(db, config)?;
    match opened.state {
        IndexState::Warm { .. } => Ok(opened.index),
        IndexState::Fresh => anyhow::bail!("there is no index to read; run `yingku index rebuild`"),
        IndexState::Rebuild { reason } => {
            anyhow::bail!("the index cannot be read: {reason}; run `yingku index rebuild`")
        }
    }
}

/// Requests a rebuild from the process that writes the index of this database.
pub fn request_rebuild(db: &Db, config: &IndexConfig) -> anyhow::Result<()> {
    Ok(open_index(db, config)?.index.request_rebuild()?)
}

fn open_index(db: &Db, config: &IndexConfig) -> anyhow::Result<Opened> {
    let catalogue = catalogue_id(db)?;
    Ok(WorksIndex::open(&config.dir, &catalogue, &config.storage)?)
}

/// The id of this database, created on first use. An index with another id is not used.
pub fn catalogue_id(db: &Db) -> Result<String, DbError> {
    const KEY: &str = "catalogue_id";
    db.write_now(|conn| {
        let fresh = uuid::Uuid::new_v4().to_string();
        yingku_db::on_engine!(conn, c => diesel::insert_into(settings::table)
            .values((settings::key.eq(KEY), settings::value.eq(&fresh)))
            .on_conflict_do_nothing()
            .execute(c))?;
        Ok(settings::table
            .find(KEY)
            .select(settings::value)
            .first(conn)?)
    })
}
