//! How often works are looked at. A look costs no write: looks are gathered here and written together
//! every half second, and once more at the stop. The same visitor counts once in half an hour. A kill
//! loses what was not written yet; a write that fails is tried again with the next.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use diesel::prelude::*;
use diesel::result::QueryResult;
use moka::sync::Cache;
use sha2::{Digest as _, Sha256};

use crate::base::clock::Clock;
use crate::db::schema::works;
use crate::db::{Conn, Db, DbError, outbox};
use crate::ephemeral::{Ephemeral, Once, Seen};
use crate::stats::counters::{self, DailyCounter};
use crate::workers::Waker;
use crate::workers::write_buffer::{Buffered, WriteBuffer};

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
    clock: Arc<dyn Clock>,
    seen: Once,
    /// Looks that counted, for each network and work.
    of_network: Cache<u128, Arc<AtomicU32>>,
    buffer: WriteBuffer<Looks>,
}

/// Looks at each work that are not written yet, in the order of ids, as every writer of many works takes them.
#[derive(Default)]
struct Looks(BTreeMap<i64, i64>);

impl Buffered for Looks {
    fn take_back(&mut self, left: Self) {
        for (work, looks) in left.0 {
            *self.0.entry(work).or_default() += looks;
        }
    }
}

impl Views {
    /// Starts gathering; what keeps the index is woken after each write.
    pub fn start(
        db: &Db,
        ephemeral: &Ephemeral,
        index: Waker,
        clock: Arc<dyn Clock>,
    ) -> std::io::Result<Self> {
        let (db, time) = (db.clone(), Arc::clone(&clock));
        let write = move |looks: &mut Looks| Ok(write(&db, &index, time.as_ref(), looks)?);
        Ok(Self {
            clock,
            seen: ephemeral.once_here(WINDOW_MS, MOST_LOOKS),
            of_network: Cache::builder()
                .max_capacity(MOST_NETWORKS)
                .time_to_live(Duration::from_millis(WINDOW_MS.unsigned_abs()))
                .build(),
            buffer: WriteBuffer::start("views", EVERY, write)?,
        })
    }

    /// `visitor`, from `network`, looks at `work`.
    pub fn look(&self, visitor: &[u8], network: &str, work: i64) {
        let now = self.clock.now_ms();
        if self.seen.put_here(look_id(visitor, work), now) != Seen::Fresh {
            return;
        }
        let counted = self
            .of_network
            .get_with(look_id(network.as_bytes(), work), Arc::default);
        if counted.fetch_add(1, Ordering::Relaxed) < LOOKS_OF_A_NETWORK {
            self.buffer
                .add(|looks| *looks.0.entry(work).or_default() += 1);
        }
    }

    /// Writes what was gathered.
    ///
    /// # Errors
    /// The database's; what could not be written stays gathered.
    pub fn write_now(&self) -> anyhow::Result<()> {
        self.buffer.write_now()
    }
}

fn write(db: &Db, index: &Waker, clock: &dyn Clock, looks: &mut Looks) -> Result<(), DbError> {
    while !looks.0.is_empty() {
        let batch: Vec<(i64, i64)> = looks
            .0
            .iter()
            .take(BATCH)
            .map(|(id, n)| (*id, *n))
            .collect();
        let now = clock.now_ms().div_euclid(1000);
        db.execute_now(|conn| add(conn, &batch, now))?;
        for (work, _) in &batch {
            looks.0.remove(work);
        }
        index.wake();
    }
    Ok(())
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
    counters::happened(conn, now, &[(DailyCounter::Views, looks)])
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
