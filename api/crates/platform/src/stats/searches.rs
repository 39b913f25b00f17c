//! Counts searches. Searches are buffered here and written every two seconds and on shutdown. The same search of a
//! visitor counts once in half an hour, and each network is capped, since new client keys cost nothing. Visitors are
//! only in memory, hashed with a key of this process. A kill loses the buffer; a failed write is retried with the next.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use moka::sync::Cache;
use yingku_base::clock::Clock;
use yingku_base::keys::{MacKey, Secrets};
use yingku_base::time::shanghai_day;
use yingku_base::workers::write_buffer::{Buffered, WriteBuffer};
use yingku_db::{Db, DbError};

use super::counters::{self, DailyCounter};
use super::searched_words::{self, Searched};

/// Interval of the writes.
const INTERVAL: Duration = Duration::from_secs(2);
/// A visitor's repeated search within this window does not count.
const WINDOW: Duration = Duration::from_secs(30 * 60);
/// Maximum number of searches remembered per window.
const MAX_SEARCHES: u64 = 200_000;
/// Maximum number of counted searches per network and window, however many visitors it has.
pub const SEARCHES_PER_NETWORK: u32 = 300;
/// Maximum number of networks remembered.
const MAX_NETWORKS: u64 = 100_000;
/// Maximum number of words buffered between two writes; further ones only count as searches.
const MAX_WORDS: usize = 1_000;

/// A search to count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    word: String,
    missed: bool,
}

impl Search {
    /// Normalizes a keyword; `missed` when it has no results at all.
    pub fn new(keyword: &str, missed: bool) -> Self {
        let words: Vec<&str> = keyword.split_whitespace().collect();
        Self {
            word: words.join(" ").to_lowercase(),
            missed,
        }
    }
}

/// Counts searches; flushes the buffer on drop.
pub struct Searches {
    clock: Arc<dyn Clock>,
    /// Key of the stored hashes, of which one bit is kept.
    stored_key: MacKey,
    /// Key of hashes that never leave this process.
    transient_key: [u8; 32],
    recent: Cache<u128, ()>,
    per_network: Cache<u128, Arc<AtomicU32>>,
    buffer: WriteBuffer<Counts>,
}

/// Unwritten searches.
#[derive(Default)]
struct Counts {
    daily: BTreeMap<(i32, DailyCounter), i64>,
    words: BTreeMap<(i32, String), Searched>,
}

impl Counts {
    fn count(&mut self, day: i32, counter: DailyCounter, by: i64) {
        *self.daily.entry((day, counter)).or_default() += by;
    }

    fn word(&mut self, day: i32, word: String, searched: Searched) {
        let key = (day, word);
        if self.words.len() < MAX_WORDS || self.words.contains_key(&key) {
            self.words.entry(key).or_default().add(searched);
        }
    }
}

impl Buffered for Counts {
    fn add_back(&mut self, left: Self) {
        for ((day, counter), by) in left.daily {
            self.count(day, counter, by);
        }
        for ((day, word), searched) in left.words {
            self.word(day, word, searched);
        }
    }
}

impl Searches {
    /// Starts the writer.
    pub fn start(db: &Db, secrets: &Secrets, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let (db, time) = (db.clone(), Arc::clone(&clock));
        let write = move |counts: &mut Counts| Ok(write(&db, time.as_ref(), counts)?);
        Ok(Self {
            clock,
            stored_key: secrets.key_for("searches"),
            transient_key: yingku_base::random::bytes()?,
            recent: remembered(MAX_SEARCHES),
            per_network: remembered(MAX_NETWORKS),
            buffer: WriteBuffer::start("searches", INTERVAL, write)?,
        })
    }

    /// Counts a search by `visitor` from `network`.
    pub fn count(&self, visitor: &[u8], network: &str, search: &Search) {
        let word = search.word.as_bytes();
        let seen = self.recent.entry(self.transient_id(&[visitor, word]));
        if !seen.or_insert(()).is_fresh() {
            return;
        }
        let network = self.transient_id(&[network.as_bytes()]);
        let counted = self.per_network.get_with(network, Arc::default);
        if counted.fetch_add(1, Ordering::Relaxed) >= SEARCHES_PER_NETWORK {
            return;
        }
        let day = shanghai_day(self.clock.now_ms().div_euclid(1_000));
        self.buffer.add(|counts| {
            counts.count(day, DailyCounter::Searches, 1);
            if search.missed {
                counts.count(day, DailyCounter::Misses, 1);
            }
            let tag = self.stored_key.tag(&framed(&[word, visitor]));
            let searched = Searched {
                searches: 1,
                visitors: searched_words::bit(first_bits(&tag)),
                found: !search.missed,
            };
            counts.word(day, search.word.clone(), searched);
        });
    }

    /// Flushes the buffer now; after a failure it keeps its content.
    pub fn write_now(&self) -> anyhow::Result<()> {
        self.buffer.write_now()
    }

    fn transient_id(&self, parts: &[&[u8]]) -> u128 {
        use sha2::{Digest as _, Sha256};
        let digest = Sha256::new()
            .chain_update(self.transient_key)
            .chain_update(framed(parts))
            .finalize();
        first_bits(&digest)
    }
}

fn write(db: &Db, clock: &dyn Clock, counts: &mut Counts) -> Result<(), DbError> {
    if counts.daily.is_empty() && counts.words.is_empty() {
        return Ok(());
    }
    let today = shanghai_day(clock.now_ms().div_euclid(1_000));
    db.write_now(|conn| {
        if !counts.words.is_empty() {
            searched_words::add(conn, &counts.words, today)?;
        }
        Ok(counters::happened_on(conn, &counts.daily)?)
    })
}

fn remembered<Value: Clone + Send + Sync + 'static>(max: u64) -> Cache<u128, Value> {
    Cache::builder()
        .max_capacity(max)
        .time_to_live(WINDOW)
        .build()
}

/// The parts, length-prefixed, so that different lists never give the same bytes.
fn framed(parts: &[&[u8]]) -> Vec<u8> {
    let framed = parts.iter().flat_map(|part| {
        let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
        [&length.to_be_bytes(), *part].concat()
    });
    framed.collect()
}

fn first_bits(hash: &[u8]) -> u128 {
    hash.first_chunk()
        .map_or(0, |bytes| u128::from_be_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_variants_of_a_word_are_one() {
        assert_eq!(
            Search::new("  ABC  雪山 ", true),
            Search::new("abc 雪山", true)
        );
    }

    #[test]
    fn buffered_words_are_bounded_and_known_ones_still_count() {
        let mut counts = Counts::default();
        let searched = Searched {
            searches: 1,
            visitors: 1,
            found: false,
        };
        for index in 0..MAX_WORDS + 5 {
            counts.word(1, index.to_string(), searched);
        }
        counts.word(1, "0".to_owned(), searched);
        assert_eq!(counts.words.len(), MAX_WORDS);
        assert_eq!(counts.words[&(1, "0".to_owned())].searches, 2);
    }

    #[test]
    fn parts_are_kept_apart() {
        assert_ne!(framed(&[b"ab", b"c"]), framed(&[b"a", b"bc"]));
    }
}
