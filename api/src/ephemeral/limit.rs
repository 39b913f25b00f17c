//! How many calls an address, or a member, may make. Every call is counted in this process first, so that a flood is
//! turned away without asking anybody, and then, when there is a shared store, over all instances.

use std::fmt::Display;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use super::redis::Redis;

/// Callers that have been quiet are forgotten once in so many calls.
const SWEEP_EVERY: u32 = 65_536;

/// A limit for each address, or other caller, by a clock that is the machine's unless another is given.
pub struct Limit<C: Clock = DefaultClock, K: Hash + Eq + Clone = IpAddr> {
    here: RateLimiter<K, DashMapStateStore<K>, C, NoOpMiddleware<C::Instant>>,
    clock: C,
    calls: AtomicU32,
    everywhere: Option<Shared>,
}

struct Shared {
    redis: Arc<Redis>,
    purpose: &'static str,
    quota: Quota,
}

impl<C: Clock + Clone, K: Hash + Eq + Clone + Display> Limit<C, K> {
    pub(super) fn new(
        redis: Option<Arc<Redis>>,
        purpose: &'static str,
        quota: Quota,
        clock: C,
    ) -> Self {
        Self {
            here: RateLimiter::dashmap_with_clock(quota, clock.clone()),
            clock,
            calls: AtomicU32::new(0),
            everywhere: redis.map(|redis| Shared {
                redis,
                purpose,
                quota,
            }),
        }
    }

    /// Counts a call.
    ///
    /// # Errors
    /// After how many seconds to come back.
    pub async fn take(&self, caller: K) -> Result<(), u64> {
        if self.calls.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.here.retain_recent();
        }
        self.here.check_key(&caller).map_err(|not_until| {
            let wait = not_until.wait_time_from(self.clock.now());
            u64::try_from(wait.as_micros())
                .unwrap_or(u64::MAX)
                .div_ceil(1_000_000)
                .max(1)
        })?;
        match &self.everywhere {
            Some(shared) => {
                shared
                    .redis
                    .take(shared.purpose, &caller, shared.quota)
                    .await
            }
            None => Ok(()),
        }
    }
}

/// The service's clock as a limit wants it.
#[derive(Clone)]
pub struct ServiceClock(pub Arc<dyn crate::clock::Clock>);

impl Clock for ServiceClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.now_ms()).unwrap_or(0))
    }
}
