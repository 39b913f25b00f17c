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
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::Quota;

pub use limit::{Limit, ServiceClock, Share};
pub use once::{Once, Seen};

use redis::Redis;

use crate::base::clock::Clock;

/// The store.
#[derive(Clone)]
pub struct Ephemeral {
    clock: Arc<dyn Clock>,
    /// Nothing from before this is known, ms since 1970; a Redis remembers its own beginning.
    began_ms: i64,
    redis: Option<Arc<Redis>>,
}

impl Ephemeral {
    /// In memory, from now on.
    pub fn in_memory(clock: Arc<dyn Clock>) -> Self {
        Self {
            began_ms: clock.now_ms(),
            clock,
            redis: None,
        }
    }

    /// In the Redis at `url`. It need not answer yet.
    ///
    /// # Errors
    /// When `url` is no Redis address.
    pub fn in_redis(url: &str, clock: Arc<dyn Clock>) -> anyhow::Result<Self> {
        Ok(Self {
            redis: Some(Arc::new(Redis::open(url)?)),
            ..Self::in_memory(clock)
        })
    }

    /// A memory of ids for one purpose: each at least `window_ms`, and in this process at most `most` of
    /// them in each window.
    pub fn once(&self, purpose: &'static str, window_ms: i64, most: usize) -> Once {
        let here = self.once_here(window_ms, most);
        match &self.redis {
            Some(redis) => here.shared(Arc::clone(redis), purpose),
            None => here,
        }
    }

    /// [`Ephemeral::once`] of this process alone, for what may be counted twice by two instances.
    pub fn once_here(&self, window_ms: i64, most: usize) -> Once {
        Once::in_memory(Arc::clone(&self.clock), self.began_ms, window_ms, most)
    }

    /// A limit for each caller, for one purpose.
    pub fn limit<K: Hash + Eq + Clone + Display>(
        &self,
        purpose: &'static str,
        quota: Quota,
    ) -> Limit<K> {
        self.limit_here(quota).shared(self.redis.clone(), purpose)
    }

    /// [`Ephemeral::limit`] of this process alone.
    pub fn limit_here<K: Hash + Eq + Clone + Display>(&self, quota: Quota) -> Limit<K> {
        Limit::new(quota, ServiceClock(Arc::clone(&self.clock)))
    }

    /// A limit of all callers together, in this process.
    pub fn share(&self, quota: Quota) -> Share {
        Share::direct_with_clock(quota, self.time())
    }

    /// The time that limits go by.
    pub fn time(&self) -> ServiceClock {
        ServiceClock(Arc::clone(&self.clock))
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

/// `number` calls in `time`, all of them at once if they like.
pub fn quota(number: u32, time: Duration) -> Quota {
    let number = at_least_one(number);
    Quota::with_period(time / number.get())
        .unwrap_or(Quota::per_second(number))
        .allow_burst(number)
}

pub(crate) fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}
