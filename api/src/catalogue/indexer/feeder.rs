//! Reads changed works from the database and writes them to the index.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::lag::Reached;
use crate::catalogue::index::{
    IndexError, IndexState, IndexWriterHandle, IndexedTerm, IndexedWork, Opened, WorksIndex,
};
use crate::catalogue::kinds::{Channel, TermKind};
use crate::config::IndexConfig;
use crate::db::schema::{settings, terms, work_terms, works};
use crate::db::{Conn, Db, DbError, outbox};

/// Works read at once.
const BATCH: usize = 2_000;
/// How long changes that have been taken in wait for more to come.
const COMMIT_EVERY: Duration = Duration::from_secs(1);
/// Changes read at once.
const CHANGES: i64 = 5_000;
/// How many likes, collects and views one of each weighs in the `hot` order.
const HOT_WEIGHTS: (i64, i64, i64) = (3, 5, 1);

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
        let mut feeder = Self::start(db, config, open_index(db, &config.dir)?)?;
        feeder.prepare()?;
        Ok(feeder)
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
    ///
    /// # Errors
    /// As [`Feeder::open`].
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
        let mark = self.mark;
        let behind = self
            .db
            .read_now::<_, DbError, _>(|conn| Ok(outbox::is_out_of_reach(conn, mark)?))?;
        if self.rebuild.is_none() && behind {
            self.rebuild = Some("the list of changes does not begin where it ended".to_owned());
        }
        if let Some(reason) = self.rebuild.clone() {
            tracing::info!(reason, "the works index is built anew");
            self.rebuild(|_| ())?;
        }
        (self.rebuild, self.checked) = (None, true);
        Ok(())
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
    /// The database's or the folder's; the old index stays.
    pub fn rebuild(&mut self, mut progress: impl FnMut(u64)) -> anyhow::Result<()> {
        // Before the works are read: what changes meanwhile is read again afterwards.
        let mark = self
            .db
            .read_now::<_, DbError, _>(|conn| Ok(outbox::now_mark(conn)?))?;
        self.writer.start_rebuild()?;
        let mut last = i64::MIN;
        let mut done = 0;
        loop {
            let batch = self
                .db
                .read_now::<_, DbError, _>(|conn| Ok(next_works(conn, last)?))?;
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
    /// The index's.
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
    /// The database's or the index's; the mark stays, so the next call does it again.
    pub fn catch_up(&mut self, known: &mut HashSet<i64>) -> anyhow::Result<bool> {
        let (mut mark, mut seen) = (self.mark, self.seen.clone());
        let mut changed = !known.is_empty();
        let mut counters_only = !changed;
        let mut committed = Instant::now();
        loop {
            let changes = self
                .db
                .read_now::<_, DbError, _>(|conn| Ok(outbox::after(conn, mark, &seen, CHANGES)?))?;
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
            let works = self
                .db
                .read_now::<_, DbError, _>(|conn| Ok(indexed_works(conn, chunk)?))?;
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
///
/// # Errors
/// When there is none that can be read.
pub fn open_for_reading(db: &Db, dir: &Path) -> anyhow::Result<WorksIndex> {
    let opened = open_index(db, dir)?;
    match opened.state {
        IndexState::Warm { .. } => Ok(opened.index),
        IndexState::Fresh | IndexState::Rebuild { .. } => {
            anyhow::bail!("there is no index to read; run `yingku index rebuild`")
        }
    }
}

/// Opens the index of this database.
pub(super) fn open_index(db: &Db, dir: &Path) -> anyhow::Result<Opened> {
    let catalogue = catalogue_id(db)?;
    Ok(WorksIndex::open(dir, &catalogue)?)
}

/// The id of this database, made on first use: an index of another one is not read.
///
/// # Errors
/// The database's.
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

fn next_works(conn: &mut Conn, after: i64) -> QueryResult<Vec<IndexedWork>> {
    let ids: Vec<i64> = works::table
        .select(works::id)
        .filter(works::id.gt(after))
        .filter(works::hidden.eq(false))
        .order(works::id)
        .limit(i64::try_from(BATCH).unwrap_or(i64::MAX))
        .load(conn)?;
    indexed_works(conn, &ids)
}

type Columns = (
    i64,
    i16,
    String,
    String,
    i64,
    bool,
    i16,
    i64,
    f64,
    i32,
    i64,
    i64,
    i32,
);

/// The visible works of `ids` as the index wants them, by id.
///
/// # Errors
/// The statement's.
pub fn indexed_works(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<IndexedWork>> {
    let rows: Vec<Columns> = works::table
        .select((
            works::id,
            works::mod_id,
            works::number,
            works::title,
            works::pub_time,
            works::is_dht,
            works::is_online,
            works::collects,
            works::average,
            works::evaluates,
            works::likes,
            works::views,
            works::duration,
        ))
        .filter(works::id.eq_any(ids))
        .filter(works::hidden.eq(false))
        .order(works::id)
        .load(conn)?;
    let mut filed = terms_by_work(conn, ids)?;
    Ok(rows
        .into_iter()
        .filter_map(|row| indexed(row, &mut filed))
        .collect())
}

/// Nothing for a row whose channel this program does not know.
fn indexed(row: Columns, filed: &mut HashMap<i64, Vec<Arc<IndexedTerm>>>) -> Option<IndexedWork> {
    let (
        id,
        mod_id,
        number,
        title,
        pub_time,
        is_dht,
        is_online,
        collects,
        average,
        evaluates,
        likes,
        views,
        duration,
    ) = row;
    let (like, collect, view) = HOT_WEIGHTS;
    Some(IndexedWork {
        id,
        channel: Channel::from_code(mod_id)?,
        number,
        title,
        pub_time,
        is_dht,
        is_online: u8::try_from(is_online).unwrap_or(0),
        collects,
        average,
        evaluates: i64::from(evaluates),
        hot: likes * like + collects * collect + views * view,
        duration: i64::from(duration),
        terms: filed.remove(&id).unwrap_or_default(),
    })
}

fn terms_by_work(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashMap<i64, Vec<Arc<IndexedTerm>>>> {
    let links: Vec<(i64, i64)> = work_terms::table
        .select((work_terms::work_id, work_terms::term_id))
        .filter(work_terms::work_id.eq_any(ids))
        .order((work_terms::work_id, work_terms::position))
        .load(conn)?;
    let wanted: HashSet<i64> = links.iter().map(|link| link.1).collect();
    let wanted: Vec<i64> = wanted.into_iter().collect();
    let mut named: HashMap<i64, Arc<IndexedTerm>> = HashMap::new();
    for chunk in wanted.chunks(BATCH) {
        let rows: Vec<(i64, i16, String, String, String)> = terms::table
            .select((
                terms::id,
                terms::kind,
                terms::name,
                terms::name_cn,
                terms::aliases,
            ))
            .filter(terms::id.eq_any(chunk))
            .load(conn)?;
        for (id, kind, name, name_cn, aliases) in rows {
            if let Some(kind) = TermKind::from_code(kind) {
                let aliases = serde_json::from_str(&aliases).unwrap_or_default();
                let term = IndexedTerm::new(kind, id, name, name_cn, aliases);
                named.insert(id, Arc::new(term));
            }
        }
    }
    let mut by_work: HashMap<i64, Vec<Arc<IndexedTerm>>> = HashMap::new();
    for (work, term) in links {
        if let Some(term) = named.get(&term) {
            by_work.entry(work).or_default().push(Arc::clone(term));
        }
    }
    Ok(by_work)
}
