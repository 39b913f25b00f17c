//! Moving the works of a merged term to the one it was merged into. A merge is decided in one short transaction, which
//! makes the old name lead to the new term; its works follow here in steps, each a transaction of some milliseconds
//! that leaves every work, link and count right, so that visitors' writes go on between them. A killed process goes on
//! where it was; several instances take turns.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::names;
use crate::base::clock::Clock;
use crate::catalogue::import::counts::Counts;
use crate::catalogue::import::rows;
use crate::catalogue::kinds::Channel;
use crate::db::schema::{term_merges, work_terms, works};
use crate::db::{Conn, Db, DbError, outbox};
use crate::workers::adaptive_batch::{AdaptiveBatch, BatchLimits};
use crate::workers::{Delay, Waker, Worker};

/// How often it looks for merges that another process has left.
const EVERY: Duration = Duration::from_secs(5);
/// Works whose links are looked through at once; no index leads from a term to its works.
const LOOK: i64 = 20_000;

/// How works are moved beside visitors: briskly, since the term's count is not right until all have been.
fn briskly() -> BatchLimits {
    BatchLimits {
        aim: Duration::from_millis(30),
        items: 100..=4_000,
        rest_times: 1,
        rest: Duration::ZERO..=Duration::from_secs(1),
    }
}

/// The worker that moves the works of merged terms.
pub struct Mover(pub Worker);

impl Mover {
    /// There is something to do. Waits for nothing.
    pub fn wake(&self) {
        self.0.wake();
    }
}

/// Starts the background work; it ends when this is dropped, after the step it is at.
pub fn start(db: &Db, index: Waker, clock: Arc<dyn Clock>) -> std::io::Result<Mover> {
    let shared = Shared {
        db: db.clone(),
        index,
        clock,
    };
    let mut pace = AdaptiveBatch::new(briskly());
    let worker = Worker::start("term-mover", move || {
        match move_some(&shared, pace.items()) {
            Ok(Some((works, took))) => Delay::pause(pace.took(works, took)),
            Ok(None) => Delay::idle(EVERY),
            Err(error) => {
                let cause = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(cause, "the works of a merged term could not be moved");
                Delay::idle(EVERY)
            }
        }
    })?;
    Ok(Mover(worker))
}

/// What the thread needs.
struct Shared {
    db: Db,
    index: Waker,
    clock: Arc<dyn Clock>,
}

/// Moves at most so many works of the oldest merge, and says how many it were and how long their transaction took;
/// nothing when there is no merge.
fn move_some(shared: &Shared, most: usize) -> Result<Option<(usize, Duration)>, DbError> {
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let now = shared.clock.now_ms().div_euclid(1_000);
    // Not from a replica, which may be behind, and under no lock.
    let next = shared
        .db
        .read_fresh_now::<_, DbError, _>(|conn| Ok(next_works(conn, most)?))?;
    let Some(next) = next else {
        return Ok(None);
    };
    let mut begun = Instant::now();
    let moved = shared.db.execute_last(|conn| {
        begun = Instant::now();
        step(conn, &next, now)
    })?;
    if moved {
        shared.index.wake();
    }
    Ok(Some((next.works.len(), begun.elapsed())))
}

/// Works of a merge that are to be moved next.
struct Next {
    from: i64,
    /// How far it was when it was looked at.
    moved_to: i64,
    /// In order; none when all have been moved.
    works: Vec<i64>,
}

/// What is to be moved next, if there is a merge at all. The oldest first: what is merged into a term that is merged
/// further goes there at once.
fn next_works(conn: &mut Conn, most: i64) -> QueryResult<Option<Next>> {
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
            .offset(LOOK)
            .first(conn)
            .optional()?;
        let found: Vec<i64> = work_terms::table
            .select(work_terms::work_id)
            .filter(work_terms::work_id.gt(begin))
            .filter(work_terms::work_id.le(end.unwrap_or(i64::MAX)))
            .filter(work_terms::term_id.eq(from))
            .order(work_terms::work_id)
            .limit(most)
            .load(conn)?;
        match end {
            Some(end) if found.is_empty() => begin = end,
            _ => {
                return Ok(Some(Next {
                    from,
                    moved_to,
                    works: found,
                }));
            }
        }
    }
}

/// Moves these works, or ends the merge when there are none, unless another instance was quicker. Says whether
/// anything was moved.
fn step(conn: &mut Conn, next: &Next, now: i64) -> QueryResult<bool> {
    names::hold(conn)?;
    let merge: Option<(i64, i64)> = term_merges::table
        .find(next.from)
        .select((term_merges::into_id, term_merges::moved_to))
        .first(conn)
        .optional()?;
    let Some((into, _)) = merge.filter(|(_, moved_to)| *moved_to == next.moved_to) else {
        return Ok(false);
    };
    let Some(last) = next.works.last() else {
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

/// Files works under `into` where they were filed under `from`, each once, and moves both counts.
fn move_works(conn: &mut Conn, from: i64, into: i64, ids: &[i64]) -> QueryResult<()> {
    let standing = standing_of(conn, ids)?;
    let links: Vec<(i64, i64)> = work_terms::table
        .select((work_terms::work_id, work_terms::term_id))
        .filter(work_terms::work_id.eq_any(ids))
        .filter(work_terms::term_id.eq_any([from, into]))
        .load(conn)?;
    let of = |term: i64| -> HashSet<i64> {
        let those = links.iter().filter(|link| link.1 == term);
        those.map(|link| link.0).collect()
    };
    let (before, there) = (of(from), of(into));
    let (twice, once): (Vec<i64>, Vec<i64>) = before.iter().partition(|work| there.contains(work));
    let under_from = work_terms::table.filter(work_terms::term_id.eq(from));
    diesel::delete(under_from.filter(work_terms::work_id.eq_any(&twice))).execute(conn)?;
    diesel::update(under_from.filter(work_terms::work_id.eq_any(&once)))
        .set(work_terms::term_id.eq(into))
        .execute(conn)?;
    let mut counts = Counts::default();
    for (work, hidden, mod_id) in standing {
        let Some(channel) = Channel::from_code(mod_id).filter(|_| !hidden) else {
            continue;
        };
        if before.contains(&work) {
            counts.subtract([from], channel);
            if !there.contains(&work) {
                counts.add([into], channel);
            }
        }
    }
    rows::shift_counts(conn, counts.shifts())
}

/// Id, whether it is hidden, and channel of these works, which are held until the transaction ends.
fn standing_of(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<(i64, bool, i16)>> {
    let rows = works::table
        .select((works::id, works::hidden, works::mod_id))
        .filter(works::id.eq_any(ids))
        .order(works::id);
    match conn {
        Conn::Sqlite(conn) => rows.load(conn),
        Conn::Postgres(conn) => rows.for_no_key_update().load(conn),
    }
}
