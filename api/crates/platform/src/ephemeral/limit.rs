//! Rate limits of addresses and members. Every request is counted in this process first, so that a flood is rejected
//! without a query to Redis, and then across all instances if there is a shared store.

use std::fmt::Display;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::Clock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use super::redis::Redis;

/// Requests between two removals of idle callers.
const SWEEP_INTERVAL: u32 = 65_536;

/// A rate limit per caller, by the service's steady clock.
pub struct Limit<K: Hash + Eq + Clone = IpAddr> {
    local: RateLimiter<K, DashMapStateStore<K>, ServiceClock, NoOpMiddleware<Duration>>,
    clock: ServiceClock,
    calls: AtomicU32,
    quota: Quota,
    everywhere: Option<(Arc<Redis>, &'static str)>,
}

impl<K: Hash + Eq + Clone + Display> Limit<K> {
    pub(super) fn new(quota: Quota, clock: ServiceClock) -> Self {
        Self {
            local: RateLimiter::dashmap_with_clock(quota, clock.clone()),
            clock,
            calls: AtomicU32::new(0),
            quota,
            everywhere: None,
        }
    }

    pub(super) fn shared(self, redis: Option<Arc<Redis>>, purpose: &'static str) -> Self {
        Self {
            everywhere: redis.map(|redis| (redis, purpose)),
            ..self
        }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// The number of seconds after which to retry.
    pub async fn acquire(&self, caller: K) -> Result<(), u64> {
        self.acquire_locally(&caller)?;
        self.acquire_everywhere(&caller).await
    }

    /// Counts a request in this process.
    pub fn acquire_locally(&self, caller: &K) -> Result<(), u64> {
        if self.calls.fetch_add(1, Ordering::Relaxed) % SWEEP_INTERVAL == SWEEP_INTERVAL - 1 {
            self.local.retain_recent();
        }
        self.local.check_key(caller).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            u64::try_from(wait.as_micros())
                .unwrap_or(u64::MAX)
                .div_ceil(1_000_000)
                .max(1)
        })
    }

    /// Counts a request across all instances, after [`Self::acquire_locally`].
    pub async fn acquire_everywhere(&self, caller: &K) -> Result<(), u64> {
        match &self.everywhere {
            Some((redis, purpose)) => redis.acquire(purpose, caller, self.quota).await,
            None => Ok(()),
        }
    }
}

/// One rate limit for all callers, in this process.
pub type InstanceQuota =
    RateLimiter<NotKeyed, InMemoryState, ServiceClock, NoOpMiddleware<Duration>>;

/// The service's steady clock for `governor`.
#[derive(Clone)]
pub struct ServiceClock(pub Arc<dyn yingku_base::clock::Clock>);

impl Clock for ServiceClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.steady_ms()).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::quota::quota;
    use super::*;
    use yingku_base::clock::ManualClock;

    #[test]
    fn t16_inactive_clients_use_no_memory() {
        let clock = Arc::new(ManualClock::at(1_790_000_000_000));
        let limit = Limit::<u32>::new(
            quota(10, Duration::from_secs(60)),
            ServiceClock(clock.clone()),
        );
        for caller in 1..SWEEP_INTERVAL {
            limit.acquire_locally(&caller).unwrap();
        }
        let before = limit.local.len();
        assert!(before > 60_000, "{before}");
        clock.advance(60_000);
        limit.acquire_locally(&0).unwrap();
        assert!(limit.local.len() <= 1, "{}", limit.local.len());
    }
}
