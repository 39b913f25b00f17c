//! Reads changed works from the database and writes them to the index.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::prelude::*;

use super::lag::Reached;
use super::reading::{BATCH, indexed_works, next_works};
use crate::catalogue::index::{
    IndexError, IndexState, IndexWriterHandle, IndexedWork, Opened, WorksIndex,
};
use crate::config::IndexConfig;
use crate::db::schema::settings;
use crate::db::{Db, DbError, outbox};

/// How long changes that have been taken in wait for more to come.
const COMMIT_EVERY: Duration = Duration::from_secs(1);
/// Why an index that slept too long is built anew.
const OUT_OF_REACH: &str = "the list of changes does not begin where it ended";
/// Changes read at once.
const CHANGES: i64 = 5_000;

/// The one that writes the index.
pub struct Feeder {
    db: Db,
    index: Arc<WorksIndex>,
    writer: IndexWriterHandle,
    mark: i64,
    seen: HashSet<i64>,
    /// Why the index must be built anew before it can be trusted.
    rebuild: Option<String>,
    checked: bool,
}

impl Feeder {
    /// Opens the index in its folder, takes its writer and makes it whole.
    ///
    /// # Errors
    /// When another process holds the writer, or the database or the folder fails.
    pub fn open(db: &Db, config: &IndexConfig) -> anyhow::Result<Self> {
        let mut feeder = Self::take(db, config)?;
        feeder.prepare()?;
        Ok(feeder)
    }

    /// [`Feeder::open`] that leaves the index as it is, to be built anew.
    pub fn take(db: &Db, config: &IndexConfig) -> anyhow::Result<Self> {
        Self::start(db, config, open_index(db, config)?)
    }

