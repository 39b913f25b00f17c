//! How often works are looked at. A look costs no write: looks are gathered here and written together
//! every half second, and once more at the stop. The same visitor counts once in half an hour. A kill
//! loses what was not written yet; a write that fails is tried again with the next.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use diesel::prelude::*;
use diesel::result::QueryResult;
use moka::sync::Cache;
use parking_lot::Mutex;
use sha2::{Digest as _, Sha256};

use crate::catalogue::indexer::Waker;
use crate::clock::Clock;
use crate::db::schema::works;
use crate::db::{Conn, Db, DbError, outbox};
use crate::ephemeral::{Ephemeral, Once, Seen};
use crate::figures::ledger::{self, Daily};

/// How often looks are written: often enough to be in the index within two seconds.
const EVERY: Duration = Duration::from_millis(500);
/// The same visitor's next look within this does not count, ms.
pub const WINDOW_MS: i64 = 30 * 60_000;
/// Looks remembered in one window; beyond them none is counted.
const MOST_LOOKS: usize = 1_000_000;
/// Looks at one work that count from one network in one window, however many visitors it says it has: new
/// client keys cost nothing. Counted in this process.
pub const LOOKS_OF_A_NETWORK: u32 = 50;
/// Networks and works whose looks are counted.
const MOST_NETWORKS: u64 = 200_000;
/// Works written in one transaction.
const BATCH: usize = 500;

/// Counts looks while it lives; it writes the last ones when it is dropped.
pub struct Views {
    shared: Arc<Shared>,
    seen: Once,
    /// Looks that counted, for each network and work.
    of_network: Cache<u128, Arc<AtomicU32>>,
    stop: Sender<()>,
    thread: Option<std::thread::JoinHandle<()>>,
}

struct Shared {
    db: Db,
    clock: Arc<dyn Clock>,
    index: Waker,
    /// Looks at each work that are not written yet; one entry for each work at most.
    gathered: Mutex<BTreeMap<i64, i64>>,
    /// One writes at a time, so that whoever has waited knows that everything before is written.
    writing: Mutex<()>,
}

impl Views {
    /// Starts gathering; what keeps the index is woken after each write.
    ///
    /// # Errors
    /// When the machine gives no thread.
    pub fn start(
        db: &Db,
        ephemeral: &Ephemeral,
        index: Waker,
        clock: Arc<dyn Clock>,
    ) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            db: db.clone(),
            clock,
            index,
            gathered: Mutex::default(),
            writing: Mutex::default(),
        });
        let (stop, stopped) = channel();
        let writer = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("views".to_owned())
            .spawn(move || {
                while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(EVERY) {
                    writer.write_or_log();
                }
                writer.write_or_log();
            })?;
        Ok(Self {
            shared,
            seen: ephemeral.once("view", WINDOW_MS, MOST_LOOKS),
            of_network: Cache::builder()
                .max_capacity(MOST_NETWORKS)
                .time_to_live(Duration::from_millis(WINDOW_MS.unsigned_abs()))
                .build(),
            stop,
            thread: Some(thread),
        })
    }

    /// `visitor`, from `network`, looks at `work`.
    pub async fn look(&self, visitor: &[u8], network: &str, work: i64) {
        let now = self.shared.clock.now_ms();
        if self.seen.put(look_id(visitor, work), now, now).await != Seen::Fresh {
            return;
        }
        let counted = self
            .of_network
            .get_with(look_id(network.as_bytes(), work), Arc::default);
        if counted.fetch_add(1, Ordering::Relaxed) < LOOKS_OF_A_NETWORK {
            *self.shared.gathered.lock().entry(work).or_default() += 1;
        }
    }

    /// Writes what was gathered.
    ///
    /// # Errors
    /// The database's; what could not be written stays gathered.
    pub fn write_now(&self) -> Result<(), DbError> {
        self.shared.write()
    }
}

impl Drop for Views {
    fn drop(&mut self) {
        let _ = self.stop.send(());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn write_or_log(&self) {
        if let Err(error) = self.write() {
            let cause = anyhow::Error::from(error);
            tracing::warn!(cause = format!("{cause:#}"), "views are not written yet");
        }
    }

    fn write(&self) -> Result<(), DbError> {
        let _turn = self.writing.lock();
        // In the order of ids, as every writer of many works takes them.
        let mut left = std::mem::take(&mut *self.gathered.lock())
            .into_iter()
            .peekable();
        while left.peek().is_some() {
            let batch: Vec<(i64, i64)> = left.by_ref().take(BATCH).collect();
            let now = self.clock.now_ms().div_euclid(1000);
            let written = self
                .db
                .write_now::<_, DbError, _>(|conn| Ok(add(conn, &batch, now)?));
            if let Err(error) = written {
                let mut gathered = self.gathered.lock();
                for (work, looks) in batch.into_iter().chain(left) {
                    *gathered.entry(work).or_default() += looks;
                }
                return Err(error);
            }
            self.index.wake();
        }
        Ok(())
    }
}

fn add(conn: &mut Conn, looks: &[(i64, i64)], now: i64) -> QueryResult<()> {
    for (work, looks) in looks {
        diesel::update(works::table.find(work))
            .set(works::views.eq(works::views + looks))
            .execute(conn)?;
    }
    let works: Vec<i64> = looks.iter().map(|(work, _)| *work).collect();
    outbox::record_counters(conn, &works, now)?;
    let looks = looks.iter().map(|(_, looks)| looks).sum();
    ledger::happened(conn, now, &[(Daily::Looks, looks)])
}

/// 128 bits of who looks and the work.
fn look_id(who: &[u8], work: i64) -> u128 {
    let digest = Sha256::new()
        .chain_update(work.to_be_bytes())
        .chain_update(who)
        .finalize();
    digest
        .first_chunk()
        .map_or(0, |bytes| u128::from_be_bytes(*bytes))
}
