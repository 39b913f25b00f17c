//! A feeder in the background of the service: looks for changes every second, and at once when told, but
//! commits once a second at most.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::base::clock::Clock;
use crate::catalogue::index::WorksIndex;
use crate::config::IndexConfig;
use crate::db::{Db, outbox};
use crate::workers::{Delay, Waker, Worker};

use super::feeder::Feeder;
use super::health::{Condition, Health};
use super::keeper::Keeper;
use super::lag::Reached;

/// How often the outbox is looked at when nobody asks, and the least time between two commits.
const EVERY: Duration = Duration::from_secs(1);
/// Each failure in a row makes it wait so much longer for the next look.
const FAILING: Duration = Duration::from_secs(1);
/// And at most so long.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// Changes are kept this long, seconds; an index that slept longer is rebuilt.
const KEPT: i64 = 2 * 86_400;
/// The outbox is swept once in so many looks.
const SWEEP_EVERY: u32 = 3_600;
/// Transactions of a sweep between two looks: changes are not kept waiting for the old ones.
const SWEEP_STEPS: usize = 10;

/// The running background work; it ends when this is dropped.
pub struct Indexer {
    index: Arc<WorksIndex>,
    health: Health,
    reached: Arc<Mutex<Reached>>,
    worker: Worker,
}

impl Indexer {
    /// Opens the index and starts. A warm index answers at once; a rebuild goes on in the background
    /// and [`Indexer::is_ready`] tells when it is done.
    pub fn start(db: &Db, config: &IndexConfig, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let feeder = Feeder::take(db, config)?;
        let index = feeder.index();
        let health = Health::new();
        let mut keeper = Keeper::new(db, feeder, &health);
        let reached = Arc::new(Mutex::new(keeper.reached()));
        let (db, has_reached) = (db.clone(), Arc::clone(&reached));
        let mut looks = 0_u32;
        let mut sweeping = false;
        let mut committed = Instant::now();
        let worker = Worker::start("index-tail", move || {
            if keeper.look() {
                committed = Instant::now();
            }
            *has_reached.lock() = keeper.reached();
            looks = looks.wrapping_add(1);
            if sweeping || looks.is_multiple_of(SWEEP_EVERY) {
                sweeping = sweep(&db, clock.as_ref());
            }
            let pause = FAILING.saturating_mul(keeper.failures()).min(LONGEST_PAUSE);
            Delay {
                least: EVERY.saturating_sub(committed.elapsed()).max(pause),
                ..Delay::idle(EVERY.max(pause))
            }
        })?;
        Ok(Self {
            index,
            health,
            reached,
            worker,
        })
    }

    /// The index to search.
    pub fn index(&self) -> Arc<WorksIndex> {
        Arc::clone(&self.index)
    }

    /// True while searches are answered out of a whole index: once it has been built, or found sound, be it behind.
    pub fn is_ready(&self) -> bool {
        self.health.condition().answers
    }

    /// How the index is.
    pub fn condition(&self) -> Condition {
        self.health.condition()
    }

    /// How far the index has followed the changes, as of the last look.
    pub fn reached(&self) -> Reached {
        self.reached.lock().clone()
    }

    /// Looks for a change that this process has just written, without waiting for it.
    pub fn wake(&self) {
        self.worker.wake();
    }

    /// Something that can [`Indexer::wake`] from elsewhere.
    pub fn waker(&self) -> Waker {
        self.worker.waker()
    }

    /// Takes in what has changed and returns when it can be searched.
    pub fn look_now(&self) {
        self.worker.finish();
    }
}

/// Forgets old changes, and says whether there are more.
fn sweep(db: &Db, clock: &dyn Clock) -> bool {
    let before = clock.now_ms().div_euclid(1000) - KEPT;
    for _ in 0..SWEEP_STEPS {
        match db.execute_now(|conn| outbox::forget(conn, before)) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, "old changes could not be swept");
                return false;
            }
        }
    }
    true
}
