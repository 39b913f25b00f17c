//! Single-use ids.

use std::sync::Arc;

use yingku_base::clock::Clock;

use super::id_status::IdStatus;
use super::memory::MemoryIds;
use super::redis::Redis;

/// Remembers used ids for a while.
pub struct UsedIds {
    clock: Arc<dyn Clock>,
    began_ms: i64,
    window_ms: i64,
    local: MemoryIds,
    everywhere: Option<(Arc<Redis>, &'static str)>,
}

impl UsedIds {
    pub(super) fn in_memory(
        clock: Arc<dyn Clock>,
        began_ms: i64,
        window_ms: i64,
        max: usize,
    ) -> Self {
        Self {
            clock,
            began_ms,
            window_ms: window_ms.max(1),
            local: MemoryIds::new(window_ms, max),
            everywhere: None,
        }
    }

    pub(super) fn shared(self, redis: Arc<Redis>, purpose: &'static str) -> Self {
        Self {
            everywhere: Some((redis, purpose)),
            ..self
        }
    }

    /// Records `id`, which was created at `created_ms` (ms since 1970), for a whole window from now.
    pub async fn put(&self, id: u128, created_ms: i64) -> IdStatus {
        let Some((redis, purpose)) = &self.everywhere else {
            return self.put_locally(id, created_ms);
        };
        let times = (created_ms, self.clock.now_ms());
        redis.put_once(purpose, id, self.window_ms, times).await
    }

    /// [`UsedIds::put`] into this process's memory only, while the shared store is full.
    pub fn put_locally(&self, id: u128, created_ms: i64) -> IdStatus {
        if created_ms < self.began_ms {
            return IdStatus::Unknown;
        }
        self.local.put(id, self.clock.steady_ms())
    }
}
