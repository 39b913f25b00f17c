//! Counting searches. A search costs no write: searches are gathered here and written together every two seconds, and
//! once more at the stop. The same visitor's same search counts once in half an hour, and one network only so often,
//! since new client keys cost nothing. Who searched is in memory alone, as a hash under a key that is gone with the
//! process. A kill loses what was not written yet; a write that fails is tried again with the next.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use moka::sync::Cache;

use super::counters::{self, DailyCounter};
use super::missed_words::{self, Missed};
use crate::base::clock::Clock;
use crate::base::keys::{MacKey, Secrets};
use crate::base::time::shanghai_day;
use crate::db::{Db, DbError};
use crate::workers::write_buffer::{Buffered, WriteBuffer};

/// How often searches are written.
const EVERY: Duration = Duration::from_secs(2);
/// The same visitor's same search within this does not count again.
const WINDOW: Duration = Duration::from_secs(30 * 60);
/// Searches remembered in one window.
const MOST_SEARCHES: u64 = 200_000;
/// Searches that count from one network in one window, however many visitors it says it has.
pub const SEARCHES_OF_A_NETWORK: u32 = 300;
/// Networks whose searches are counted.
const MOST_NETWORKS: u64 = 100_000;
/// Words gathered between two writes; further ones count as searches alone.
const MOST_WORDS: usize = 1_000;

/// A search as it is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    word: String,
    missed: bool,
}

impl Search {
    /// For a keyword as it was typed; `missed` when there is nothing it finds anywhere.
    pub fn new(keyword: &str, missed: bool) -> Self {
        let words: Vec<&str> = keyword.split_whitespace().collect();
        Self {
            word: words.join(" ").to_lowercase(),
            missed,
        }
    }
}

/// Counts searches while it lives; it writes the last ones when it is dropped.
pub struct Searches {
    clock: Arc<dyn Clock>,
    /// For hashes that leave this process as one bit.
    lasting: MacKey,
    /// For those that do not.
    passing: [u8; 32],
    recent: Cache<u128, ()>,
    of_network: Cache<u128, Arc<AtomicU32>>,
    buffer: WriteBuffer<Counts>,
}

/// Searches that are not written yet.
#[derive(Default)]
struct Counts {
    figures: BTreeMap<(i32, DailyCounter), i64>,
    words: BTreeMap<(i32, String), Missed>,
}

impl Counts {
    fn count(&mut self, day: i32, figure: DailyCounter, by: i64) {
        *self.figures.entry((day, figure)).or_default() += by;
    }

    fn miss(&mut self, day: i32, word: String, missed: Missed) {
        let key = (day, word);
        if self.words.len() < MOST_WORDS || self.words.contains_key(&key) {
            self.words.entry(key).or_default().add(missed);
        }
    }
}

impl Buffered for Counts {
    fn take_back(&mut self, left: Self) {
        for ((day, figure), by) in left.figures {
            self.count(day, figure, by);
        }
        for ((day, word), missed) in left.words {
            self.miss(day, word, missed);
        }
    }
}

impl Searches {
    /// Starts gathering.
    ///
    /// # Errors
    /// When the machine gives no thread or no randomness.
    pub fn start(db: &Db, secrets: &Secrets, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        let (db, time) = (db.clone(), Arc::clone(&clock));
        let write = move |counts: &mut Counts| Ok(write(&db, time.as_ref(), counts)?);
        Ok(Self {
            clock,
            lasting: secrets.key_for("searches"),
            passing: crate::base::random::bytes()?,
            recent: remembered(MOST_SEARCHES),
            of_network: remembered(MOST_NETWORKS),
            buffer: WriteBuffer::start("searches", EVERY, write)?,
        })
    }

    /// `visitor`, from `network`, has searched.
    pub fn count(&self, visitor: &[u8], network: &str, search: &Search) {
        let word = search.word.as_bytes();
        let seen = self.recent.entry(self.passing_id(&[visitor, word]));
        if !seen.or_insert(()).is_fresh() {
            return;
        }
        let network = self.passing_id(&[network.as_bytes()]);
        let counted = self.of_network.get_with(network, Arc::default);
        if counted.fetch_add(1, Ordering::Relaxed) >= SEARCHES_OF_A_NETWORK {
            return;
        }
        let day = shanghai_day(self.clock.now_ms().div_euclid(1_000));
        self.buffer.add(|counts| {
            counts.count(day, DailyCounter::Searches, 1);
            if search.missed {
                counts.count(day, DailyCounter::Misses, 1);
                let tag = self.lasting.tag(&framed(&[word, visitor]));
                let missed = Missed {
                    searches: 1,
                    visitors: missed_words::bit(first_bits(&tag)),
                };
                counts.miss(day, search.word.clone(), missed);
            }
        });
    }

    /// Writes what was gathered.
    ///
    /// # Errors
    /// The database's; what could not be written stays gathered.
    pub fn write_now(&self) -> anyhow::Result<()> {
        self.buffer.write_now()
    }

    fn passing_id(&self, parts: &[&[u8]]) -> u128 {
        use sha2::{Digest as _, Sha256};
        let digest = Sha256::new()
            .chain_update(self.passing)
            .chain_update(framed(parts))
            .finalize();
        first_bits(&digest)
    }
}

fn write(db: &Db, clock: &dyn Clock, counts: &mut Counts) -> Result<(), DbError> {
    if counts.figures.is_empty() && counts.words.is_empty() {
        return Ok(());
    }
    let today = shanghai_day(clock.now_ms().div_euclid(1_000));
    db.write_now(|conn| {
        if !counts.words.is_empty() {
            missed_words::add(conn, &counts.words, today)?;
        }
        Ok(counters::happened_on(conn, &counts.figures)?)
    })
}

fn remembered<Value: Clone + Send + Sync + 'static>(most: u64) -> Cache<u128, Value> {
    Cache::builder()
        .max_capacity(most)
        .time_to_live(WINDOW)
        .build()
}

/// The parts behind their lengths, so that no two lists of parts are the same bytes.
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
    fn ways_to_write_the_same_word_are_one() {
        assert_eq!(
            Search::new("  ABC  雪山 ", true),
            Search::new("abc 雪山", true)
        );
    }

    #[test]
    fn words_between_two_writes_are_bounded_and_known_ones_go_on() {
        let mut counts = Counts::default();
        let missed = Missed {
            searches: 1,
            visitors: 1,
        };
        for index in 0..MOST_WORDS + 5 {
            counts.miss(1, index.to_string(), missed);
        }
        counts.miss(1, "0".to_owned(), missed);
        assert_eq!(counts.words.len(), MOST_WORDS);
        assert_eq!(counts.words[&(1, "0".to_owned())].searches, 2);
    }

    #[test]
    fn parts_are_told_apart() {
        assert_ne!(framed(&[b"ab", b"c"]), framed(&[b"a", b"bc"]));
    }
}
