//! Rejects a pooler, such as PgBouncer with `pool_mode = transaction`, that gives each transaction another PostgreSQL
//! session. The instance number, the migration lock and the timeouts belong to a session, so they would apply to any
//! client or none. With `pool_mode = session` a connection keeps its session.

use diesel::Connection as _;

use super::connection::Conn;
use super::dialect;
use super::error::DbError;
use super::permits::Pool;

/// Several attempts, as a busy pooler may give two connections different sessions by chance.
const TRIES: usize = 5;

/// Fails if two open connections share a session.
pub(super) fn reject_shared_sessions(pool: &Pool) -> Result<(), DbError> {
    let (mut one, mut other) = (pool.get()?, pool.get()?);
    for _ in 0..TRIES {
        if session_of(&mut one.conn)? == session_of(&mut other.conn)? {
            return Err(DbError::SharedSession);
        }
    }
    Ok(())
}

/// In a transaction, because preparing and running a statement are two round trips.
fn session_of(conn: &mut Conn) -> Result<Option<i64>, DbError> {
    match conn {
        Conn::Sqlite(_) => Ok(None),
        Conn::Postgres(conn) => Ok(conn.transaction(dialect::backend).map(Some)?),
    }
}
