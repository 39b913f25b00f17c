//! [`Ephemeral`]: where the ids and limits of each purpose come from.

use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use governor::Quota;
use yingku_base::clock::Clock;

use super::address::RedisAddress;
use super::limit::{InstanceQuota, Limit, ServiceClock};
use super::presence::Presence;
use super::redis::Redis;
use super::used_ids::UsedIds;

/// The store.
#[derive(Clone)]
pub struct Ephemeral {
    clock: Arc<dyn Clock>,
    /// When the memory began, ms since 1970; Redis stores its own start.
    began_ms: i64,
    redis: Option<Arc<Redis>>,
}

impl Ephemeral {
    /// A store in this process.
    pub fn in_memory(clock: Arc<dyn Clock>) -> Self {
        Self {
            began_ms: clock.now_ms(),
            clock,
            redis: None,
        }
    }

    /// A store in the Redis at `address`, which need not be available yet; `time` is the timeout of a command.
    pub fn in_redis(
        address: RedisAddress,
        time: Duration,
        clock: Arc<dyn Clock>,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            redis: Some(Arc::new(Redis::open(address, time, Arc::clone(&clock))?)),
            ..Self::in_memory(clock)
        })
    }

    /// A memory of ids for one purpose. It keeps each for at least `window_ms`, in this process at most `max` per
    /// window.
    pub fn once(&self, purpose: &'static str, window_ms: i64, max: usize) -> UsedIds {
        let here = self.local_once(window_ms, max);
        match &self.redis {
            Some(redis) => here.shared(Arc::clone(redis), purpose),
            None => here,
        }
    }

    /// [`Ephemeral::once`] in this process only, for what two instances may count twice.
    pub fn local_once(&self, window_ms: i64, max: usize) -> UsedIds {
        UsedIds::in_memory(Arc::clone(&self.clock), self.began_ms, window_ms, max)
    }

    /// Who is busy with what, for one purpose; an entry lasts `life_ms`.
    pub fn presence(&self, purpose: &'static str, life_ms: i64) -> Presence {
        let here = Presence::in_memory(Arc::clone(&self.clock), life_ms);
        match &self.redis {
            Some(redis) => here.shared(Arc::clone(redis), purpose),
            None => here,
        }
    }

    /// A limit for each caller, for one purpose.
    pub fn limit<K: Hash + Eq + Clone + Display>(
        &self,
        purpose: &'static str,
        quota: Quota,
    ) -> Limit<K> {
        self.local_limit(quota).shared(self.redis.clone(), purpose)
    }

    /// [`Ephemeral::limit`] in this process only.
    pub fn local_limit<K: Hash + Eq + Clone + Display>(&self, quota: Quota) -> Limit<K> {
        Limit::new(quota, ServiceClock(Arc::clone(&self.clock)))
    }

    /// One rate limit for all callers, in this process.
    pub fn share(&self, quota: Quota) -> InstanceQuota {
        InstanceQuota::direct_with_clock(quota, self.time())
    }

    /// The clock of the limits.
    pub fn time(&self) -> ServiceClock {
        ServiceClock(Arc::clone(&self.clock))
    }

    /// Whether the store is available. Memory always is.
    pub async fn is_available(&self) -> bool {
        match &self.redis {
            Some(redis) => redis.is_available().await,
            None => true,
        }
    }

    /// Whether the shared store is out of memory, or was within the last minute. Writes are rejected then.
    pub fn is_full(&self) -> bool {
        self.redis.as_ref().is_some_and(|redis| redis.is_full())
    }
}
