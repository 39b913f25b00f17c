//! Statements that only one engine understands.
#![expect(clippy::disallowed_methods, reason = "only this module uses sql_query")]

pub mod rows;

use diesel::prelude::*;
use diesel::result::QueryResult;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Integer, Nullable};

use super::connection::Conn;

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    value: i64,
}

/// The oldest transaction still running on PostgreSQL. Older ones have committed and are visible, or were rolled back.
pub fn transaction_horizon(conn: &mut PgConnection) -> QueryResult<i64> {
    sql_query("SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS value")
        .get_result::<Number>(conn)
        .map(|row| row.value)
}

/// The process id of this connection's backend.
pub fn backend(conn: &mut PgConnection) -> QueryResult<i64> {
    sql_query("SELECT pg_backend_pid()::bigint AS value")
        .get_result::<Number>(conn)
        .map(|row| row.value)
}

/// Lets one process at a time migrate a PostgreSQL database. SQLite locks its file.
pub fn lock_for_migration(conn: &mut PgConnection) -> QueryResult<()> {
    sql_query("SET statement_timeout = 0").execute(conn)?;
    sql_query("SELECT pg_advisory_lock(7301894251)").execute(conn)?;
    sql_query("SET lock_timeout = '2s'")
        .execute(conn)
        .map(|_| ())
}

/// Ends [`lock_for_migration`].
pub fn unlock_after_migration(conn: &mut PgConnection) -> QueryResult<()> {
    sql_query("RESET lock_timeout").execute(conn)?;
    sql_query("SELECT pg_advisory_unlock(7301894251)")
        .execute(conn)
        .map(|_| ())
}

#[derive(QueryableByName)]
struct Checkpoint {
    #[diesel(sql_type = BigInt)]
    log: i64,
    #[diesel(sql_type = BigInt)]
    checkpointed: i64,
}

/// Runs a non-blocking checkpoint of SQLite; returns whether it was complete.
pub fn checkpoint(conn: &mut SqliteConnection) -> QueryResult<bool> {
    sql_query("PRAGMA wal_checkpoint(PASSIVE)")
        .get_result::<Checkpoint>(conn)
        .map(|pages| pages.checkpointed >= pages.log)
}

/// The cheapest query, for the readiness probe.
pub fn ping(conn: &mut Conn) -> QueryResult<i64> {
    sql_query("SELECT CAST(1 AS BIGINT) AS value")
        .get_result::<Number>(conn)
        .map(|row| row.value)
}

#[derive(QueryableByName)]
struct Maybe {
    #[diesel(sql_type = Nullable<BigInt>)]
    value: Option<i64>,
}

/// The WAL position written by a primary, in bytes.
pub fn log_written(conn: &mut Conn) -> QueryResult<i64> {
    sql_query("SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::bigint AS value")
        .get_result::<Number>(conn)
        .map(|row| row.value)
}

/// The WAL position that a replica has replayed, in bytes; `None` on a server that is not in recovery.
pub fn log_replayed(conn: &mut Conn) -> QueryResult<Option<i64>> {
    sql_query(
        "SELECT CASE WHEN pg_is_in_recovery() \
         THEN (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint END AS value",
    )
    .get_result::<Maybe>(conn)
    .map(|row| row.value)
}

/// Deletes at most `limit` rows of `login_failures` whose last attempt was before `before` (seconds), oldest first.
/// Skips rows that another transaction has locked.
pub fn delete_free_failures(
    conn: &mut PgConnection,
    before: i64,
    limit: i64,
) -> QueryResult<usize> {
    sql_query(
        "DELETE FROM login_failures WHERE ctid = ANY (ARRAY(SELECT ctid FROM login_failures \
         WHERE last_at < $1 ORDER BY last_at LIMIT $2 FOR UPDATE SKIP LOCKED))",
    )
    .bind::<BigInt, _>(before)
    .bind::<BigInt, _>(limit)
    .execute(conn)
}

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = Bool)]
    value: bool,
}

/// Locks the number of an instance until this connection closes; returns whether it was free.
pub fn lock_node(conn: &mut PgConnection, node: i32) -> QueryResult<bool> {
    sql_query("SELECT pg_try_advisory_lock(730189426, $1) AS value")
        .bind::<Integer, _>(node)
        .get_result::<Taken>(conn)
        .map(|row| row.value)
}

/// Marks this connection's instance as having no shared store, with a shared lock until the connection closes.
pub fn mark_without_store(conn: &mut PgConnection) -> QueryResult<usize> {
    sql_query("SELECT pg_advisory_lock_shared(730189427, 0)").execute(conn)
}

/// How many instances hold a number on this database.
pub fn count_nodes(conn: &mut PgConnection) -> QueryResult<i64> {
    locks_held(conn, 730_189_426)
}

/// How many instances have no shared store.
pub fn count_without_store(conn: &mut PgConnection) -> QueryResult<i64> {
    locks_held(conn, 730_189_427)
}

fn locks_held(conn: &mut PgConnection, class: i64) -> QueryResult<i64> {
    sql_query(
        "SELECT count(*) AS value FROM pg_locks WHERE locktype = 'advisory' AND classid::bigint = $1 \
         AND objsubid = 2 AND granted \
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )
    .bind::<BigInt, _>(class)
    .get_result::<Number>(conn)
    .map(|row| row.value)
}

/// Runs a housekeeping statement with `before` as `$1` and `limit` as `$2`, which both engines understand.
pub fn run_cleanup(
    conn: &mut Conn,
    statement: &str,
    before: i64,
    limit: i64,
) -> QueryResult<usize> {
    sql_query(statement)
        .bind::<BigInt, _>(before)
        .bind::<BigInt, _>(limit)
        .execute(conn)
}
