//! The background task that updates the index: every second, or at once when woken, with at most one commit per second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use yingku_base::clock::Clock;
use yingku_base::workers::{Delay, Waker, Worker};
use yingku_db::{Db, outbox};
use yingku_platform::config::IndexConfig;
use yingku_search::WorksIndex;

use super::health::{Condition, Health};
use super::lag::Checkpoint;
use super::supervisor::Supervisor;
use super::updater::IndexUpdater;

/// Polling interval of the outbox, and minimum time between two commits.
const INTERVAL: Duration = Duration::from_secs(1);
/// Backoff per consecutive failure.
const FAILURE_BACKOFF: Duration = Duration::from_secs(1);
/// Maximum backoff.
const MAX_DELAY: Duration = Duration::from_secs(5);
/// Retention of changes in the outbox, seconds. An index that lags further behind is rebuilt.
const OUTBOX_RETENTION: i64 = 2 * 86_400;
/// Ticks between two deletions of old changes.
const SWEEP_INTERVAL: u32 = 3_600;
/// Maximum number of deleting transactions between two ticks, so that new changes do not wait.
const SWEEP_STEPS: usize = 10;

/// The background indexer. Dropping it stops it.
pub struct Indexer {
    index: Arc<WorksIndex>,
    health: Health,
    checkpoint: Arc<Mutex<Checkpoint>>,
    worker: Worker,
}

impl Indexer {
    /// Opens the index and starts. A warm index serves queries at once; a rebuild runs in the background until
    /// [`Indexer::is_ready`].
    pub fn start(db: &Db, config: &IndexConfig, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let updater = IndexUpdater::take(db, config)?;
        let index = updater.index();
        let health = Health::new();
        let mut supervisor = Supervisor::new(db, updater, &health);
        let checkpoint = Arc::new(Mutex::new(supervisor.checkpoint()));
        let (db, shared_checkpoint) = (db.clone(), Arc::clone(&checkpoint));
        let mut ticks = 0_u32;
        let mut sweeping = false;
        let mut committed = Instant::now();
        let worker = Worker::start("index-tail", move || {
            if supervisor.tick() {
                committed = Instant::now();
            }
            *shared_checkpoint.lock() = supervisor.checkpoint();
            ticks = ticks.wrapping_add(1);
            if sweeping || ticks.is_multiple_of(SWEEP_INTERVAL) {
                sweeping = sweep(&db, clock.as_ref());
            }
            let pause = FAILURE_BACKOFF
                .saturating_mul(supervisor.failures())
                .min(MAX_DELAY);
            Delay {
                min: INTERVAL.saturating_sub(committed.elapsed()).max(pause),
                ..Delay::idle(INTERVAL.max(pause))
            }
        })?;
        Ok(Self {
            index,
            health,
            checkpoint,
            worker,
        })
    }

    /// The index to search.
    pub fn index(&self) -> Arc<WorksIndex> {
        Arc::clone(&self.index)
    }

    /// Whether searches use a complete index, possibly lagging.
    pub fn is_ready(&self) -> bool {
        self.health.condition().is_serving
    }

    /// The health of the index.
    pub fn condition(&self) -> Condition {
        self.health.condition()
    }

    /// The index's position in the outbox at the last tick.
    pub fn checkpoint(&self) -> Checkpoint {
        self.checkpoint.lock().clone()
    }

    /// Starts a tick, for a change that this process has just written. Does not block.
    pub fn wake(&self) {
        self.worker.wake();
    }

    /// A handle for [`Indexer::wake`].
    pub fn waker(&self) -> Waker {
        self.worker.waker()
    }

    /// Indexes all changes and returns once they can be searched.
    pub fn catch_up_now(&self) {
        self.worker.finish();
    }
}

/// Deletes old changes; returns whether there are more.
fn sweep(db: &Db, clock: &dyn Clock) -> bool {
    let before = clock.now_ms().div_euclid(1000) - OUTBOX_RETENTION;
    for _ in 0..SWEEP_STEPS {
        match db.execute_now(|conn| outbox::prune(conn, before)) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(event = "outbox_sweep_failed", %error, "failed to delete old changes from the outbox");
                return false;
            }
        }
    }
    true
}
