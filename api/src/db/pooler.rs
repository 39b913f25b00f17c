//! Refuses a pooler, such as PgBouncer with `pool_mode = transaction`, that gives each transaction another session of
//! PostgreSQL. The number of an instance, the lock of migrations and the time limits belong to a session, so they would hold
//! for anybody or nobody. With `pool_mode = session` a connection keeps its own.

use diesel::Connection as _;

use super::permits::Pool;
use super::{Conn, DbError, dialect};

/// A busy pooler may by chance give two connections different sessions.
const TRIES: usize = 5;

/// Fails if two open connections have one session.
pub(super) fn refuse_shared_sessions(pool: &Pool) -> Result<(), DbError> {
    let (mut one, mut other) = (pool.get()?, pool.get()?);
    for _ in 0..TRIES {
        if session_of(&mut one.conn)? == session_of(&mut other.conn)? {
            return Err(DbError::Pooled);
        }
    }
    Ok(())
}

/// In a transaction, because preparing and running a statement are two.
fn session_of(conn: &mut Conn) -> Result<Option<i64>, DbError> {
    match conn {
        Conn::Sqlite(_) => Ok(None),
        Conn::Postgres(conn) => Ok(conn.transaction(dialect::backend).map(Some)?),
    }
}
