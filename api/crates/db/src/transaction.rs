//! Write transactions of either engine.

use diesel::connection::{AnsiTransactionManager, TransactionManager};
use diesel::result::QueryResult;

use super::connection::Conn;

/// Runs a transaction that takes SQLite's write lock at once (`BEGIN IMMEDIATE`). A deferred one could fail at its
/// first write.
pub(super) fn write<T, E, F>(conn: &mut Conn, work: F) -> Result<T, E>
where
    E: From<diesel::result::Error>,
    F: FnOnce(&mut Conn) -> Result<T, E>,
{
    if let Conn::Postgres(_) = conn {
        return diesel::Connection::transaction(conn, work);
    }
    on_sqlite(conn, |c| {
        AnsiTransactionManager::begin_transaction_sql(c, "BEGIN IMMEDIATE")
    })?;
    let result = work(conn);
    let end = match result {
        Ok(_) => AnsiTransactionManager::commit_transaction,
        Err(_) => AnsiTransactionManager::rollback_transaction,
    };
    on_sqlite(conn, end)?;
    result
}

fn on_sqlite(
    conn: &mut Conn,
    step: impl FnOnce(&mut diesel::SqliteConnection) -> QueryResult<()>,
) -> QueryResult<()> {
    match conn {
        Conn::Sqlite(inner) => step(inner),
        Conn::Postgres(_) => Ok(()),
    }
}
