//! Counts views of works in a write-behind buffer. The same visitor counts once in half an hour.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use diesel::prelude::*;
use diesel::result::QueryResult;
use moka::sync::Cache;
use sha2::{Digest as _, Sha256};
use yingku_access::auth::caller::Client;
use yingku_base::clock::Clock;
use yingku_base::network::network;
use yingku_base::time::shanghai_day;
use yingku_base::workers::Waker;
use yingku_base::workers::write_buffer::{Buffered, WriteBuffer};
use yingku_db::schema::works;
use yingku_db::{Conn, Db, DbError, outbox};
use yingku_platform::ephemeral::{Ephemeral, IdStatus, UsedIds};
use yingku_platform::stats::counters::{self, DailyCounter};

use super::top_views;

/// Interval of writes: short enough for the index to have a view within two seconds.
const INTERVAL: Duration = Duration::from_millis(500);
/// Further views by the same visitor within this time do not count, ms.
pub const WINDOW_MS: i64 = 30 * 60_000;
/// Maximum number of views remembered in one window; further ones are not counted.
const MAX_VIEWS: usize = 1_000_000;
/// Maximum number of counted views of a work per network and window, in this process. Independent of the number of
/// visitors, because new client keys cost nothing.
pub const VIEWS_PER_NETWORK: u32 = 50;
/// Maximum number of tracked pairs of network and work.
const MAX_NETWORKS: u64 = 200_000;
/// Works written in one transaction.
const BATCH: usize = 500;

/// Counts views. Flushes the buffer on drop.
pub struct Views {
    clock: Arc<dyn Clock>,
    seen: UsedIds,
    /// Counted views for each network and work.
    of_network: Cache<u128, Arc<AtomicU32>>,
    /// Views counted by a prerendered page, by client address and work.
    in_pages: Cache<u128, ()>,
    buffer: WriteBuffer<PendingViews>,
}

/// Unwritten views of each work, ordered by id like the locks of every writer.
#[derive(Default)]
struct PendingViews(BTreeMap<i64, i64>);

impl Buffered for PendingViews {
    fn add_back(&mut self, left: Self) {
        for (work, views) in left.0 {
            *self.0.entry(work).or_default() += views;
        }
    }
}

impl Views {
    /// Starts counting; wakes the indexer after each write.
    pub fn start(
        db: &Db,
        ephemeral: &Ephemeral,
        index: Waker,
        clock: Arc<dyn Clock>,
    ) -> std::io::Result<Self> {
        let (db, time) = (db.clone(), Arc::clone(&clock));
        let write = move |views: &mut PendingViews| Ok(write(&db, &index, time.as_ref(), views)?);
        Ok(Self {
            clock,
            seen: ephemeral.local_once(WINDOW_MS, MAX_VIEWS),
            of_network: for_one_window(),
            in_pages: for_one_window(),
            buffer: WriteBuffer::start("views", INTERVAL, write)?,
        })
    }

    /// Counts a view of `work`. A member's request that follows a page with the work is the same view.
    pub fn record(&self, client: &Client, work: i64) {
        if self.is_new(&client.visitor(), work) && !self.was_in_page(client, work) {
            self.count(&client.network(), work);
        }
    }

    /// Counts a view of `work` by a page that embeds it; pages are not signed, so the visitor is the client address.
    pub fn record_page(&self, client: &Client, work: i64) {
        let address = address_of(client);
        if self.is_new(&address, work) {
            self.in_pages.insert(view_key(&address, work), ());
            self.count(&client.network(), work);
        }
    }

    fn is_new(&self, visitor: &[u8], work: i64) -> bool {
        let now = self.clock.now_ms();
        self.seen.put_locally(view_key(visitor, work), now) == IdStatus::Fresh
    }

    /// Whether a page has counted this view. Each page stands for one request.
    fn was_in_page(&self, client: &Client, work: i64) -> bool {
        let key = view_key(&address_of(client), work);
        self.in_pages.remove(&key).is_some()
    }

    fn count(&self, network: &str, work: i64) {
        let counted = self
            .of_network
            .get_with(view_key(network.as_bytes(), work), Arc::default);
        if counted.fetch_add(1, Ordering::Relaxed) < VIEWS_PER_NETWORK {
            self.buffer
                .add(|views| *views.0.entry(work).or_default() += 1);
        }
    }

    /// Flushes the buffer; after an error the unwritten rest stays.
    pub fn write_now(&self) -> anyhow::Result<()> {
        self.buffer.write_now()
    }
}

fn for_one_window<T: Clone + Send + Sync + 'static>() -> Cache<u128, T> {
    Cache::builder()
        .max_capacity(MAX_NETWORKS)
        .time_to_live(Duration::from_millis(WINDOW_MS.unsigned_abs()))
        .build()
}

fn address_of(client: &Client) -> Vec<u8> {
    network(client.ip).to_string().into_bytes()
}

fn write(
    db: &Db,
    index: &Waker,
    clock: &dyn Clock,
    views: &mut PendingViews,
) -> Result<(), DbError> {
    while !views.0.is_empty() {
        let batch: Vec<(i64, i64)> = views
            .0
            .iter()
            .take(BATCH)
            .map(|(id, n)| (*id, *n))
            .collect();
        let now = clock.now_ms().div_euclid(1000);
        db.execute_now(|conn| add(conn, &batch, now))?;
        for (work, _) in &batch {
            views.0.remove(work);
        }
        index.wake();
    }
    Ok(())
}

fn add(conn: &mut Conn, views: &[(i64, i64)], now: i64) -> QueryResult<()> {
    for (work, views) in views {
        diesel::update(works::table.find(work))
            .set(works::views.eq(works::views + views))
            .execute(conn)?;
    }
    // A work that was deleted meanwhile has no row to add to.
    let works: Vec<i64> = views.iter().map(|(work, _)| *work).collect();
    let present: HashSet<i64> = works::table
        .filter(works::id.eq_any(&works))
        .select(works::id)
        .load(conn)?
        .into_iter()
        .collect();
    let of_day: Vec<(i64, i64)> = views
        .iter()
        .copied()
        .filter(|(work, _)| present.contains(work))
        .collect();
    top_views::add(conn, shanghai_day(now), &of_day)?;
    outbox::record_counters(conn, &works, now)?;
    let views = views.iter().map(|(_, views)| views).sum();
    counters::add(conn, now, &[(DailyCounter::Views, views)])
}

/// 128 bits that identify a visitor or network and a work.
fn view_key(who: &[u8], work: i64) -> u128 {
    let digest = Sha256::new()
        .chain_update(work.to_be_bytes())
        .chain_update(who)
        .finalize();
    digest
        .first_chunk()
        .map_or(0, |bytes| u128::from_be_bytes(*bytes))
}
