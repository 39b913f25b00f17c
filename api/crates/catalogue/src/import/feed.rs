//! Updates the works index during an import, on its own thread. If a running service holds the index writer, the import
//! leaves the index alone, because the service follows the outbox.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use yingku_base::threads::lower_thread_priority;
use yingku_db::Db;
use yingku_platform::config::Config;
use yingku_search::IndexedWork;

use crate::indexer::IndexUpdater;

/// Maximum number of batches queued between the database and the index.
const WAITING: usize = 2;
/// Interval of the index's commits, which block the import; after a kill the rest is read again from the outbox.
const COMMIT_INTERVAL: Duration = Duration::from_secs(60);

/// The index, if this process may write it.
pub struct IndexFeed(Option<IndexUpdater>);

impl IndexFeed {
    /// Takes the index writer and rebuilds the index if needed, unless another process has the writer.
    pub fn open(db: &Db, config: &Config) -> anyhow::Result<Self> {
        IndexUpdater::try_open(db, &config.index).map(Self)
    }
}

/// The running feed.
pub struct Feed {
    batches: Option<SyncSender<Vec<IndexedWork>>>,
    thread: Option<JoinHandle<anyhow::Result<()>>>,
}

impl Feed {
    /// Starts the thread.
    pub fn start(feed: IndexFeed) -> Self {
        let Some(updater) = feed.0 else {
            return Self {
                batches: None,
                thread: None,
            };
        };
        let (batches, received) = sync_channel(WAITING);
        let thread = std::thread::spawn(move || {
            lower_thread_priority();
            run(updater, &received)
        });
        Self {
            batches: Some(batches),
            thread: Some(thread),
        }
    }

    /// Sends the works of a batch that is committed in the database.
    pub fn send(&mut self, works: Vec<IndexedWork>) -> anyhow::Result<()> {
        match &self.batches {
            Some(batches) if batches.send(works).is_err() => self.join(),
            _ => Ok(()),
        }
    }

    /// Waits until everything is committed to the index.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.join()
    }

    fn join(&mut self) -> anyhow::Result<()> {
        self.batches = None;
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(result)) => result,
            Some(Err(_)) => anyhow::bail!("the index thread failed"),
            None => Ok(()),
        }
    }
}

fn run(mut updater: IndexUpdater, batches: &Receiver<Vec<IndexedWork>>) -> anyhow::Result<()> {
    let mut put: HashSet<i64> = HashSet::new();
    // Batches that the outbox has shown to `catch_up` before they are received here.
    let mut maybe_indexed = 0_usize;
    let mut committed = Instant::now();
    while let Ok(works) = batches.recv() {
        match maybe_indexed {
            0 => updater.put_new(&works)?,
            _ => updater.put(&works)?,
        }
        maybe_indexed = maybe_indexed.saturating_sub(1);
        put.extend(works.iter().map(|work| work.id));
        if committed.elapsed() >= COMMIT_INTERVAL {
            updater.catch_up(&mut put)?;
            put.clear();
            maybe_indexed = WAITING + 1;
            committed = Instant::now();
        }
    }
    updater.catch_up(&mut put)?;
    Ok(())
}
