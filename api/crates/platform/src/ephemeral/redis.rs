//! The shared store: three Lua scripts, so that each operation is atomic.
//!
//! Redis must not lose ids early: `maxmemory-policy noeviction`, and no snapshots, because an older snapshot lacks the
//! newest ids. A Redis that starts empty stores the time of its first id; older ids are [`IdStatus::Unknown`].
//!
//! The connection lives on its own thread, so that it outlives any worker, and reconnects automatically.

use std::fmt::Display;
use std::future::Future;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use governor::Quota;
use parking_lot::Mutex;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{RedisError, RedisResult, Script};
use tokio::runtime::Runtime;
use yingku_base::clock::Clock;
use yingku_base::span;

use super::address::RedisAddress;
use super::id_status::IdStatus;

/// The key of the probe.
const PROBE: &str = "yingku:probe";

/// Connect timeout.
const CONNECT_TIME: Duration = Duration::from_secs(1);

/// Stores the start, and the id unless it exists.
static PUT_SCRIPT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "
redis.call('SET', KEYS[2], ARGV[2], 'NX')
if tonumber(ARGV[3]) < tonumber(redis.call('GET', KEYS[2])) then return 'unknown' end
if redis.call('SET', KEYS[1], '', 'NX', 'PX', ARGV[1]) then return 'fresh' end
return 'replay'",
    )
});

/// The generic cell rate algorithm (GCRA): the key holds the theoretical arrival time, in µs. Returns how long to wait,
/// in µs. It uses Redis's clock, because those of the instances differ.
static TAKE_SCRIPT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local every, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local free = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now) + every
local wait = free - now - every * burst
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], string.format('%.0f', free), 'PX', math.ceil((free - now) / 1000))
return 0",
    )
});

/// The names at a thing by the time until which each is there, in ms of Redis's clock, before the one that is added.
static PRESENT_SCRIPT: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local names = redis.call('ZRANGE', KEYS[1], 0, 9)
if ARGV[2] ~= '' then
  redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
end
return names",
    )
});

/// How long a store counts as full after it has rejected a write, ms: at its limit each key that expires admits
/// another.
const FULL_FOR_MS: i64 = 60_000;

/// The outcome of the last command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It responded.
    Available,
    /// It did not.
    Unavailable,
    /// It is out of memory and evicts nothing.
    Full,
}

/// Its last known state.
struct Known {
    state: State,
    /// When it was last full, by the steady clock, ms.
    full_ms: i64,
}

/// The connection.
pub(super) struct Redis {
    connection: ConnectionManager,
    clock: Arc<dyn Clock>,
    /// Logged when it changes, not for each command.
    known: Mutex<Known>,
    /// Taken only when this is dropped.
    runtime: Option<Runtime>,
}

impl Redis {
    /// Connects on first use. `time` is the response timeout; Redis needs far less than a millisecond.
    pub(super) fn open(
        address: RedisAddress,
        time: Duration,
        clock: Arc<dyn Clock>,
    ) -> anyhow::Result<Self> {
        let client = address.into_client();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("redis")
            .enable_all()
            .build()?;
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(0)
            .set_connection_timeout(Some(CONNECT_TIME))
            .set_response_timeout(Some(time));
        let connection = {
            let _there = runtime.enter();
            ConnectionManager::new_lazy_with_config(client, config)?
        };
        Ok(Self {
            connection,
            clock,
            known: Mutex::new(Known {
                state: State::Available,
                full_ms: 0,
            }),
            runtime: Some(runtime),
        })
    }

    /// See [`super::used_ids::UsedIds::put`].
    pub(super) async fn put_once(
        &self,
        purpose: &str,
        id: u128,
        window_ms: i64,
        (created_ms, now_ms): (i64, i64),
    ) -> IdStatus {
        let mut call = PUT_SCRIPT.key(format!("yingku:{purpose}:{id:032x}"));
        call.key("yingku:began")
            .arg(window_ms)
            .arg(now_ms)
            .arg(created_ms);
        let mut connection = self.connection.clone();
        let answer: Result<String, State> = self
            .execute(
                async move { call.invoke_async(&mut connection).await },
                |_| true,
            )
            .await;
        match answer.as_deref() {
            Ok("fresh") => IdStatus::Fresh,
            Ok("replay") => IdStatus::Replay,
            Ok("unknown") => IdStatus::Unknown,
            Err(State::Full) => IdStatus::Full,
            _ => IdStatus::Unavailable,
        }
    }

