//! What is kept for a time only goes here: a thread deletes it in small steps when nobody else wants to write, so that
//! no visitor's call has to. `KEPT` says what is kept for how long; ARCHITECTURE has the whole table, with what stays.

use std::sync::Arc;
use std::time::Duration;

use diesel::result::QueryResult;

use super::PERSONAL_DATA;
use crate::account::throttle;
use crate::auth::personal_data;
use crate::auth::users;
use crate::base::clock::Clock;
use crate::base::time::{DAY, shanghai_day};
use crate::db::{Conn, Db, DbError, dialect};
use crate::workers::adaptive_batch::{AdaptiveBatch, BatchLimits};
use crate::workers::{Delay, Housekeeper, Worker};

/// How often it looks for what has become old.
const EVERY: Duration = Duration::from_secs(60);

/// Something that is kept for a time only.
struct Kept {
    what: &'static str,
    old: Old,
    /// Changes about `$2` rows at most that are from before `$1`.
    statement: &'static str,
}

/// When it is old.
enum Old {
    /// When the day in Shanghai is over.
    Yesterday,
    /// After so many seconds.
    After(i64),
}

const KEPT: &[Kept] = &[
    Kept {
        what: "copied links",
        old: Old::Yesterday,
        // The oldest day alone: over several days SQLite would look at all their rows in each step. The links of one
        // who copied many go together.
        statement: "DELETE FROM copy_log WHERE day = (SELECT min(day) FROM copy_log WHERE day < $1) \
            AND subject <= (SELECT max(subject) FROM (SELECT subject FROM copy_log \
            WHERE day = (SELECT min(day) FROM copy_log WHERE day < $1) ORDER BY subject LIMIT $2) AS first)",
    },
    Kept {
        what: "quotas of copied links",
        old: Old::Yesterday,
        statement: "DELETE FROM copy_quota WHERE day = (SELECT min(day) FROM copy_quota WHERE day < $1) \
            AND subject <= (SELECT max(subject) FROM (SELECT subject FROM copy_quota \
            WHERE day = (SELECT min(day) FROM copy_quota WHERE day < $1) ORDER BY subject LIMIT $2) AS first)",
    },
    Kept {
        what: "ended sessions",
        // One that was revoked is not renewed any more, so that it becomes idle like the others.
        old: Old::After(DAY),
        statement: "DELETE FROM sessions WHERE id IN \
            (SELECT id FROM sessions WHERE idle_until < $1 ORDER BY idle_until LIMIT $2)",
    },
    Kept {
        what: "attempts to use a code",
        old: Old::After(30 * DAY),
        statement: "DELETE FROM activation_attempts WHERE id IN \
            (SELECT id FROM activation_attempts WHERE created_at < $1 ORDER BY created_at LIMIT $2)",
    },
    Kept {
        what: "networks that codes were used from",
        old: Old::After(30 * DAY),
        statement: "UPDATE activation_codes SET used_network = '' WHERE id IN \
            (SELECT id FROM activation_codes WHERE used_network <> '' AND used_at < $1 ORDER BY used_at LIMIT $2)",
    },
    Kept {
        what: "how reporters can be reached, after the decision",
        old: Old::After(90 * DAY),
        statement: "UPDATE reports SET contact = '' WHERE id IN \
            (SELECT id FROM reports WHERE contact <> '' AND decided_at < $1 ORDER BY decided_at LIMIT $2)",
    },
    Kept {
        what: "what providers said of payments",
        old: Old::After(400 * DAY),
        statement: "UPDATE payments SET raw = '' WHERE (channel, trade_no) IN \
            (SELECT channel, trade_no FROM payments WHERE raw <> '' AND created_at < $1 ORDER BY created_at LIMIT $2)",
    },
    Kept {
        what: "what operators did",
        old: Old::After(3 * 366 * DAY),
        statement: "DELETE FROM audit_log WHERE id IN \
            (SELECT id FROM audit_log WHERE created_at < $1 ORDER BY created_at LIMIT $2)",
    },
];

/// Some milliseconds a step, and long rests: nothing here is in a hurry.
fn gently() -> BatchLimits {
    BatchLimits {
        aim: Duration::from_millis(8),
        items: 50..=2_000,
        rest_times: 5,
        rest: Duration::from_millis(1)..=Duration::from_secs(1),
    }
}

/// Starts the thread; it ends when this is dropped, after the step it is at.
///
/// # Errors
/// When the machine gives no thread.
pub fn start(db: &Db, clock: Arc<dyn Clock>) -> std::io::Result<Housekeeper> {
    let db = db.clone();
    let mut pace = AdaptiveBatch::new(gently());
    // The task it is at.
    let mut at = 0;
    let worker = Worker::start("housekeeping", move || {
        let now = clock.now_ms().div_euclid(1_000);
        let limit = pace.items();
        let began = std::time::Instant::now();
        match step(&db, at, now, limit) {
            Ok(Some(0)) => {
                at += 1;
                Delay::pause(Duration::ZERO)
            }
            Ok(Some(changed)) => Delay::pause(pace.took(changed, began.elapsed())),
            Ok(None) => {
                at = 0;
                Delay::idle(EVERY)
            }
            // The others do not wait for one that cannot be done.
            Err(error) => {
                let cause = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(what = name(at), cause, "what is old could not be deleted");
                at += 1;
                Delay::pause(Duration::ZERO)
            }
        }
    })?;
    Ok(Housekeeper(worker))
}

/// What the task at this place is about.
fn name(at: usize) -> &'static str {
    match at {
        0 => "failed logins",
        1 => "members who leave",
        _ => KEPT.get(at - 2).map_or("nothing", |kept| kept.what),
    }
}

/// One step of the task at this place, and how many rows it changed; nothing when there is no such task.
fn step(db: &Db, at: usize, now: i64, limit: usize) -> Result<Option<usize>, DbError> {
    let rows = i64::try_from(limit).unwrap_or(i64::MAX);
    // The first two are more than a statement.
    let next = match at {
        0 => {
            let swept = db.execute_last(|conn| throttle::sweep(conn, now, rows))?;
            return Ok(Some(swept));
        }
        1 => {
            return Ok(Some(db.execute_last(|conn| see_off(conn, now, rows))?));
        }
        _ => at - 2,
    };
    let Some(kept) = KEPT.get(next) else {
        return Ok(None);
    };
    let changed = db.execute_last(|conn| tidy(conn, kept, now, rows))?;
    if changed > 0 {
        tracing::debug!(what = kept.what, changed, "what was old is gone");
    }
    Ok(Some(changed))
}

/// Takes back some of what one who has left kept, and says how many rows it was; 0 when nobody is leaving.
fn see_off(conn: &mut Conn, now: i64, rows: i64) -> QueryResult<usize> {
    match users::next_leaving(conn)? {
        Some(user) => Ok(personal_data::erase_step(PERSONAL_DATA, conn, user, now, rows)?.rows),
        None => Ok(0),
    }
}

fn tidy(conn: &mut Conn, kept: &Kept, now: i64, rows: i64) -> QueryResult<usize> {
    let before = match kept.old {
        Old::Yesterday => i64::from(shanghai_day(now)),
        Old::After(seconds) => now - seconds,
    };
    dialect::tidy(conn, kept.statement, before, rows)
}
