//! The instances on one PostgreSQL. Each holds an advisory lock on its `NODE_ID`, which ends with its connection, so a
//! killed instance leaves no lock behind. Two instances with the same number would create the same ids; without a
//! shared Redis each would accept a request that the other has already seen.

use std::time::Duration;

use diesel::PgConnection;
use diesel::r2d2::PooledConnection;
use yingku_base::workers::{Delay, Worker};

use super::connection::Conn;
use super::database::Db;
use super::dialect;
use super::engine::Engine;
use super::error::DbError;
use super::manager::{Manager, open_pool};
use super::options::DbOptions;

/// How often the connection that holds the lock is tested.
const INTERVAL: Duration = Duration::from_secs(5);
/// Attempts until a conflict is reported, and the pause between them.
const ATTEMPTS: usize = 20;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);

/// The lock on an instance's number, released when dropped.
pub struct InstanceLock {
    _worker: Worker,
}

/// The other instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherInstances {
    /// One of them has the same number.
    pub same_number: bool,
    /// There are other instances.
    pub any: bool,
    /// One of them does not use a shared Redis.
    pub without_redis: bool,
}

impl OtherInstances {
    /// Why an instance must not run alongside them.
    pub fn conflict(self, has_redis: bool) -> Option<&'static str> {
        if self.same_number {
            Some(
                "Another instance on this database has the same NODE_ID, so both would create the same ids.",
            )
        } else if self.any && !has_redis {
            Some(
                "Another instance uses this database, and REDIS_URL is not set: each would accept requests that the other has seen, and count limits alone.",
            )
        } else if self.without_redis {
            Some(
                "Another instance uses this database and has no REDIS_URL: each would accept requests that the other has seen, and count limits alone. Restart that one with it first.",
            )
        } else {
            None
        }
    }
}

/// Locks the number, announces whether this instance has a shared Redis, and finds the other instances. SQLite needs
/// none of this.
pub fn announce(
    options: &DbOptions,
    node: u16,
    has_redis: bool,
) -> Result<Option<(InstanceLock, OtherInstances)>, DbError> {
    if Engine::from_url(&options.url)? == Engine::Sqlite {
        return Ok(None);
    }
    let pool = open_pool(&options.url, 1, options)?;
    let open = move || {
        let mut held = pool.get().map_err(DbError::unreachable)?;
        let others = lock_number(&mut held.conn, node, has_redis)?;
        Ok::<_, DbError>((held, others))
    };
    let (held, others) = open()?;
    let mut held: Option<PooledConnection<Manager>> = Some(held);
    let worker = Worker::start("instance", move || {
        let lives = |held: &mut PooledConnection<Manager>| dialect::ping(&mut held.conn).is_ok();
        if !held.as_mut().is_some_and(lives) {
            // First, so that the old lock is released.
            drop(held.take());
            match open() {
                Ok((next, others)) => {
                    if let Some(problem) = others.conflict(has_redis) {
                        tracing::error!(event = "instance_conflict", node, "{problem}");
                    }
                    held = Some(next);
                }
                Err(error) => {
                    tracing::debug!(event = "node_lock_failed", %error, "failed to lock the number of this instance")
                }
            }
        }
        Delay::idle(INTERVAL)
    });
    let worker = worker.map_err(DbError::unreachable)?;
    Ok(Some((InstanceLock { _worker: worker }, others)))
}

/// Whether any instance runs on this database. Always false on SQLite, which has no such locks.
///
/// # Errors
/// The error of the database.
pub fn any(db: &Db) -> Result<bool, DbError> {
    db.query_now(|conn| match conn {
        Conn::Sqlite(_) => Ok(false),
        Conn::Postgres(conn) => dialect::count_nodes(conn).map(|taken| taken > 0),
    })
}

fn lock_number(conn: &mut Conn, node: u16, has_redis: bool) -> Result<OtherInstances, DbError> {
    let Conn::Postgres(conn) = conn else {
        return Err(DbError::Address);
    };
    // Announced before the query, so that of two instances starting at once, one sees the other.
    if !has_redis {
        dialect::mark_without_store(conn)?;
    }
    let mut mine = dialect::lock_node(conn, i32::from(node))?;
    let mut others = find_others(conn, mine, has_redis)?;
    // PostgreSQL may not have noticed yet that another process has ended.
    for _ in 0..ATTEMPTS {
        if others.conflict(has_redis).is_none() {
            break;
        }
        std::thread::sleep(BETWEEN_ATTEMPTS);
        mine = mine || dialect::lock_node(conn, i32::from(node))?;
        others = find_others(conn, mine, has_redis)?;
    }
    Ok(others)
}

fn find_others(
    conn: &mut PgConnection,
    mine: bool,
    has_redis: bool,
) -> Result<OtherInstances, DbError> {
    Ok(OtherInstances {
        same_number: !mine,
        any: dialect::count_nodes(conn)? > i64::from(mine),
        without_redis: dialect::count_without_store(conn)? > i64::from(!has_redis),
    })
}
