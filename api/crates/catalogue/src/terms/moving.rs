//! Moves the works of a merged term, and its followed and hidden entries, to its target. The merge is one short
//! transaction, after which the old name means the new term. The works follow here in batches, each a transaction of
//! some milliseconds that leaves works, links and counts consistent, so that others can write in between. A killed
//! process continues where it stopped; several instances take turns.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_base::clock::Clock;
use yingku_base::workers::adaptive_batch::{AdaptiveBatch, BatchLimits};
use yingku_base::workers::{Delay, Waker, Worker};
use yingku_db::schema::{term_merges, work_terms, works};
use yingku_db::{Conn, Db, DbError, outbox};

use super::{healing, kept, names, readings};
use crate::import::counts::Counts;
use crate::import::rows;
use crate::kinds::Channel;

/// Interval of checks for merges that another process has left unfinished.
const INTERVAL: Duration = Duration::from_secs(5);
/// Works whose links are scanned in one query, because there is no index from a term to its works.
const SCAN_LIMIT: i64 = 20_000;

/// Fast batches, because the term's count is wrong until all works have moved.
fn batch_limits() -> BatchLimits {
    BatchLimits {
        target_duration: Duration::from_millis(30),
        items: 100..=4_000,
        pause_factor: 1,
        rest: Duration::ZERO..=Duration::from_secs(1),
    }
}

/// The worker that moves the works of merged terms.
pub struct Mover(pub Worker);

impl Mover {
    /// Wakes the worker. Does not block.
    pub fn wake(&self) {
        self.0.wake();
    }
}

/// Starts the worker. Dropping it stops it after the current batch.
pub fn start(db: &Db, index: Waker, clock: Arc<dyn Clock>) -> std::io::Result<Mover> {
    let shared = Shared {
        db: db.clone(),
        index,
        clock,
    };
    let mut batching = AdaptiveBatch::new(batch_limits());
    let worker = Worker::start("term-mover", move || {
        match move_batch(&shared, batching.items()) {
            Ok(Some((works, took))) => Delay::pause(batching.took(works, took)),
            Ok(None) => Delay::idle(INTERVAL),
            Err(error) => {
                let cause = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(
                    event = "term_merge_failed",
                    cause,
                    "failed to move the works of a merged term"
                );
                Delay::idle(INTERVAL)
            }
        }
    })?;
    Ok(Mover(worker))
}

struct Shared {
    db: Db,
    index: Waker,
    clock: Arc<dyn Clock>,
}

/// Moves at most `max` works of the oldest merge. Returns how many, and how long the transaction took; `None` if there
/// is no merge.
fn move_batch(shared: &Shared, max: usize) -> Result<Option<(usize, Duration)>, DbError> {
    let max = i64::try_from(max).unwrap_or(i64::MAX);
    let now = shared.clock.now_ms().div_euclid(1_000);
    // From the primary, because a replica may lag, and without a lock.
    let next = shared
        .db
        .read_fresh_now::<_, DbError, _>(|conn| Ok(next_works(conn, max)?))?;
    let Some(next) = next else {
        return read_names(shared, max);
    };
    let mut begun = Instant::now();
    let moved = shared.db.execute_when_idle(|conn| {
        begun = Instant::now();
        step(conn, &next, max, now)
    })?;
    if moved {
        shared.index.wake();
    }
    Ok(Some((next.works.len(), begun.elapsed())))
}

/// When no merge is pending: reads the names of at most `max` changed terms.
fn read_names(shared: &Shared, max: i64) -> Result<Option<(usize, Duration)>, DbError> {
    let unread = shared
        .db
        .read_fresh_now::<_, DbError, _>(|conn| Ok(readings::unread(conn, max)?))?;
    if unread.is_empty() {
        return Ok(None);
    }
    let with_invisible_characters = readings::with_invisible_characters(&unread);
    let now = shared.clock.now_ms().div_euclid(1_000);
    let mut begun = Instant::now();
    shared.db.execute_when_idle(|conn| {
        begun = Instant::now();
        if !with_invisible_characters.is_empty() {
            healing::heal(conn, &with_invisible_characters, now)?;
        }
        readings::store(conn, &unread)
    })?;
    if !with_invisible_characters.is_empty() {
        shared.index.wake();
    }
    Ok(Some((unread.len(), begun.elapsed())))
}

/// The next works of a merge.
struct Next {
    from: i64,
    /// The last work moved before, to detect another instance.
    moved_to: i64,
    /// In order; empty when all have been moved.
    works: Vec<i64>,
}