    /// See [`super::Limit::acquire`]. While Redis is down or full, every request passes.
    pub(super) async fn acquire(
        &self,
        purpose: &str,
        caller: &impl Display,
        quota: Quota,
    ) -> Result<(), u64> {
        let every_us = u64::try_from(quota.replenish_interval().as_nanos().div_ceil(1_000))
            .unwrap_or(u64::MAX);
        let mut call = TAKE_SCRIPT.key(format!("yingku:{purpose}:{caller}"));
        call.arg(every_us).arg(quota.burst_size().get());
        let mut connection = self.connection.clone();
        let wait_us: Result<u64, State> = self
            .execute(
                async move { call.invoke_async(&mut connection).await },
                // A rejected caller writes nothing, so it does not show that there is space.
                |wait_us| *wait_us == 0,
            )
            .await;
        match wait_us {
            Err(_) | Ok(0) => Ok(()),
            Ok(wait_us) => Err(wait_us.div_ceil(1_000_000)),
        }
    }

    /// See [`super::Presence`]. While Redis is down or full, nobody is there.
    pub(super) async fn present(
        &self,
        purpose: &str,
        thing: i64,
        added: Option<&str>,
        life_ms: i64,
    ) -> Vec<String> {
        let mut call = PRESENT_SCRIPT.key(format!("yingku:{purpose}:{thing}"));
        call.arg(life_ms).arg(added.unwrap_or_default());
        let mut connection = self.connection.clone();
        let names: Result<Vec<String>, State> = self
            .execute(
                async move { call.invoke_async(&mut connection).await },
                |_| false,
            )
            .await;
        names.unwrap_or_default()
    }

    /// See [`super::Presence::leave`].
    pub(super) async fn leave(&self, purpose: &str, thing: i64, name: &str) {
        let mut call = redis::cmd("ZREM");
        call.arg(format!("yingku:{purpose}:{thing}")).arg(name);
        let mut connection = self.connection.clone();
        // Nothing depends on it: the name expires anyway.
        let _left: Result<i64, State> = self
            .execute(
                async move { call.query_async(&mut connection).await },
                |_| false,
            )
            .await;
    }

    /// Whether it responds, even if it is full. It probes with a write, since a full one only rejects those.
    pub(super) async fn is_available(&self) -> bool {
        let mut connection = self.connection.clone();
        let mut probe = redis::cmd("SET");
        probe.arg(PROBE).arg("").arg("PX").arg(FULL_FOR_MS);
        let stored: Result<(), State> = self
            .execute(
                async move { probe.query_async(&mut connection).await },
                |()| true,
            )
            .await;
        stored != Err(State::Unavailable)
    }

    /// Whether it is out of memory, or was within the last minute.
    pub(super) fn is_full(&self) -> bool {
        self.known.lock().state == State::Full
    }

    /// Runs a command on the connection's thread. `stored` says whether its reply shows that there was room.
    async fn execute<T: Send + 'static>(
        &self,
        question: impl Future<Output = RedisResult<T>> + Send + 'static,
        stored: fn(&T) -> bool,
    ) -> Result<T, State> {
        let runtime = self.runtime.as_ref().ok_or(State::Unavailable)?;
        let _span = span::begin("redis");
        let result = runtime
            .spawn(question)
            .await
            .map_err(|_| State::Unavailable)?;
        let (state, has_room) = match &result {
            Ok(answer) => (State::Available, stored(answer)),
            Err(error) if error.code() == Some("OOM") => (State::Full, false),
            Err(_) => (State::Unavailable, false),
        };
        self.note(state, has_room, result.as_ref().err());
        result.map_err(|_| state)
    }

    /// Records the outcome of a command and logs a change. Error texts may contain the address, so only their kind is
    /// logged.
    fn note(&self, state: State, has_room: bool, error: Option<&RedisError>) {
        let now = self.clock.steady_ms();
        let mut known = self.known.lock();
        if state == State::Full {
            known.full_ms = now;
        }
        let still_full = known.state == State::Full
            && state == State::Available
            && !(has_room && now - known.full_ms >= FULL_FOR_MS);
        if still_full || std::mem::replace(&mut known.state, state) == state {
            return;
        }
        drop(known);
        let (kind, certificate) = (
            error.map(RedisError::kind),
            error.and_then(rejected_certificate),
        );
        match state {
            State::Available => tracing::info!(event = "redis_available", "Redis available again"),
            State::Unavailable => tracing::warn!(
                event = "redis_unavailable",
                ?kind,
                certificate,
                "Redis unavailable"
            ),
            State::Full => tracing::error!(
                event = "redis_full",
                "Redis is out of memory: raise its maxmemory"
            ),
        }
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // Without blocking, because a worker may drop this.
            runtime.shutdown_background();
        }
    }
}

/// Why the server's certificate was rejected, if that is the error.
fn rejected_certificate(error: &RedisError) -> Option<String> {
    let text = error.to_string();
    let at = text.find("invalid peer certificate")?;
    text.get(at..).map(str::to_owned)
}
