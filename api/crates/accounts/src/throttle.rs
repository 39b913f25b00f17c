//! Limits on password attempts. Each address has rate limits; each name has a stored count of failed attempts, after
//! which every further one has to wait longer.
//!
//! Failures count per network first, so that an attacker cannot lock a member out; only after many failures does the
//! wait apply everywhere, except to trusted origins. Unknown names are counted alike. An attempt is charged before the
//! password is checked and refunded on success, so concurrent attempts pass no more often than sequential ones. A
//! signed-in member confirming the password is charged by network only, so attackers elsewhere have no effect.
//!
//! To avoid deadlocks, a transaction locks the network's row before the row for all networks, and the sweep skips
//! locked rows.

use std::time::Duration;

use diesel::prelude::*;
use diesel::result::QueryResult;
use yingku_access::auth::signing::limits::AddressLimit;
use yingku_db::schema::login_failures;
use yingku_db::{Conn, dialect};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::AccountConfig;
use yingku_platform::ephemeral::{Ephemeral, quota};

/// Failures without a wait from all networks, as a multiple of those from one.
const ALL_NETWORKS_FACTOR: i32 = 10;
/// Longest wait, seconds.
const MAX_WAIT: i64 = 900;
/// Failures are deleted after this many seconds without another one.
const EXPIRES_AFTER: i64 = 3_600;
/// Deletes the oldest failures on SQLite.
const DELETE_OLDEST: &str = "DELETE FROM login_failures WHERE (name_key, network) IN \
    (SELECT name_key, network FROM login_failures WHERE last_at < $1 ORDER BY last_at LIMIT $2)";
/// The network of the row that counts all networks.
const ALL_NETWORKS: &str = "";

/// The rate limits per address.
pub struct AddressLimits {
    /// Issued captchas.
    pub captcha: AddressLimit,
    /// Submitted passwords: login, registration and confirmation.
    pub password: AddressLimit,
    /// New accounts.
    pub register: AddressLimit,
    /// Data exports.
    pub export: AddressLimit,
    /// Mails with a recovery code.
    pub recovery_mail: AddressLimit,
}

impl AddressLimits {
    /// From the settings.
    pub fn new(config: &AccountConfig, ephemeral: &Ephemeral) -> Self {
        let minute = Duration::from_secs(60);
        let limit =
            |purpose, number, time| AddressLimit::new(ephemeral, purpose, quota(number, time));
        Self {
            captcha: limit("captchas", config.captcha_per_minute, minute),
            password: limit("passwords", config.login_per_minute, minute),
            register: limit("accounts", config.register_per_hour, 60 * minute),
            export: limit("exports", config.export_per_hour, 60 * minute),
            recovery_mail: limit(
                "recovery mails",
                config.recovery_mails_per_hour,
                60 * minute,
            ),
        }
    }
}

fn too_many_attempts(seconds: i64) -> ApiError {
    ApiError::new(ErrorKind::RateLimited).retry_after(u64::try_from(seconds).unwrap_or(1).max(1))
}

/// A charged attempt, for [`refund_attempt`].
#[derive(Debug, Clone)]
pub struct Charged {
    /// The network or trusted device it was charged to.
    own: String,
    /// When it was charged to all networks, and the time of the previous attempt, seconds; none if it was not.
    everywhere: Option<(i64, i64)>,
}

/// Charges an attempt at a name from a network at `now`, seconds. The first `free` failures from one network need no
/// wait.
///
/// # Errors
/// 429 with the time to wait; the transaction must be rolled back then.
pub fn charge(
    conn: &mut Conn,
    name: &str,
    network: &str,
    free: i32,
    now: i64,
) -> Result<Charged, ApiError> {
    charge_network(conn, name, network, free, now)?;
    let before = charge_row(conn, (name, ALL_NETWORKS), free * ALL_NETWORKS_FACTOR, now)?;
    Ok(Charged {
        own: network.to_owned(),
        everywhere: Some((now, before)),
    })
}

/// [`charge`] from a trusted origin: failures from elsewhere do not make it wait, nor those in its own network if the
/// device is trusted.
pub fn charge_trusted(
    conn: &mut Conn,
    name: &str,
    own: &str,
    free: i32,
    now: i64,
) -> Result<Charged, ApiError> {
    charge_network(conn, name, own, free, now)?;
    Ok(Charged {
        own: own.to_owned(),
        everywhere: None,
    })
}

/// [`charge`] for a member who is signed in as `name`: by network only.
pub fn charge_network(
    conn: &mut Conn,
    name: &str,
    network: &str,
    free: i32,
    now: i64,
) -> Result<(), ApiError> {
    charge_row(conn, (name, network), free, now).map(|_| ())
}

