//! Feeds the works index during an import, on a thread of its own, from the records at hand. When a
//! running service holds the index, the import leaves it alone: the service follows the outbox.

use std::collections::HashSet;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::catalogue::index::IndexedWork;
use crate::catalogue::indexer::Feeder;
use crate::config::Config;
use crate::db::Db;

/// Batches that may wait between the database and the index.
const WAITING: usize = 2;
/// How often the index is committed while it fills.
const COMMIT_EVERY: Duration = Duration::from_secs(10);

/// The index, when this process may write it.
pub struct IndexFeed(Option<Feeder>);

impl IndexFeed {
    /// Takes the index's writer and makes the index whole, unless a running service has it.
    pub fn open(db: &Db, config: &Config) -> anyhow::Result<Self> {
        Feeder::try_open(db, &config.index).map(Self)
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
        let Some(feeder) = feed.0 else {
            return Self {
                batches: None,
                thread: None,
            };
        };
        let (batches, received) = sync_channel(WAITING);
        let thread = std::thread::spawn(move || run(feeder, &received));
        Self {
            batches: Some(batches),
            thread: Some(thread),
        }
    }

    /// Hands over the works of a batch that is committed in the database.
    pub fn send(&mut self, works: Vec<IndexedWork>) -> anyhow::Result<()> {
        match &self.batches {
            Some(batches) if batches.send(works).is_err() => self.join(),
            _ => Ok(()),
        }
    }

    /// Waits until everything is in the index.
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

fn run(mut feeder: Feeder, batches: &Receiver<Vec<IndexedWork>>) -> anyhow::Result<()> {
    let mut put: HashSet<i64> = HashSet::new();
    let mut committed = Instant::now();
    while let Ok(works) = batches.recv() {
        feeder.put(&works)?;
        put.extend(works.iter().map(|work| work.id));
        if committed.elapsed() >= COMMIT_EVERY {
            feeder.catch_up(&mut put)?;
            put.clear();
            committed = Instant::now();
        }
    }
    feeder.catch_up(&mut put)?;
    Ok(())
}
