//! Deletes expired data, publishes scheduled works and ends the jobs of dead processes, on a background thread, in small batches
//! while no other write is waiting. `RETENTION` has the periods; `README.md` of this folder, "How long data is kept", also lists
//! what is never deleted.

use std::sync::Arc;
use std::time::Duration;

use diesel::result::QueryResult;
use yingku_access::audit::Actor;
use yingku_access::auth::personal_data;
use yingku_access::auth::users;
use yingku_accounts::throttle;
use yingku_base::clock::Clock;
use yingku_base::ids::Ids;
use yingku_base::time::{DAY, shanghai_day};
use yingku_base::workers::adaptive_batch::{AdaptiveBatch, BatchLimits};
use yingku_base::workers::{Delay, Housekeeper, Worker};
use yingku_catalogue::jobs::film_queue;
use yingku_catalogue::uploads::undo::UNDO_PERIOD;
use yingku_catalogue::works::admin::state::publish_due;
use yingku_catalogue::works::top_views;
use yingku_db::{Conn, Db, dialect};
use yingku_http_kit::error::ApiError;

use super::admin::merge;
use super::personal_data::PERSONAL_DATA;

/// Pause between two rounds.
const INTERVAL: Duration = Duration::from_secs(60);

/// Data that expires.
struct Expiring {
    what: &'static str,
    after: Expiry,
    /// Deletes or clears at most about `$2` rows from before `$1`.
    statement: &'static str,
}

/// When it expires.
enum Expiry {
    /// At the end of the day in Shanghai.
    Day,
    /// After this many seconds.
    Seconds(i64),
}

const RETENTION: &[Expiring] = &[
    Expiring {
        what: "copied links",
        after: Expiry::Day,
        // Only the oldest day: over several days SQLite would scan all their rows in each batch. The rows of one
        // subject are deleted together.
        statement: "DELETE FROM copy_log WHERE day = (SELECT min(day) FROM copy_log WHERE day < $1) \
            AND subject <= (SELECT max(subject) FROM (SELECT subject FROM copy_log \
            WHERE day = (SELECT min(day) FROM copy_log WHERE day < $1) ORDER BY subject LIMIT $2) AS first)",
    },
    Expiring {
        what: "quotas of copied links",
        after: Expiry::Day,
        statement: "DELETE FROM copy_quota WHERE day = (SELECT min(day) FROM copy_quota WHERE day < $1) \
            AND subject <= (SELECT max(subject) FROM (SELECT subject FROM copy_quota \
            WHERE day = (SELECT min(day) FROM copy_quota WHERE day < $1) ORDER BY subject LIMIT $2) AS first)",
    },
    Expiring {
        what: "views of works, by day, after 400 days",
        after: Expiry::Day,
        statement: "DELETE FROM daily_work_views WHERE day = (SELECT min(day) FROM daily_work_views WHERE day < $1 - 400) \
            AND work_id <= (SELECT max(work_id) FROM (SELECT work_id FROM daily_work_views WHERE day = \
            (SELECT min(day) FROM daily_work_views WHERE day < $1 - 400) ORDER BY work_id LIMIT $2) AS first)",
    },
    Expiring {
        what: "notices to operators",
        after: Expiry::Seconds(30 * DAY),
        statement: "DELETE FROM notices WHERE id IN \
            (SELECT id FROM notices WHERE created_at < $1 ORDER BY created_at LIMIT $2)",
    },
    Expiring {
        what: "ended sessions",
        // A revoked session is not renewed, so it expires like an idle one.
        after: Expiry::Seconds(DAY),
        statement: "DELETE FROM sessions WHERE id IN \
            (SELECT id FROM sessions WHERE idle_until < $1 ORDER BY idle_until LIMIT $2)",
    },
    Expiring {
        what: "attempts to use a code",
        after: Expiry::Seconds(30 * DAY),
        statement: "DELETE FROM activation_attempts WHERE id IN \
            (SELECT id FROM activation_attempts WHERE created_at < $1 ORDER BY created_at LIMIT $2)",
    },
    Expiring {
        what: "networks that codes were used from",
        after: Expiry::Seconds(30 * DAY),
        statement: "UPDATE activation_codes SET used_network = '' WHERE id IN \
            (SELECT id FROM activation_codes WHERE used_network <> '' AND used_at < $1 ORDER BY used_at LIMIT $2)",
    },
    Expiring {
        what: "how reporters can be reached, after the decision",
        after: Expiry::Seconds(90 * DAY),
        statement: "UPDATE reports SET contact = '' WHERE id IN \
            (SELECT id FROM reports WHERE contact <> '' AND decided_at < $1 ORDER BY decided_at LIMIT $2)",
    },
    Expiring {
        what: "what providers said of payments",
        after: Expiry::Seconds(400 * DAY),
        statement: "UPDATE payments SET raw = '' WHERE (channel, trade_no) IN \
            (SELECT channel, trade_no FROM payments WHERE raw <> '' AND created_at < $1 ORDER BY created_at LIMIT $2)",
    },
    Expiring {
        what: "grants that nobody confirmed",
        after: Expiry::Seconds(0),
        statement: "DELETE FROM grant_requests WHERE id IN \
            (SELECT id FROM grant_requests WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
    },
    Expiring {
        what: "imports that can be undone",
        after: Expiry::Seconds(UNDO_PERIOD),
        statement: "UPDATE imports SET undo = 'none' WHERE id IN \
            (SELECT id FROM imports WHERE undo IN ('open', 'begun') AND finished_at < $1 ORDER BY finished_at LIMIT $2)",
    },
    Expiring {
        what: "what imports changed",
        after: Expiry::Seconds(UNDO_PERIOD),
        // Only the oldest import: the others are looked at when its rows are gone.
        statement: "DELETE FROM import_changes WHERE import_id = (SELECT id FROM imports \
            WHERE id = (SELECT min(import_id) FROM import_changes) AND coalesce(finished_at, created_at) < $1) \
            AND work_id <= (SELECT max(work_id) FROM (SELECT work_id FROM import_changes \
            WHERE import_id = (SELECT min(import_id) FROM import_changes) ORDER BY work_id LIMIT $2) AS first)",
    },
    Expiring {
        what: "terms that imports created",
        after: Expiry::Seconds(UNDO_PERIOD),
        statement: "DELETE FROM import_terms WHERE import_id = (SELECT id FROM imports \
            WHERE id = (SELECT min(import_id) FROM import_terms) AND coalesce(finished_at, created_at) < $1) \
            AND term_id <= (SELECT max(term_id) FROM (SELECT term_id FROM import_terms \
            WHERE import_id = (SELECT min(import_id) FROM import_terms) ORDER BY term_id LIMIT $2) AS first)",
    },
    Expiring {
        what: "merges that can be undone",
        after: Expiry::Seconds(merge::UNDO_PERIOD),
        statement: "DELETE FROM work_merges WHERE from_id IN \
            (SELECT from_id FROM work_merges WHERE created_at < $1 ORDER BY created_at LIMIT $2)",
    },
    Expiring {
        what: "what operators did",
        after: Expiry::Seconds(3 * 366 * DAY),
        statement: "DELETE FROM audit_log WHERE id IN \
            (SELECT id FROM audit_log WHERE created_at < $1 ORDER BY created_at LIMIT $2)",
    },
];

