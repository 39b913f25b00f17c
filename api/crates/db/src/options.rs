//! How to reach the database.

use std::time::Duration;

use super::trace::Trace;

/// Minimum statement timeout of bulk commands on PostgreSQL.
const BULK_STATEMENT: Duration = Duration::from_secs(60);

/// How to reach the database.
#[derive(Debug, Clone)]
pub struct DbOptions {
    /// `sqlite://path` or `postgres://…`
    pub url: String,
    /// A read-only replica for [`super::Db::read`], if there is one.
    pub replica_url: Option<String>,
    /// Connections to each of the two.
    pub pool_size: u32,
    /// How long a request may wait for a connection.
    pub wait: Duration,
    /// The same for reads while their workload is overloaded.
    pub overload_timeout: Duration,
    /// How long SQLite waits for the lock of another process.
    pub lock_wait: Duration,
    /// PostgreSQL cancels statements that run longer.
    pub statement_timeout: Duration,
    /// For commands that write in bulk. SQLite gets a larger cache and no foreign key checks, since such a command
    /// inserts both sides of a reference in one transaction. PostgreSQL gets a longer statement timeout.
    pub bulk: bool,
    /// Receives every statement.
    pub trace: Option<Trace>,
}

impl DbOptions {
    /// PostgreSQL's statement timeout.
    pub(super) fn statement_limit(&self) -> Duration {
        let min = if self.bulk {
            BULK_STATEMENT
        } else {
            Duration::ZERO
        };
        self.statement_timeout.max(min)
    }
}
