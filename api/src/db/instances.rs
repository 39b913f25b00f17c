//! The instances on one PostgreSQL. Each holds an advisory lock on its `NODE_ID`, which ends with its connection, so a
//! killed one leaves nothing behind. Two instances with one number would create the same ids, and two without a shared
//! Redis would each accept a request that the other has seen.

use std::time::Duration;

use diesel::r2d2::PooledConnection;

use super::connection::{Manager, open_pool};
use super::{Conn, Db, DbError, DbOptions, Engine, dialect};
use crate::workers::{Delay, Worker};

/// How often the connection that holds the lock is tested.
const EVERY: Duration = Duration::from_secs(5);
/// Attempts to take a number that is in use, and the pause between them.
const ATTEMPTS: usize = 20;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);

/// Holds the number of an instance while it lives.
pub struct InstanceLock {
    _worker: Worker,
}

/// The other instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OtherInstances {
    /// Another instance has the same number.
    pub same_number: bool,
    /// There are other instances.
    pub any: bool,
}

/// Takes the number and looks for other instances. SQLite needs no number.
pub fn announce(
    options: &DbOptions,
    node: u16,
) -> Result<Option<(InstanceLock, OtherInstances)>, DbError> {
    if Engine::from_url(&options.url)? == Engine::Sqlite {
        return Ok(None);
    }
    let pool = open_pool(&options.url, 1, options)?;
    let open = move || {
        let mut held = pool.get().map_err(DbError::unreachable)?;
        let others = lock_number(&mut held.conn, node)?;
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
                    if others.same_number {
                        tracing::error!(node, "another instance has the same NODE_ID");
                    }
                    held = Some(next);
                }
                Err(error) => {
                    tracing::debug!(%error, "the number of this instance could not be taken")
                }
            }
        }
        Delay::idle(EVERY)
    });
    let worker = worker.map_err(DbError::unreachable)?;
    Ok(Some((InstanceLock { _worker: worker }, others)))
}

/// Whether any instance runs on this database. SQLite does not know.
///
/// # Errors
/// The error of the database.
pub fn any(db: &Db) -> Result<bool, DbError> {
    db.query_now(|conn| match conn {
        Conn::Sqlite(_) => Ok(false),
        Conn::Postgres(conn) => dialect::nodes_taken(conn).map(|taken| taken > 0),
    })
}

fn lock_number(conn: &mut Conn, node: u16) -> Result<OtherInstances, DbError> {
    let Conn::Postgres(conn) = conn else {
        return Err(DbError::Address);
    };
    let mut mine = dialect::take_node(conn, i32::from(node))?;
    // PostgreSQL may not have noticed yet that the previous process has ended.
    for _ in 0..ATTEMPTS {
        if mine {
            break;
        }
        std::thread::sleep(BETWEEN_ATTEMPTS);
        mine = dialect::take_node(conn, i32::from(node))?;
    }
    let all = dialect::nodes_taken(conn)?;
    Ok(OtherInstances {
        same_number: !mine,
        any: all > i64::from(mine),
    })
}