/// Charges one row, and returns the time of the previous attempt.
fn charge_row(conn: &mut Conn, row: (&str, &str), free: i32, now: i64) -> Result<i64, ApiError> {
    let quiet = old(now)
        .filter(login_failures::name_key.eq(row.0))
        .filter(login_failures::network.eq(row.1));
    diesel::delete(quiet).execute(conn)?;
    let (failures, last_at) = add_one(conn, row.0, row.1, now)?;
    // After the clock was set back, nobody waits until it catches up.
    let last_at = last_at.min(now);
    let wait = last_at + backoff_after(failures - 1, free) - now;
    if wait > 0 {
        return Err(too_many_attempts(wait));
    }
    diesel::update(login_failures::table.find(row))
        .set(login_failures::last_at.eq(now))
        .execute(conn)?;
    Ok(last_at)
}

/// Refunds a successful attempt and deletes the failures of its network. A wait caused by failures from all networks
/// remains as it was.
pub fn refund_attempt(conn: &mut Conn, name: &str, charged: &Charged) -> QueryResult<()> {
    refund_network_attempt(conn, name, &charged.own)?;
    let Some((at, before)) = charged.everywhere else {
        return Ok(());
    };
    let everywhere = login_failures::table.find((name, ALL_NETWORKS));
    diesel::update(everywhere)
        .set(login_failures::failures.eq(login_failures::failures - 1))
        .execute(conn)?;
    diesel::update(everywhere.filter(login_failures::last_at.eq(at)))
        .set(login_failures::last_at.eq(before))
        .execute(conn)?;
    diesel::delete(everywhere.filter(login_failures::failures.le(0)))
        .execute(conn)
        .map(|_| ())
}

/// [`refund_attempt`] for [`charge_network`].
pub fn refund_network_attempt(conn: &mut Conn, name: &str, network: &str) -> QueryResult<()> {
    diesel::delete(login_failures::table.find((name, network)))
        .execute(conn)
        .map(|_| ())
}

/// Deletes expired failures, at most `limit` rows; on PostgreSQL it skips locked rows. A name's own expired rows are
/// also deleted at its next attempt.
pub fn sweep(conn: &mut Conn, now: i64, limit: i64) -> QueryResult<usize> {
    let before = now - EXPIRES_AFTER;
    match conn {
        Conn::Sqlite(_) => dialect::run_cleanup(conn, DELETE_OLDEST, before, limit),
        Conn::Postgres(conn) => dialect::delete_free_failures(conn, before, limit),
    }
}

#[diesel::dsl::auto_type]
fn old(now: i64) -> _ {
    let before: i64 = now - EXPIRES_AFTER;
    login_failures::table.filter(login_failures::last_at.lt(before))
}

/// Increments the count, which locks the row. Returns the count and the time of the previous attempt.
fn add_one(conn: &mut Conn, name: &str, network: &str, now: i64) -> QueryResult<(i32, i64)> {
    let first = (
        login_failures::name_key.eq(name),
        login_failures::network.eq(network),
        login_failures::failures.eq(1),
        login_failures::last_at.eq(now),
    );
    yingku_db::on_engine!(conn, c => diesel::insert_into(login_failures::table)
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

/// Seconds to wait after this many failures: 1, 2, 4, … up to 15 minutes.
fn backoff_after(failures: i32, free: i32) -> i64 {
    let Ok(doublings) = u32::try_from(failures - free) else {
        return 0;
    };
    1_i64
        .checked_shl(doublings.min(32))
        .map_or(MAX_WAIT, |wait| wait.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use yingku_base::clock::ManualClock;

    #[test]
    fn delays_double_up_to_fifteen_minutes() {
        let waits: Vec<i64> = (0..18).map(|failures| backoff_after(failures, 5)).collect();
        assert_eq!(
            waits,
            [
                0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900
            ]
        );
        assert_eq!(backoff_after(i32::MAX, 5), MAX_WAIT);
    }

    #[actix_web::test]
    async fn delays_follow_the_services_clock() {
        let clock = Arc::new(ManualClock::at(1_790_000_000_000));
        let store = Ephemeral::in_memory(clock.clone());
        let limit = AddressLimit::new(&store, "test", quota(3, Duration::from_secs(60)));
        let ip = "1.2.3.4".parse().unwrap();
        for _ in 0..3 {
            assert!(limit.admit(ip).await.is_ok());
        }
        let rejected = limit.admit(ip).await.unwrap_err();
        assert_eq!(rejected.kind, ErrorKind::RateLimited);
        assert!(limit.admit("1.2.3.5".parse().unwrap()).await.is_ok());
        clock.advance(20_000);
        assert!(limit.admit(ip).await.is_ok());
        assert!(limit.admit(ip).await.is_err());
    }
}