    /// [`Feeder::open`], or nothing when another process writes this index.
    ///
    /// # Errors
    /// As [`Feeder::open`], but for that.
    pub fn try_open(db: &Db, config: &IndexConfig) -> anyhow::Result<Option<Self>> {
        match Self::open(db, config) {
            Ok(feeder) => Ok(Some(feeder)),
            Err(error) if matches!(error.downcast_ref(), Some(IndexError::Locked)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Takes the writer of an open index; [`Feeder::prepare`] must follow.
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

    /// Rebuilds the index when it is missing, foreign, of another make, or further behind than the
    /// outbox reaches. Does nothing once it has succeeded.
    ///
    /// # Errors
    /// The database's or the folder's; call again.
    pub fn prepare(&mut self) -> anyhow::Result<()> {
        if self.checked {
            return Ok(());
        }
        if self.rebuild.is_none() && self.is_out_of_reach()? {
            self.rebuild = Some(OUT_OF_REACH.to_owned());
        }
        if let Some(reason) = self.rebuild.clone() {
            return self.rebuild_for(&reason);
        }
        self.checked = true;
        Ok(())
    }

    /// Whether [`Feeder::prepare`] has succeeded: there is a whole index, be it behind.
    pub fn is_whole(&self) -> bool {
        self.checked
    }

    /// Says that the index that answers cannot be used: [`Feeder::prepare`] builds it anew.
    pub fn condemn(&mut self, reason: String) {
        (self.rebuild, self.checked) = (Some(reason), false);
        self.abandon();
    }

    /// Builds the index anew though it can be used.
    pub fn rebuild_for(&mut self, reason: &str) -> anyhow::Result<()> {
        tracing::warn!(reason, "the works index is built anew");
        self.rebuild(|_| ())?;
        self.checked = true;
        Ok(())
    }

    /// Drops what is not committed; what comes next begins at the last commit.
    pub fn abandon(&mut self) {
        self.writer.abandon();
    }

    /// After a failure, goes back to what the index itself says it holds.
    fn recover(&mut self) -> anyhow::Result<()> {
        if !self.writer.has_failed() {
            return Ok(());
        }
        let lost = match self.writer.reopen()? {
            None => Some("there is none"),
            Some(mark) => {
                (self.mark, self.seen) = (mark, HashSet::new());
                self.is_out_of_reach()?.then_some(OUT_OF_REACH)
            }
        };
        if let Some(reason) = lost {
            (self.rebuild, self.checked) = (Some(reason.to_owned()), false);
        }
        Ok(())
    }

    fn is_out_of_reach(&self) -> Result<bool, DbError> {
        self.db
            .read_now(|conn| Ok(outbox::is_out_of_reach(conn, self.mark)?))
    }

    /// The index that is written.
    pub fn index(&self) -> Arc<WorksIndex> {
        Arc::clone(&self.index)
    }

    /// How far the index has followed the changes.
    pub fn reached(&self) -> Reached {
        Reached {
            mark: self.mark,
            seen: self.seen.clone(),
        }
    }

    /// Builds the index anew beside the old one, then swaps; `progress` hears how many works are in.
    ///
    /// # Errors
    /// The database's or the folder's; the old index stays, and goes on from its last commit.
    pub fn rebuild(&mut self, progress: impl FnMut(u64)) -> anyhow::Result<()> {
        let built = self.build(progress);
        match built {
            Ok(()) => self.rebuild = None,
            Err(_) => self.writer.abandon(),
        }
        built
    }

    fn build(&mut self, mut progress: impl FnMut(u64)) -> anyhow::Result<()> {
        // Before the works are read: what changes meanwhile is read again afterwards.
        let mark = self.db.query_now(outbox::now_mark)?;
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

    /// Puts works that are at hand already, so that [`Feeder::catch_up`] need not read them.
    ///
    /// # Errors
    /// The index's; then everything that was put since the last commit has to be read again.
    pub fn put(&mut self, works: &[IndexedWork]) -> anyhow::Result<()> {
        works
            .iter()
            .try_for_each(|work| self.writer.put(work).map_err(Into::into))
    }

    /// Takes in everything that changed since the mark and commits, in between too when that takes long: whoever
    /// changes many works is not to keep the changes of others from being seen. `known` are works that were put
    /// already: the first change of each is theirs and is not read again; a second one is somebody
    /// else's. Says whether anything changed.
    ///
    /// # Errors
    /// The database's or the index's; the mark stays where the last commit has it, so the next call does it again.
    pub fn catch_up(&mut self, known: &mut HashSet<i64>) -> anyhow::Result<bool> {
        if self.writer.has_failed() {
            // What was put is gone.
            known.clear();
        }
        self.recover()?;
        anyhow::ensure!(
            self.rebuild.is_none(),
            "the works index has to be built first"
        );
        let (mut mark, mut seen) = (self.mark, self.seen.clone());
        let mut changed = !known.is_empty();
        let mut counters_only = !changed;
        let mut committed = Instant::now();
        loop {
            let changes = self
                .db
                .query_now(|conn| outbox::after(conn, mark, &seen, CHANGES))?;
            let moved = changes.mark != mark;
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
                // What was put so far has to be found, too; the mark does not move for it.
                self.writer.commit(self.mark)?;
                others.extend(self.index.works_of_terms(&changes.terms)?);
            }
            self.refresh(&others.into_iter().collect::<Vec<_>>())?;
            if !moved {
                break;
            }
            if !counters_only && committed.elapsed() >= COMMIT_EVERY {
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

/// Opens the index of this database, without its writer.
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

/// Asks the process that writes the index of this database to build it anew.
pub fn ask_for_rebuild(db: &Db, config: &IndexConfig) -> anyhow::Result<()> {
    Ok(open_index(db, config)?.index.ask_for_rebuild()?)
}

/// Opens the index of this database.
fn open_index(db: &Db, config: &IndexConfig) -> anyhow::Result<Opened> {
    let catalogue = catalogue_id(db)?;
    Ok(WorksIndex::open(&config.dir, &catalogue, &config.storage)?)
}

/// The id of this database, made on first use: an index of another one is not read.
pub fn catalogue_id(db: &Db) -> Result<String, DbError> {
    const KEY: &str = "catalogue_id";
    db.write_now(|conn| {
        let fresh = uuid::Uuid::new_v4().to_string();
        crate::on_engine!(conn, c => diesel::insert_into(settings::table)
            .values((settings::key.eq(KEY), settings::value.eq(&fresh)))
            .on_conflict_do_nothing()
            .execute(c))?;
        Ok(settings::table
            .find(KEY)
            .select(settings::value)
            .first(conn)?)
    })
}