/// A few milliseconds per batch, and long pauses.
const LIMITS: BatchLimits = BatchLimits {
    target_duration: Duration::from_millis(8),
    items: 50..=2_000,
    pause_factor: 5,
    rest: Duration::from_millis(1)..=Duration::from_secs(1),
};

/// Starts the thread. Dropping the result stops it after the current batch.
pub fn start(db: &Db, clock: &Arc<dyn Clock>, ids: &Arc<Ids>) -> std::io::Result<Housekeeper> {
    let (db, clock, ids) = (db.clone(), Arc::clone(clock), Arc::clone(ids));
    let mut batch = AdaptiveBatch::new(LIMITS);
    // The current task.
    let mut at = 0;
    let worker = Worker::start("housekeeping", move || {
        let actor = Actor::background(Arc::clone(&ids), Arc::clone(&clock));
        let limit = batch.items();
        let began = std::time::Instant::now();
        match step(&db, &actor, at, limit) {
            Ok(Some(0)) => {
                at += 1;
                Delay::pause(Duration::ZERO)
            }
            Ok(Some(changed)) => Delay::pause(batch.took(changed, began.elapsed())),
            Ok(None) => {
                at = 0;
                Delay::idle(INTERVAL)
            }
            // A failing task does not block the others.
            Err(error) => {
                let cause = format!("{:#}", anyhow::Error::from(error));
                tracing::warn!(
                    event = "expiry_failed",
                    what = name(at),
                    cause,
                    "failed to delete expired data"
                );
                at += 1;
                Delay::pause(Duration::ZERO)
            }
        }
    })?;
    Ok(Housekeeper(worker))
}

/// Tasks before those of `RETENTION`.
const OTHERS: usize = 5;

/// The name of the task at this index.
fn name(at: usize) -> &'static str {
    match at {
        0 => "failed logins",
        1 => "members who leave",
        2 => "scheduled works",
        3 => "films of dead processes",
        4 => "views of works beyond the most viewed of their day",
        _ => RETENTION
            .get(at - OTHERS)
            .map_or("nothing", |expiring| expiring.what),
    }
}

/// Runs a batch of the task at this index and returns how many rows it changed; `None` if there is no such task.
fn step(db: &Db, actor: &Actor, at: usize, limit: usize) -> Result<Option<usize>, ApiError> {
    let now = actor.now;
    let rows = i64::try_from(limit).unwrap_or(i64::MAX);
    if at >= RETENTION.len() + OTHERS {
        return Ok(None);
    }
    let task = |conn: &mut Conn| match at {
        0 => Ok(throttle::sweep(conn, now, rows)?),
        1 => Ok(erase_members(conn, now, rows)?),
        2 => publish_due(conn, actor, rows),
        3 => film_queue::end_dead(db, conn, actor, rows),
        4 => Ok(top_views::cut(conn, shanghai_day(now), rows)?),
        _ => Ok(RETENTION
            .get(at - OTHERS)
            .map_or(Ok(0), |expiring| delete_expired(conn, expiring, now, rows))?),
    };
    db.write_when_idle(|conn| task(conn).map(Some))
}

/// Erases some data of a member who deleted the account, and returns the number of rows; 0 if there is none.
fn erase_members(conn: &mut Conn, now: i64, rows: i64) -> QueryResult<usize> {
    match users::lock_next_leaving(conn)? {
        Some(user) => Ok(personal_data::erase_step(PERSONAL_DATA, conn, user, now, rows)?.rows),
        None => Ok(0),
    }
}

fn delete_expired(conn: &mut Conn, expiring: &Expiring, now: i64, rows: i64) -> QueryResult<usize> {
    let before = match expiring.after {
        Expiry::Day => i64::from(shanghai_day(now)),
        Expiry::Seconds(seconds) => now - seconds,
    };
    let changed = dialect::run_cleanup(conn, expiring.statement, before, rows)?;
    if changed > 0 {
        tracing::debug!(
            event = "expired_data_deleted",
            what = expiring.what,
            changed,
            "deleted expired data"
        );
    }
    Ok(changed)
}
