//! Used ids in memory: two generations of sets, in shards. Lookups check both. After each window the older set is
//! dropped as a whole, so no id is removed one by one (36 bytes per id).

use foldhash::{HashSet, HashSetExt as _};
use parking_lot::Mutex;

use super::id_status::IdStatus;

/// Number of shards, each with its own lock; a power of two.
const SHARDS: usize = 16;

/// The ids of one purpose.
pub(super) struct MemoryIds {
    shards: Vec<Mutex<Shard>>,
    window_ms: i64,
    max_per_shard: usize,
}

#[derive(Default)]
struct Shard {
    /// The window of `young`.
    window: i64,
    young: HashSet<u128>,
    old: HashSet<u128>,
}

impl MemoryIds {
    /// Remembers each id for at least `window_ms`, and at most `max` of them in each window.
    pub(super) fn new(window_ms: i64, max: usize) -> Self {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Self {
            shards,
            window_ms: window_ms.max(1),
            max_per_shard: max.div_ceil(SHARDS),
        }
    }

    /// Records `id` for a whole window from `steady_ms`.
    pub(super) fn put(&self, id: u128, steady_ms: i64) -> IdStatus {
        let at = usize::try_from(id % 16).unwrap_or(0);
        let Some(shard) = self.shards.get(at) else {
            return IdStatus::Full;
        };
        let mut shard = shard.lock();
        shard.turn(steady_ms.div_euclid(self.window_ms));
        if shard.young.contains(&id) || shard.old.contains(&id) {
            return IdStatus::Replay;
        }
        if shard.young.len() >= self.max_per_shard {
            return IdStatus::Full;
        }
        shard.young.insert(id);
        IdStatus::Fresh
    }
}

impl Shard {
    /// Advances to `window`.
    fn turn(&mut self, window: i64) {
        if window <= self.window {
            return;
        }
        let young = std::mem::take(&mut self.young);
        self.old = if window == self.window + 1 {
            young
        } else {
            HashSet::new()
        };
        self.window = window;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_fresh_once_and_remembered_for_a_whole_window() {
        let store = MemoryIds::new(1_000, 100);
        assert_eq!(store.put(5, 999), IdStatus::Fresh);
        assert_eq!(store.put(5, 999), IdStatus::Replay);
        assert_eq!(store.put(5, 1_999), IdStatus::Replay);
        assert_eq!(store.put(5, 2_000), IdStatus::Fresh);
    }

    #[test]
    fn a_full_store_rejects_instead_of_evicting() {
        let store = MemoryIds::new(1_000, 16);
        assert_eq!(store.put(16, 0), IdStatus::Fresh);
        assert_eq!(store.put(32, 0), IdStatus::Full);
        assert_eq!(store.put(16, 0), IdStatus::Replay);
    }

    #[test]
    fn of_many_at_once_exactly_one_is_fresh() {
        let store = MemoryIds::new(1_000, 1_000);
        let fresh: usize = std::thread::scope(|scope| {
            let callers: Vec<_> = (0..24)
                .map(|_| scope.spawn(|| store.put(7, 1) == IdStatus::Fresh))
                .collect();
            callers
                .into_iter()
                .map(|caller| usize::from(caller.join().unwrap()))
                .sum()
        });
        assert_eq!(fresh, 1);
    }
}
