//! Moving the works of a merged term to the one it was merged into. A merge is decided in one short transaction, which
//! makes the old name lead to the new term; its works follow here in steps, each a transaction of some milliseconds
//! that leaves every work, link and count right, so that visitors' writes go on between them. A killed process goes on
//! where it was; several instances take turns.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::result::QueryResult;

use super::names;
use crate::catalogue::import::counts::Counts;
use crate::catalogue::import::rows;
use crate::catalogue::indexer::Waker;
use crate::catalogue::kinds::Channel;
use crate::clock::Clock;
use crate::db::schema::{term_merges, work_terms, works};
use crate::db::{Conn, Db, DbError, outbox};

/// How often it looks for merges that another process has left.
const EVERY: Duration = Duration::from_secs(5);
/// Works moved in one transaction: fewer when they take longer than [`STEP_TIME`], more when they do not.
const STEP: RangeInclusive<i64> = 100..=4_000;
/// How long a step may hold SQLite's write lock.
const STEP_TIME: Duration = Duration::from_millis(30);
/// Works whose links are looked through at once; no index leads from a term to its works.
const LOOK: i64 = 20_000;

/// The running background work; it ends when this is dropped, after the step it is at.
pub struct Mover {
    wake: Sender<Wake>,
    thread: Option<std::thread::JoinHandle<()>>,
}

enum Wake {
    /// A merge was decided.
    Soon,
    /// Move everything, and tell when it is done.
    Look(Sender<()>),
    Stop,
}

/// What the thread needs.
struct Shared {
    db: Db,
    index: Waker,
    clock: Arc<dyn Clock>,
}

impl Mover {
    /// Starts it.
    ///
    /// # Errors
    /// When the machine gives no thread.
    pub fn start(db: &Db, index: Waker, clock: Arc<dyn Clock>) -> std::io::Result<Self> {
        let (wake, woken) = channel();
        let shared = Shared {
            db: db.clone(),
            index,
            clock,
        };
        let thread = std::thread::Builder::new()
            .name("term-mover".to_owned())
            .spawn(move || run(&shared, &woken))?;
        Ok(Self {
            wake,
            thread: Some(thread),
        })
    }

    /// Tells that a merge was decided, without waiting.
    pub fn wake(&self) {
        let _ = self.wake.send(Wake::Soon);
    }

    /// Moves everything there is to move, and returns when it is done.
    pub fn look_now(&self) {
        let (done, finished) = channel();
        if self.wake.send(Wake::Look(done)).is_ok() {
            let _ = finished.recv();
        }
    }
}

impl Drop for Mover {
    fn drop(&mut self) {
        let _ = self.wake.send(Wake::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(shared: &Shared, woken: &Receiver<Wake>) {
    let mut waiting: Vec<Sender<()>> = Vec::new();
    let mut pause = Duration::ZERO;
    let mut works = *STEP.start();
    loop {
        match woken.recv_timeout(pause) {
            Ok(Wake::Stop) | Err(RecvTimeoutError::Disconnected) => return,
            Ok(Wake::Look(done)) => waiting.push(done),
            Ok(Wake::Soon) | Err(RecvTimeoutError::Timeout) => {}
        }
        match move_some(shared, works) {
            // As long as a step took, others have the database to themselves.
            Ok(Some(took)) => {
                pause = took;
                works = after_step(works, took);
            }
            outcome => {
                if let Err(error) = outcome {
                    let cause = format!("{:#}", anyhow::Error::from(error));
                    tracing::warn!(cause, "the works of a merged term could not be moved");
                }
                pause = EVERY;
                for done in waiting.drain(..) {
                    let _ = done.send(());
                }
            }
        }
    }
}

/// How many works the next step takes after one that took so long.
fn after_step(works: i64, took: Duration) -> i64 {
    let next = if took > STEP_TIME {
        works / 2
    } else if took < STEP_TIME / 2 {
        works * 2
    } else {
        works
    };
    next.clamp(*STEP.start(), *STEP.end())
}

/// Moves at most so many works of the oldest merge, and says how long their transaction took; nothing when there is no
/// merge.
fn move_some(shared: &Shared, works: i64) -> Result<Option<Duration>, DbError> {
    let now = shared.clock.now_ms().div_euclid(1_000);
    // Not from a replica, which may be behind, and under no lock.
    let next = shared
        .db
        .maintain::<_, DbError, _>(|conn| Ok(next_works(conn, works)?))?;
    let Some(next) = next else {
        return Ok(None);
    };
    let begun = Instant::now();
    let moved = shared
        .db
        .write_now::<_, DbError, _>(|conn| Ok(step(conn, &next, now)?))?;
    if moved {
        shared.index.wake();
    }
    Ok(Some(begun.elapsed()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_fit_their_time() {
        let ms = Duration::from_millis;
        assert_eq!(after_step(1_000, ms(31)), 500);
        assert_eq!(after_step(1_000, ms(20)), 1_000);
        assert_eq!(after_step(1_000, ms(14)), 2_000);
        assert_eq!(after_step(100, ms(900)), 100);
        assert_eq!(after_step(4_000, ms(1)), 4_000);
    }
}