/// The next works of the oldest merge, if there is one. The oldest first: its target may have been merged since, and
/// then its works go straight to the final term.
fn next_works(conn: &mut Conn, max: i64) -> QueryResult<Option<Next>> {
    let merge: Option<(i64, i64)> = term_merges::table
        .select((term_merges::from_id, term_merges::moved_to))
        .order((term_merges::created_at, term_merges::from_id))
        .first(conn)
        .optional()?;
    let Some((from, moved_to)) = merge else {
        return Ok(None);
    };
    let mut begin = moved_to;
    loop {
        let end: Option<i64> = works::table
            .select(works::id)
            .filter(works::id.gt(begin))
            .order(works::id)
            .offset(SCAN_LIMIT)
            .first(conn)
            .optional()?;
        let found: Vec<i64> = work_terms::table
            .select(work_terms::work_id)
            .filter(work_terms::work_id.gt(begin))
            .filter(work_terms::work_id.le(end.unwrap_or(i64::MAX)))
            .filter(work_terms::term_id.eq(from))
            .order(work_terms::work_id)
            .limit(max)
            .load(conn)?;
        match end {
            Some(end) if found.is_empty() => begin = end,
            _ => {
                let works = found;
                return Ok(Some(Next {
                    from,
                    moved_to,
                    works,
                }));
            }
        }
    }
}

/// Moves these works, then the rows of at most `max` members, and ends the merge when nothing is left, unless another
/// instance did so first. Returns whether works were moved.
fn step(conn: &mut Conn, next: &Next, max: i64, now: i64) -> QueryResult<bool> {
    names::lock_exclusive(conn)?;
    let merge: Option<(i64, i64)> = term_merges::table
        .find(next.from)
        .select((term_merges::into_id, term_merges::moved_to))
        .first(conn)
        .optional()?;
    let Some((into, _)) = merge.filter(|(_, moved_to)| *moved_to == next.moved_to) else {
        return Ok(false);
    };
    let Some(last) = next.works.last() else {
        if kept::move_batch(conn, next.from, into, max)? > 0 {
            return Ok(false);
        }
        diesel::delete(term_merges::table.find(next.from)).execute(conn)?;
        return Ok(false);
    };
    move_works(conn, next.from, into, &next.works)?;
    outbox::record(conn, &next.works, now)?;
    diesel::update(term_merges::table.find(next.from))
        .set(term_merges::moved_to.eq(last))
        .execute(conn)?;
    Ok(true)
}

/// Replaces the links to `from` by links to `into`, without duplicates, and updates both counts.
fn move_works(conn: &mut Conn, from: i64, into: i64, ids: &[i64]) -> QueryResult<()> {
    let states = lock_works(conn, ids)?;
    let links: Vec<(i64, i64)> = work_terms::table
        .select((work_terms::work_id, work_terms::term_id))
        .filter(work_terms::work_id.eq_any(ids))
        .filter(work_terms::term_id.eq_any([from, into]))
        .load(conn)?;
    let of = |term: i64| -> HashSet<i64> {
        let those = links.iter().filter(|link| link.1 == term);
        those.map(|link| link.0).collect()
    };
    let (before, in_target) = (of(from), of(into));
    let (twice, once): (Vec<i64>, Vec<i64>) =
        before.iter().partition(|work| in_target.contains(work));
    let under_from = work_terms::table.filter(work_terms::term_id.eq(from));
    diesel::delete(under_from.filter(work_terms::work_id.eq_any(&twice))).execute(conn)?;
    diesel::update(under_from.filter(work_terms::work_id.eq_any(&once)))
        .set(work_terms::term_id.eq(into))
        .execute(conn)?;
    let mut counts = Counts::default();
    for (work, hidden, mod_id) in states {
        let Some(channel) = Channel::from_code(mod_id).filter(|_| !hidden) else {
            continue;
        };
        if before.contains(&work) {
            counts.subtract([from], channel);
            if !in_target.contains(&work) {
                counts.add([into], channel);
            }
        }
    }
    rows::shift_counts(conn, counts.shifts())
}

/// Locks these works until the transaction ends, and reads id, whether it is hidden, and channel.
fn lock_works(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<(i64, bool, i16)>> {
    let rows = works::table
        .select((works::id, works::hidden, works::mod_id))
        .filter(works::id.eq_any(ids))
        .order(works::id);
    match conn {
        Conn::Sqlite(conn) => rows.load(conn),
        Conn::Postgres(conn) => rows.for_no_key_update().load(conn),
    }
}
