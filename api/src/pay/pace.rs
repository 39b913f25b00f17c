//! How often members may order, and how often providers are asked for them. Of presses at once one asks, and the
//! others get its answer; what a provider has said is good for some seconds.

use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::gateway::{Device, PayChannel};
use crate::base::clock::Clock;
use crate::config::PayConfig;
use crate::ephemeral::{Ephemeral, Limit, quota};
use crate::http::error::{ApiError, ErrorKind};

/// What a provider has said is good for so long, ms.
const GOOD_MS: i64 = 3_000;
/// Wishes and orders that are remembered, each for so long after the last press.
const MOST: u64 = 20_000;
const REMEMBERED: Duration = Duration::from_secs(60);
const MINUTE: Duration = Duration::from_secs(60);

/// The pace of orders.
pub struct OrderPace {
    orders: Limit<i64>,
    questions: Limit<i64>,
    /// Where the last answer to a wish leads, by who wishes for what through which channel.
    wishes: Turns<(i64, i64, PayChannel), Answered>,
    /// When the provider was last asked about an order.
    asked: Turns<String, i64>,
    clock: Arc<dyn Clock>,
}

/// Where an order is paid, as the provider said.
#[derive(Debug, Clone)]
pub struct Answered {
    at_ms: i64,
    number: String,
    scene: Device,
    /// The address; none when the provider was out of order.
    address: Option<String>,
}

/// The turn to put a wish to its provider: others who have the same wish wait until it is over.
pub struct WishTurn {
    last: OwnedMutexGuard<Option<Answered>>,
    clock: Arc<dyn Clock>,
}

impl OrderPace {
    /// As the settings say.
    pub fn new(config: &PayConfig, ephemeral: &Ephemeral, clock: &Arc<dyn Clock>) -> Self {
        let often = quota(config.orders_per_minute, MINUTE);
        Self {
            orders: ephemeral.limit("orders", often),
            questions: ephemeral.limit("order-questions", often),
            wishes: Turns::default(),
            asked: Turns::default(),
            clock: Arc::clone(clock),
        }
    }

    /// Counts an order of a member, or another thing that is put to a provider for them.
    pub async fn take(&self, user: i64) -> Result<(), ApiError> {
        let taken = self.orders.take(user).await;
        taken.map_err(|seconds| ApiError::new(ErrorKind::RateLimited).retry_after(seconds))
    }

    /// Waits for the turn of a wish.
    pub async fn wish(&self, user: i64, plan: i64, channel: PayChannel) -> WishTurn {
        WishTurn {
            last: self.wishes.wait((user, plan, channel)).await,
            clock: Arc::clone(&self.clock),
        }
    }

    /// Asks the provider of an order, unless it was asked a moment ago, or by the member too often: what is known is
    /// the answer then.
    pub async fn question(&self, user: i64, number: &str, ask: impl Future<Output = ()>) {
        let mut last = self.asked.wait(number.to_owned()).await;
        if last.is_some_and(|at| is_good(at, self.clock.now_ms())) {
            return;
        }
        if self.questions.take(user).await.is_err() {
            return;
        }
        ask.await;
        *last = Some(self.clock.now_ms());
    }
}

impl WishTurn {
    /// The last answer for an order, while it is good: an address, or none when the provider was out of order.
    pub fn last(&self, number: &str, scene: Device) -> Option<Option<String>> {
        let last = self.last.as_ref()?;
        let same = last.number == number && last.scene == scene;
        (same && is_good(last.at_ms, self.clock.now_ms())).then(|| last.address.clone())
    }

    /// Keeps an answer.
    pub fn keep(&mut self, number: &str, scene: Device, address: Option<String>) {
        *self.last = Some(Answered {
            at_ms: self.clock.now_ms(),
            number: number.to_owned(),
            scene,
            address,
        });
    }
}

/// A clock that went back makes nothing good for longer.
fn is_good(at_ms: i64, now_ms: i64) -> bool {
    (at_ms..at_ms + GOOD_MS).contains(&now_ms)
}

/// One at a time for each key, with what the last one left.
struct Turns<K, T>(Cache<K, Arc<Mutex<Option<T>>>>);

impl<K: Hash + Eq + Send + Sync + 'static, T: Send + 'static> Default for Turns<K, T> {
    fn default() -> Self {
        let cache = Cache::builder().max_capacity(MOST).time_to_idle(REMEMBERED);
        Self(cache.build())
    }
}

impl<K: Hash + Eq + Send + Sync + 'static, T: Send + 'static> Turns<K, T> {
    async fn wait(&self, key: K) -> OwnedMutexGuard<Option<T>> {
        let turn = self.0.get_with(key, Arc::default);
        turn.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_good_for_three_seconds() {
        let good = [999, 1_000, 3_999, 4_000].map(|now| is_good(1_000, now));
        assert_eq!(good, [false, true, true, false]);
    }
}
