//! Single-use ids.

use std::sync::Arc;

use yingku_base::clock::Clock;

use super::memory::MemoryIds;
use super::redis::Redis;
use super::seen::Seen;

/// Remembers used ids for a while.
pub struct Once {
    clock: Arc<dyn Clock>,
    began_ms: i64,
    window_ms: i64,
    here: MemoryIds,
    everywhere: Option<(Arc<Redis>, &'static str)>,
}

impl Once {
    pub(super) fn in_memory(
        clock: Arc<dyn Clock>,
        began_ms: i64,
        window_ms: i64,
        most: usize,
    ) -> Self {
        Self {
            clock,
            began_ms,
            window_ms: window_ms.max(1),
            here: MemoryIds::new(window_ms, most),
            everywhere: None,
        }
    }

    pub(super) fn shared(self, redis: Arc<Redis>, purpose: &'static str) -> Self {
        Self {
            everywhere: Some((redis, purpose)),
            ..self
        }
    }

    /// Records `id`, which was created at `made_ms` (ms since 1970), for a whole window from now.
    pub async fn put(&self, id: u128, made_ms: i64) -> Seen {
        let Some((redis, purpose)) = &self.everywhere else {
            return self.put_locally(id, made_ms);
        };
        let times = (made_ms, self.clock.now_ms());
        redis.put_once(purpose, id, self.window_ms, times).await
    }

    /// [`Once::put`] into this process's memory only, while the shared store is full.
    pub fn put_locally(&self, id: u128, made_ms: i64) -> Seen {
        if made_ms < self.began_ms {
            return Seen::Unknown;
        }
        self.here.put(id, self.clock.steady_ms())
    }
}
