//! Settings of the database.

use std::time::Duration;

use yingku_db::DbOptions;

use super::source::{INSECURE_NETWORK, Source};

/// A command's transaction may hold SQLite's lock for seconds while the service runs.
const SQLITE_LOCK_WAIT: Duration = Duration::from_secs(5);

pub(super) fn read(source: &mut Source) -> DbOptions {
    source.one_of(INSECURE_NETWORK, &[("deny", ()), ("allow", ())]);
    let replica = source.optional("DATABASE_REPLICA_URL");
    DbOptions {
        url: source.database("DATABASE_URL"),
        replica_url: replica.map(|_| source.database("DATABASE_REPLICA_URL")),
        pool_size: source.number("DATABASE_POOL", 2, 1000),
        wait: source.milliseconds("DATABASE_WAIT_MS", 1, 60_000),
        overload_timeout: source.milliseconds("DATABASE_CROWDED_WAIT_MS", 1, 60_000),
        lock_wait: SQLITE_LOCK_WAIT,
        statement_timeout: source.milliseconds("DATABASE_STATEMENT_MS", 100, 3_600_000),
        bulk: false,
        trace: None,
    }
}
