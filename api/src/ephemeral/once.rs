//! Ids that may be used once.

use std::sync::Arc;

use super::memory::MemoryIds;
use super::redis::Redis;

/// What a store says to an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// Never before.
    Fresh,
    /// Used already.
    Replay,
    /// Made before the store began to remember: nobody can tell.
    Unknown,
    /// No room; a live id is never forgotten to make some.
    Full,
    /// The shared store does not answer: nobody can tell.
    Away,
}

/// Remembers ids for a while.
pub struct Once(Kind);

enum Kind {
    Memory {
        began_ms: i64,
        ids: MemoryIds,
    },
    Redis {
        redis: Arc<Redis>,
        purpose: &'static str,
        window_ms: i64,
    },
}

impl Once {
    pub(super) fn in_memory(began_ms: i64, window_ms: i64, most: usize) -> Self {
        Self(Kind::Memory {
            began_ms,
            ids: MemoryIds::new(window_ms, most),
        })
    }

    pub(super) fn in_redis(redis: Arc<Redis>, purpose: &'static str, window_ms: i64) -> Self {
        Self(Kind::Redis {
            redis,
            purpose,
            window_ms: window_ms.max(1),
        })
    }

    /// Takes in `id`, made by its owner at `made_ms`; it is remembered for the whole window from `now_ms`
    /// on (both ms since 1970).
    pub async fn put(&self, id: u128, made_ms: i64, now_ms: i64) -> Seen {
        match &self.0 {
            Kind::Memory { began_ms, .. } if made_ms < *began_ms => Seen::Unknown,
            Kind::Memory { ids, .. } => ids.put(id, now_ms),
            Kind::Redis {
                redis,
                purpose,
                window_ms,
            } => {
                redis
                    .put_once(purpose, id, *window_ms, (made_ms, now_ms))
                    .await
            }
        }
    }
}
