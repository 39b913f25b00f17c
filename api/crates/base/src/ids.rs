//! 64-bit ids that increase with time: 41 bits of milliseconds since 2020, 10 bits of node, 12 bits of sequence. They
//! never decrease, even if the clock does, and always have at least 16 digits (R14.3), because the epoch is years ago.

use std::sync::atomic::{AtomicI64, Ordering};

use super::clock::Clock;

/// 2020-01-01T00:00:00Z in milliseconds.
const EPOCH_MS: i64 = 1_577_836_800_000;
const SEQUENCE_BITS: u32 = 12;
const NODE_BITS: u32 = 10;

/// Instances of the service use node numbers below this (`NODE_ID`), commands this one and above.
pub const INSTANCES: u16 = 512;

/// Generates ids. Each process has one generator and its own node number.
#[derive(Debug)]
pub struct Ids {
    node: i64,
    /// Milliseconds and sequence of the last id in one number, so that one compare-and-swap updates both.
    last: AtomicI64,
}

impl Ids {
    /// `node` is taken modulo 1024.
    pub fn new(node: u16) -> Self {
        Self {
            node: i64::from(node) & ((1 << NODE_BITS) - 1),
            last: AtomicI64::new(0),
        }
    }

    /// For a CLI command. Several may run alongside the service and nobody assigns them numbers, so each draws a random
    /// one.
    pub fn of_command() -> Self {
        Self::new(fastrand::u16(INSTANCES..1 << NODE_BITS))
    }

    /// The next id. Never blocks: more than 4096 ids in a millisecond use the next millisecond.
    pub fn next(&self, clock: &dyn Clock) -> i64 {
        let now = (clock.now_ms() - EPOCH_MS).max(1) << SEQUENCE_BITS;
        let mut tick = 0;
        let _ = self
            .last
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| {
                tick = now.max(last + 1);
                Some(tick)
            });
        let (ms, sequence) = (tick >> SEQUENCE_BITS, tick & ((1 << SEQUENCE_BITS) - 1));
        (ms << (SEQUENCE_BITS + NODE_BITS)) | (self.node << SEQUENCE_BITS) | sequence
    }
}

/// The smallest id of a time, seconds since 1970.
pub fn first_id_of(seconds: i64) -> i64 {
    let ms = seconds
        .saturating_mul(1_000)
        .saturating_sub(EPOCH_MS)
        .max(0);
    ms.min(i64::MAX >> (SEQUENCE_BITS + NODE_BITS)) << (SEQUENCE_BITS + NODE_BITS)
}

/// When an id was created, seconds since 1970.
pub fn moment_of(id: i64) -> i64 {
    ((id >> (SEQUENCE_BITS + NODE_BITS)) + EPOCH_MS) / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn ids_grow_even_when_the_clock_goes_back_and_have_sixteen_digits() {
        let clock = ManualClock::at(1_790_000_000_000);
        let ids = Ids::new(7);
        let mut last = 0;
        for step in 0..10_000 {
            if step == 5_000 {
                clock.set(1_789_999_000_000);
            }
            let id = ids.next(&clock);
            assert!(id > last, "{id} after {last}");
            assert!(id.to_string().len() >= 16);
            last = id;
        }
    }

    #[test]
    fn ids_can_be_compared_with_a_moment() {
        let clock = ManualClock::at(1_790_000_000_000);
        let ids = Ids::new(0);
        let (before, at) = (ids.next(&clock), first_id_of(1_790_000_000));
        assert!(at <= before && before < first_id_of(1_790_000_001));
        assert_eq!(moment_of(before), 1_790_000_000);
        assert!(first_id_of(i64::MIN) == 0 && first_id_of(i64::MAX) > at);
    }

    #[test]
    fn a_command_never_has_the_number_of_an_instance() {
        for _ in 0..1_000 {
            let node = Ids::of_command().node;
            assert!((512..1_024).contains(&node), "{node}");
        }
    }

    #[test]
    fn two_nodes_never_give_the_same_id() {
        let clock = ManualClock::at(1_790_000_000_000);
        assert_ne!(Ids::new(1).next(&clock), Ids::new(2).next(&clock));
    }
}
