//! Counts visits and plays. They are buffered and written every two seconds and on shutdown. Visitors are only in memory,
//! hashed with a key of this process, so a visitor of several instances is a visit at each.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use sha2::{Digest as _, Sha256};
use yingku_base::clock::Clock;
use yingku_base::network::network;
use yingku_base::time::shanghai_day;
use yingku_base::workers::write_buffer::{Buffered, WriteBuffer};
use yingku_db::{Db, DbError};

use super::counters::{self, DailyCounter};

/// Interval of the writes.
const INTERVAL: Duration = Duration::from_secs(2);
/// A visit ends after this time without a call.
const PAUSE: Duration = Duration::from_secs(30 * 60);
/// Maximum number of visitors, and of networks, remembered.
const MAX_VISITORS: u64 = 200_000;
/// Maximum number of visits counted per network in half an hour, since new client keys cost nothing.
pub const VISITS_PER_NETWORK: u32 = 300;

/// Counts visits and plays; flushes the buffer on drop.
pub struct Visits {
    clock: Arc<dyn Clock>,
    key: [u8; 32],
    recent: Cache<u128, ()>,
    per_network: Cache<IpAddr, Arc<AtomicU32>>,
    buffer: WriteBuffer<Counts>,
}

/// Unwritten counts by day.
#[derive(Default)]
struct Counts(BTreeMap<(i32, DailyCounter), i64>);

impl Buffered for Counts {
    fn add_back(&mut self, left: Self) {
        for (key, by) in left.0 {
            *self.0.entry(key).or_default() += by;
        }
    }
}

impl Visits {
    /// Starts the writer.
    pub fn start(db: &Db, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let db = db.clone();
        let write = move |counts: &mut Counts| match counts.0.is_empty() {
            true => Ok(()),
            false => db
                .write_now::<_, DbError, _>(|conn| Ok(counters::happened_on(conn, &counts.0)?))
                .map_err(anyhow::Error::from),
        };
        Ok(Self {
            clock,
            key: yingku_base::random::bytes()?,
            recent: Cache::builder()
                .max_capacity(MAX_VISITORS)
                .time_to_idle(PAUSE)
                .build(),
            per_network: Cache::builder()
                .max_capacity(MAX_VISITORS)
                .time_to_live(PAUSE)
                .build(),
            buffer: WriteBuffer::start("visits", INTERVAL, write)?,
        })
    }

    /// Counts a visit with the first call of an installation at `ip`.
    pub fn record_call(&self, installation: &[u8; 16], ip: IpAddr) {
        let digest = Sha256::new()
            .chain_update(self.key)
            .chain_update(installation)
            .finalize();
        let visitor = digest
            .first_chunk()
            .map_or(0, |bytes| u128::from_be_bytes(*bytes));
        // Reading it prolongs the visit.
        if self.recent.get(&visitor).is_some() {
            return;
        }
        if !self.recent.entry(visitor).or_insert(()).is_fresh() {
            return;
        }
        let counted = self.per_network.get_with(network(ip), Arc::default);
        if counted.fetch_add(1, Ordering::Relaxed) < VISITS_PER_NETWORK {
            self.count(DailyCounter::Visits);
        }
    }

    /// Counts a stream that was handed out.
    pub fn record_play(&self) {
        self.count(DailyCounter::Plays);
    }

    fn count(&self, counter: DailyCounter) {
        let day = shanghai_day(self.clock.now_ms().div_euclid(1_000));
        self.buffer
            .add(|counts| *counts.0.entry((day, counter)).or_default() += 1);
    }

    /// Flushes the buffer now; after a failure it keeps its content.
    pub fn write_now(&self) -> anyhow::Result<()> {
        self.buffer.write_now()
    }
}
