//! A feeder in the background of the service: looks for changes every second, and at once when told.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::catalogue::index::WorksIndex;
use crate::clock::Clock;
use crate::config::IndexConfig;
use crate::db::{Db, DbError, outbox};

use super::feeder::{Feeder, open_index};

/// How often the outbox is looked at when nobody asks.
const EVERY: Duration = Duration::from_secs(1);
/// Changes are kept this long, seconds; an index that slept longer is rebuilt.
const KEPT: i64 = 7 * 86_400;
/// The outbox is swept once in so many looks.
const SWEEP_EVERY: u32 = 3_600;

/// The running background work; it ends when this is dropped.
pub struct Tail {
    index: Arc<WorksIndex>,
    ready: Arc<AtomicBool>,
    wake: Sender<Wake>,
    thread: Option<std::thread::JoinHandle<()>>,
}

enum Wake {
    Look(Sender<()>),
    Stop,
}

impl Tail {
    /// Opens the index and starts. A warm index answers at once; a rebuild goes on in the background
    /// and [`Tail::is_ready`] tells when it is done.
    ///
    /// # Errors
    /// The index's folder, or the database.
    pub fn start(db: &Db, config: &IndexConfig, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let opened = open_index(db, &config.dir)?;
        let mut feeder = Feeder::start(db, config, opened)?;
        let index = feeder.index();
        let ready = Arc::new(AtomicBool::new(false));
        let (wake, woken) = channel();
        let (db, is_ready) = (db.clone(), Arc::clone(&ready));
        let thread = std::thread::Builder::new()
            .name("index-tail".to_owned())
            .spawn(move || {
                let mut looks = 0_u32;
                loop {
                    match feeder
                        .prepare()
                        .and_then(|()| feeder.catch_up(&mut HashSet::new()))
                    {
                        Ok(_) => is_ready.store(true, Ordering::Release),
                        Err(error) => tracing::error!(
                            cause = format!("{error:#}"),
                            "the works index is not up to date"
                        ),
                    }
                    looks = looks.wrapping_add(1);
                    if looks.is_multiple_of(SWEEP_EVERY) {
                        sweep(&db, clock.as_ref());
                    }
                    match woken.recv_timeout(EVERY) {
                        Ok(Wake::Look(done)) => {
                            let _ = feeder.catch_up(&mut HashSet::new());
                            let _ = done.send(());
                        }
                        Ok(Wake::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                        Err(RecvTimeoutError::Timeout) => {}
                    }
                }
            })?;
        Ok(Self {
            index,
            ready,
            wake,
            thread: Some(thread),
        })
    }

    /// The index to search.
    pub fn index(&self) -> Arc<WorksIndex> {
        Arc::clone(&self.index)
    }

    /// True once the index has everything that was in the database at the start.
    pub fn is_ready(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    /// Takes in what has changed and returns when it can be searched.
    pub fn look_now(&self) {
        let (done, finished) = channel();
        if self.wake.send(Wake::Look(done)).is_ok() {
            let _ = finished.recv();
        }
    }
}

impl Drop for Tail {
    fn drop(&mut self) {
        let _ = self.wake.send(Wake::Stop);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn sweep(db: &Db, clock: &dyn Clock) {
    let before = clock.now_ms().div_euclid(1000) - KEPT;
    if let Err(error) = db.write_now::<_, DbError, _>(|conn| Ok(outbox::forget(conn, before)?)) {
        tracing::warn!(%error, "old changes could not be swept");
    }
}
