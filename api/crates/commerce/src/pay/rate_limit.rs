//! Limits on orders per member and on calls to providers. Of concurrent identical requests one calls the provider, and
//! the others share its response, which stays valid for some seconds.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};
use yingku_base::clock::Clock;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::PayConfig;
use yingku_platform::ephemeral::{Ephemeral, Limit, quota};

use super::gateway::{Device, PayChannel};

/// How long a provider's response is reused, ms.
const FRESH_FOR_MS: i64 = 3_000;
/// Requests and orders remembered, each for this long after its last use.
const MAX: u64 = 20_000;
const LOCK_TTL: Duration = Duration::from_secs(60);
const MINUTE: Duration = Duration::from_secs(60);

/// The limits.
pub struct OrderRateLimit {
    orders: Limit<i64>,
    query_limit: Limit<i64>,
    /// The last response, by member, plan and channel.
    requests: KeyedLocks<(i64, i64, PayChannel), LastResponse>,
    /// When the provider was last queried about an order.
    queries: KeyedLocks<String, i64>,
    clock: Arc<dyn Clock>,
}

/// A provider's response.
#[derive(Debug, Clone)]
pub struct LastResponse {
    at_ms: i64,
    number: String,
    device: Device,
    /// The URL; none when the provider failed.
    address: Option<String>,
}

/// The exclusive right to send a request to the provider; identical requests wait until it is dropped.
pub struct ProviderGuard {
    last: OwnedMutexGuard<Option<LastResponse>>,
    clock: Arc<dyn Clock>,
}

impl OrderRateLimit {
    /// From the settings.
    pub fn new(config: &PayConfig, ephemeral: &Ephemeral, clock: &Arc<dyn Clock>) -> Self {
        let often = quota(config.orders_per_minute, MINUTE);
        Self {
            orders: ephemeral.limit("orders", often),
            query_limit: ephemeral.limit("order-questions", often),
            requests: KeyedLocks::default(),
            queries: KeyedLocks::default(),
            clock: Arc::clone(clock),
        }
    }

    /// Counts an order or another provider call of a member against the limit.
    pub async fn acquire(&self, user: i64) -> Result<(), ApiError> {
        let taken = self.orders.acquire(user).await;
        taken.map_err(|seconds| ApiError::new(ErrorKind::RateLimited).retry_after(seconds))
    }

    /// Waits for the exclusive right to send a request.
    pub async fn lock_provider(&self, user: i64, plan: i64, channel: PayChannel) -> ProviderGuard {
        ProviderGuard {
            last: self.requests.wait((user, plan, channel)).await,
            clock: Arc::clone(&self.clock),
        }
    }

    /// Runs `query` unless the provider was queried about this order a moment ago, or the member's limit is reached.
    pub async fn query_once(&self, user: i64, number: &str, query: impl Future<Output = ()>) {
        let mut last = self.queries.wait(number.to_owned()).await;
        if last.is_some_and(|at| is_fresh(at, self.clock.now_ms())) {
            return;
        }
        if self.query_limit.acquire(user).await.is_err() {
            return;
        }
        query.await;
        *last = Some(self.clock.now_ms());
    }
}

impl ProviderGuard {
    /// The last response for an order while it is valid: a URL, or none when the provider failed.
    pub fn last(&self, number: &str, device: Device) -> Option<Option<String>> {
        let last = self.last.as_ref()?;
        let same = last.number == number && last.device == device;
        (same && is_fresh(last.at_ms, self.clock.now_ms())).then(|| last.address.clone())
    }

    /// Stores a response.
    pub fn store(&mut self, number: &str, device: Device, address: Option<String>) {
        *self.last = Some(LastResponse {
            at_ms: self.clock.now_ms(),
            number: number.to_owned(),
            device,
            address,
        });
    }
}

/// Setting the clock back does not prolong the validity.
fn is_fresh(at_ms: i64, now_ms: i64) -> bool {
    (at_ms..at_ms + FRESH_FOR_MS).contains(&now_ms)
}

/// A lock per key, guarding the last value.
struct KeyedLocks<K, T>(Cache<K, Arc<Mutex<Option<T>>>>);

impl<K: Hash + Eq + Send + Sync + 'static, T: Send + 'static> Default for KeyedLocks<K, T> {
    fn default() -> Self {
        let cache = Cache::builder().max_capacity(MAX).time_to_idle(LOCK_TTL);
        Self(cache.build())
    }
}

impl<K: Hash + Eq + Send + Sync + 'static, T: Send + 'static> KeyedLocks<K, T> {
    async fn wait(&self, key: K) -> OwnedMutexGuard<Option<T>> {
        let lock = self.0.get_with(key, Arc::default);
        lock.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_reused_for_three_seconds() {
        let good = [999, 1_000, 3_999, 4_000].map(|now| is_fresh(1_000, now));
        assert_eq!(good, [false, true, true, false]);
    }
}
