//! Facts that live for minutes: what was used once (nonces, captchas), and how many calls an address has
//! made. In memory of this process, or, when `REDIS_URL` is set, in a Redis that several instances share.
//!
//! [`Ephemeral`] hands out two kinds of memory, one for each purpose: [`Once`] and [`Limit`]. When Redis
//! is away, a [`Once`] answers [`Seen::Away`], because nobody can tell whether an id was used; a [`Limit`]
//! goes on counting in this process alone.

mod limit;
mod memory;
mod once;
mod redis;

use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use governor::Quota;
use governor::clock::{Clock, DefaultClock};

pub use limit::{Limit, ServiceClock};
pub use once::{Once, Seen};

use redis::Redis;

use crate::guard::limits::at_least_one;

/// The store.
#[derive(Clone)]
pub struct Ephemeral {
    /// Nothing from before this is known, ms since 1970; a Redis remembers its own beginning.
    began_ms: i64,
    redis: Option<Arc<Redis>>,
}

impl Ephemeral {
    /// In memory, from `now_ms` on.
    pub fn in_memory(now_ms: i64) -> Self {
        Self {
            began_ms: now_ms,
            redis: None,
        }
    }

    /// In the Redis at `url`. It need not answer yet.
    ///
    /// # Errors
    /// When `url` is no Redis address.
    pub fn in_redis(url: &str, now_ms: i64) -> anyhow::Result<Self> {
        Ok(Self {
            began_ms: now_ms,
            redis: Some(Arc::new(Redis::open(url)?)),
        })
    }

    /// A memory of ids for one purpose: each at least `window_ms`, and in this process at most `most` of
    /// them in each window.
    pub fn once(&self, purpose: &'static str, window_ms: i64, most: usize) -> Once {
        match &self.redis {
            Some(redis) => Once::in_redis(Arc::clone(redis), purpose, window_ms),
            None => Once::in_memory(self.began_ms, window_ms, most),
        }
    }

    /// A limit for each address, for one purpose.
    pub fn limit(&self, purpose: &'static str, quota: Quota) -> Limit {
        self.limit_by(purpose, quota, DefaultClock::default())
    }

    /// [`Ephemeral::limit`] of other callers or by another clock; what is shared goes by Redis's own.
    pub fn limit_by<C: Clock + Clone, K: Hash + Eq + Clone + Display>(
        &self,
        purpose: &'static str,
        quota: Quota,
        clock: C,
    ) -> Limit<C, K> {
        Limit::new(self.redis.clone(), purpose, quota, clock)
    }

    /// `number` calls in `time` for each caller, all of them at once if they like, by the service's clock.
    pub fn limit_in<K: Hash + Eq + Clone + Display>(
        &self,
        purpose: &'static str,
        (number, time): (u32, Duration),
        clock: &Arc<dyn crate::clock::Clock>,
    ) -> Limit<ServiceClock, K> {
        let number = at_least_one(number);
        let quota = Quota::with_period(time / number.get())
            .unwrap_or(Quota::per_second(number))
            .allow_burst(number);
        self.limit_by(purpose, quota, ServiceClock(Arc::clone(clock)))
    }

    /// Whether the store answers; memory always does.
    pub async fn answers(&self) -> bool {
        match &self.redis {
            Some(redis) => redis.answers().await,
            None => true,
        }
    }
}

/// Whether `url` names a Redis, for the check of the settings.
pub fn is_redis_url(url: &str) -> bool {
    redis::client(url).is_ok()
}

/// Whether a Redis's address leads to no other machine.
pub fn is_redis_on_this_machine(url: &str) -> bool {
    redis::client(url).map_or(true, |client| redis::is_here(&client))
}
