//! How to reach the database.

use std::time::Duration;

use super::Trace;

/// Least statement limit of commands that write in bulk, on PostgreSQL.
const BULK_STATEMENT: Duration = Duration::from_secs(60);

/// How to reach the database.
#[derive(Debug, Clone)]
pub struct DbOptions {
    /// `sqlite://path` or `postgres://…`
    pub url: String,
    /// A read-only replica that answers [`super::Db::read`], if there is one.
    pub replica_url: Option<String>,
    /// Connections kept to each of the two addresses.
    pub pool_size: u32,
    /// How long a call may wait for a connection.
    pub wait: Duration,
    /// The same for reads while more calls of their kind come than can be answered.
    pub overload_timeout: Duration,
    /// How long SQLite waits for the lock of another process.
    pub lock_wait: Duration,
    /// PostgreSQL cancels a statement that runs longer.
    pub statement_timeout: Duration,
    /// For commands that write in bulk. SQLite gets a larger cache and no foreign key checks, since such a command
    /// inserts both ends of a link in one transaction. PostgreSQL gets longer statements.
    pub bulk: bool,
    /// Receives every statement.
    pub trace: Option<Trace>,
}

impl DbOptions {
    /// How long PostgreSQL lets a statement run.
    pub(super) fn statement_limit(&self) -> Duration {
        let least = if self.bulk {
            BULK_STATEMENT
        } else {
            Duration::ZERO
        };
        self.statement_timeout.max(least)
    }
}
