//! How often somebody may try. Each address has limits of its own; each name has a count of attempts
//! that have not succeeded, kept in the database, after which every further one has to wait longer.
//!
//! The wait counts for a name from one network first, so that a stranger cannot lock a member out at
//! will; only after many failures it counts from everywhere. Unknown names are counted alike. An attempt
//! is charged before the password is looked at, and given back when it was right: of many at once no
//! more pass than one after the other.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use diesel::prelude::*;
use diesel::result::QueryResult;
use governor::clock::Clock as GovernorClock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::clock::Clock;
use crate::config::AccountConfig;
use crate::db::Conn;
use crate::db::schema::login_failures;
use crate::guard::limits::{at_least_one, network};
use crate::http::error::{ApiError, ErrorKind};

/// Failures from one network, and from everywhere, that need no wait.
const FREE_FROM_ONE: i32 = 5;
const FREE_FROM_ALL: i32 = 50;
/// Longest wait, seconds.
const LONGEST_WAIT: i64 = 900;
/// Failures are forgotten when there was none for so long, seconds.
const FORGOTTEN_AFTER: i64 = 3_600;
/// The network that stands for all.
const EVERYWHERE: &str = "";
/// Addresses that have been quiet are forgotten once in so many calls.
const SWEEP_EVERY: u32 = 1_024;

/// The limits of each address.
pub struct AddressLimits {
    /// Getting captchas.
    pub captcha: Limit,
    /// Sending a password, to log in, to register or to confirm.
    pub password: Limit,
    /// Making accounts.
    pub register: Limit,
}

type Limiter =
    RateLimiter<IpAddr, DashMapStateStore<IpAddr>, ServiceClock, NoOpMiddleware<Duration>>;

/// One limit of each address, by the service's own clock.
pub struct Limit {
    limiter: Limiter,
    clock: ServiceClock,
    calls: AtomicU32,
}

impl AddressLimits {
    /// As the settings say.
    pub fn new(config: &AccountConfig, clock: &Arc<dyn Clock>) -> Self {
        let minute = Duration::from_secs(60);
        let limit = |number, time| Limit::new(number, time, Arc::clone(clock));
        Self {
            captcha: limit(config.captcha_per_minute, minute),
            password: limit(config.login_per_minute, minute),
            register: limit(config.register_per_hour, 60 * minute),
        }
    }
}

impl Limit {
    /// `number` in `time`, all of them at once if they like.
    fn new(number: u32, time: Duration, clock: Arc<dyn Clock>) -> Self {
        let number = at_least_one(number);
        let quota = Quota::with_period(time / number.get())
            .unwrap_or(Quota::per_second(number))
            .allow_burst(number);
        let clock = ServiceClock(clock);
        Self {
            limiter: RateLimiter::dashmap_with_clock(quota, clock.clone()),
            clock,
            calls: AtomicU32::new(0),
        }
    }

    /// Counts a call.
    ///
    /// # Errors
    /// 429 with the time to wait.
    pub fn take(&self, ip: IpAddr) -> Result<(), ApiError> {
        if self.calls.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(&network(ip)).map_err(|not_until| {
            too_often(wait_seconds(not_until.wait_time_from(self.clock.now())))
        })
    }
}

/// The service's clock as the limiter wants it.
#[derive(Clone)]
struct ServiceClock(Arc<dyn Clock>);

impl GovernorClock for ServiceClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.now_ms()).unwrap_or(0))
    }
}

fn wait_seconds(wait: Duration) -> i64 {
    i64::try_from(wait.as_secs()).map_or(LONGEST_WAIT, |seconds| seconds + 1)
}

fn too_often(seconds: i64) -> ApiError {
    ApiError::new(ErrorKind::RateLimited).retry_after(u64::try_from(seconds).unwrap_or(1).max(1))
}

/// Charges an attempt at a name from a network, at `now` (seconds), unless it has to wait.
///
/// # Errors
/// 429 with the time to wait; the transaction must not be kept then.
pub fn charge(conn: &mut Conn, name: &str, network: &str, now: i64) -> Result<(), ApiError> {
    let old = login_failures::table.filter(login_failures::last_at.lt(now - FORGOTTEN_AFTER));
    diesel::delete(old).execute(conn)?;
    for (network, free) in [(network, FREE_FROM_ONE), (EVERYWHERE, FREE_FROM_ALL)] {
        let (failures, last_at) = add_one(conn, name, network, now)?;
        let wait = last_at + wait_after(failures - 1, free) - now;
        if wait > 0 {
            return Err(too_often(wait));
        }
        diesel::update(login_failures::table.find((name, network)))
            .set(login_failures::last_at.eq(now))
            .execute(conn)?;
    }
    Ok(())
}

/// Gives an attempt back that was right, and forgets the failures from its network.
///
/// # Errors
/// The statement's.
pub fn forgive(conn: &mut Conn, name: &str, network: &str) -> QueryResult<()> {
    diesel::delete(login_failures::table.find((name, network))).execute(conn)?;
    diesel::update(login_failures::table.find((name, EVERYWHERE)))
        .set(login_failures::failures.eq(login_failures::failures - 1))
        .execute(conn)?;
    let none_left = login_failures::table
        .find((name, EVERYWHERE))
        .filter(login_failures::failures.le(0));
    diesel::delete(none_left).execute(conn).map(|_| ())
}

/// Counts one more, which locks the row, and gives the count with the time of the one before.
fn add_one(conn: &mut Conn, name: &str, network: &str, now: i64) -> QueryResult<(i32, i64)> {
    let first = (
        login_failures::name_key.eq(name),
        login_failures::network.eq(network),
        login_failures::failures.eq(1),
        login_failures::last_at.eq(now),
    );
    crate::on_engine!(conn, c => diesel::insert_into(login_failures::table)
        .values(first)
        .on_conflict((login_failures::name_key, login_failures::network))
        .do_update()
        .set(login_failures::failures.eq(login_failures::failures + 1))
        .execute(c))?;
    login_failures::table
        .find((name, network))
        .select((login_failures::failures, login_failures::last_at))
        .first(conn)
}

/// Seconds to wait after so many failures of which so many are free: 1, 2, 4, … up to a quarter hour.
fn wait_after(failures: i32, free: i32) -> i64 {
    let Ok(doublings) = u32::try_from(failures - free) else {
        return 0;
    };
    1_i64
        .checked_shl(doublings.min(32))
        .map_or(LONGEST_WAIT, |wait| wait.min(LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[test]
    fn waits_double_up_to_a_quarter_of_an_hour() {
        let waits: Vec<i64> = (0..18).map(|failures| wait_after(failures, 5)).collect();
        assert_eq!(
            waits,
            [
                0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900
            ]
        );
        assert_eq!(wait_after(i32::MAX, 5), LONGEST_WAIT);
    }

    #[test]
    fn an_address_waits_by_the_services_clock() {
        let clock = Arc::new(ManualClock::at(1_790_000_000_000));
        let limit = Limit::new(3, Duration::from_secs(60), clock.clone());
        let ip = "1.2.3.4".parse().unwrap();
        assert!((0..3).all(|_| limit.take(ip).is_ok()));
        assert_eq!(limit.take(ip).unwrap_err().kind, ErrorKind::RateLimited);
        assert!(limit.take("1.2.3.5".parse().unwrap()).is_ok());
        clock.advance(20_000);
        assert!(limit.take(ip).is_ok());
        assert!(limit.take(ip).is_err());
    }
}
