//! Which instances serve from one PostgreSQL. Each takes its `NODE_ID` there for as long as its process lives, by a lock
//! that goes with the connection, so that a killed one leaves nothing behind. Two with one number would give the same
//! ids, and two that share no Redis would each accept a request that the other has seen.

use std::time::Duration;

use diesel::r2d2::PooledConnection;

use super::connection::{Manager, open_pool};
use super::{Conn, DbError, DbOptions, Engine, dialect};
use crate::workers::{Delay, Worker};

/// How often the connection is looked at that holds the number.
const EVERY: Duration = Duration::from_secs(5);
/// A number that is taken is asked for again so often, with such pauses.
const ATTEMPTS: usize = 20;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);

/// An instance's number is taken while this lives.
pub struct Announced {
    _routine: Worker,
}

/// Who else is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Company {
    /// Another instance has the same number.
    pub same_number: bool,
    /// There are others at all.
    pub others: bool,
}

/// Takes the number, and says who else is there. On SQLite nothing is to be taken.
///
/// # Errors
/// The database's, or when the machine gives no thread.
pub fn announce(options: &DbOptions, node: u16) -> Result<Option<(Announced, Company)>, DbError> {
    if Engine::of(&options.url)? == Engine::Sqlite {
        return Ok(None);
    }
    let pool = open_pool(&options.url, 1, options)?;
    let open = move || {
        let unreachable = |error: r2d2::Error| DbError::Unreachable(error.to_string());
        let mut held = pool.get().map_err(unreachable)?;
        let company = take(&mut held.conn, node)?;
        Ok::<_, DbError>((held, company))
    };
    let (held, company) = open()?;
    let mut held: Option<PooledConnection<Manager>> = Some(held);
    let worker = Worker::start("instance", move || {
        let lives = |held: &mut PooledConnection<Manager>| dialect::ping(&mut held.conn).is_ok();
        if !held.as_mut().is_some_and(lives) {
            // Before the next, so that the old one's lock is gone.
            drop(held.take());
            match open() {
                Ok((next, company)) => {
                    if company.same_number {
                        tracing::error!(node, "another instance has the same NODE_ID");
                    }
                    held = Some(next);
                }
                Err(error) => tracing::debug!(%error, "the number of this instance is not taken"),
            }
        }
        Delay::idle(EVERY)
    });
    let worker = worker.map_err(|error| DbError::Unreachable(error.to_string()))?;
    Ok(Some((Announced { _routine: worker }, company)))
}

fn take(conn: &mut Conn, node: u16) -> Result<Company, DbError> {
    let Conn::Postgres(conn) = conn else {
        return Err(DbError::Address);
    };
    let mut mine = dialect::take_node(conn, i32::from(node))?;
    // PostgreSQL may not have noticed yet that the one before has ended.
    for _ in 0..ATTEMPTS {
        if mine {
            break;
        }
        std::thread::sleep(BETWEEN_ATTEMPTS);
        mine = dialect::take_node(conn, i32::from(node))?;
    }
    let all = dialect::nodes_taken(conn)?;
    Ok(Company {
        same_number: !mine,
        others: all > i64::from(mine),
    })
}
