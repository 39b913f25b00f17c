//! Migrations of both engines, compiled in under the same names.

use std::error::Error;
use std::time::Duration;

use diesel::PgConnection;
use diesel::migration::Result as Outcome;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::connection::Conn;
use super::database::Db;
use super::dialect;
use super::error::DbError;

const SQLITE: EmbeddedMigrations = embed_migrations!("../../../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../../../migrations/postgres");

/// Attempts of a migration to lock its tables, and the pause between: an hour in all, since a backup holds every table
/// while it reads.
const ATTEMPTS: usize = 900;
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(2);

/// Runs the pending migrations and returns their names, oldest first.
pub fn run(db: &Db) -> Result<Vec<String>, DbError> {
    db.maintain(run_on)
}

/// [`run`] on one connection.
pub fn run_on(conn: &mut Conn) -> Result<Vec<String>, DbError> {
    let ran = match conn {
        Conn::Sqlite(conn) => conn.run_pending_migrations(SQLITE).map(|ran| names(&ran)),
        Conn::Postgres(conn) => {
            dialect::lock_for_migration(conn)?;
            let ran = run_with_lock_retries(conn);
            dialect::unlock_after_migration(conn)?;
            ran
        }
    };
    ran.map_err(failed)
}

/// Each migration waits briefly for its table locks and then retries: other queries queue behind a waiting lock.
fn run_with_lock_retries(conn: &mut PgConnection) -> Outcome<Vec<String>> {
    let mut ran = Vec::new();
    for migration in conn.pending_migrations(POSTGRES)? {
        let mut attempts = 1;
        let mut done = conn.run_migration(&*migration);
        while attempts < ATTEMPTS && done.as_ref().is_err_and(|error| is_lock_timeout(&**error)) {
            tracing::info!(event = "migration_waiting", name = %migration.name(), "waiting for other instances to finish before migrating");
            std::thread::sleep(BETWEEN_ATTEMPTS);
            attempts += 1;
            done = conn.run_migration(&*migration);
        }
        ran.push(done?.to_string());
    }
    Ok(ran)
}

fn is_lock_timeout(error: &(dyn Error + Send + Sync)) -> bool {
    error.to_string().contains("due to lock timeout")
}

/// Runs the pending migrations up to and including the version `last`.
///
/// # Errors
/// [`DbError::Migration`], also if `last` is unknown or the database is past it.
pub fn run_to(db: &Db, last: &str) -> Result<(), DbError> {
    db.maintain(|conn| match conn {
        Conn::Sqlite(conn) => run_each(conn, SQLITE, last),
        Conn::Postgres(conn) => {
            dialect::lock_for_migration(conn)?;
            let ran = run_each(conn, POSTGRES, last);
            dialect::unlock_after_migration(conn)?;
            ran
        }
    })
}

fn run_each<C, E>(conn: &mut C, known: EmbeddedMigrations, last: &str) -> Result<(), DbError>
where
    C: MigrationHarness<E>,
    E: diesel::backend::Backend,
    EmbeddedMigrations: diesel::migration::MigrationSource<E>,
{
    for migration in conn.pending_migrations(known).map_err(failed)? {
        if migration.name().version().to_string().as_str() <= last {
            conn.run_migration(&*migration).map_err(failed)?;
        }
    }
    let applied = conn.applied_migrations().map_err(failed)?;
    match applied.iter().map(ToString::to_string).max() {
        Some(latest) if latest == last => Ok(()),
        latest => Err(DbError::Migration(format!(
            "the tables should be as of {last}, and are as of {latest:?}: a newer program made the backup, or the database is \
             not empty"
        ))),
    }
}

/// The version of the latest migration, such as `20261130000000`.
///
/// # Errors
/// [`DbError::Migration`] if there are pending ones.
pub fn latest(db: &Db) -> Result<String, DbError> {
    if pending(db)? > 0 {
        let text = "the database is not up to date: run `yingku migrate` first";
        return Err(DbError::Migration(text.to_owned()));
    }
    db.maintain(|conn| {
        let applied = match conn {
            Conn::Sqlite(conn) => conn.applied_migrations(),
            Conn::Postgres(conn) => conn.applied_migrations(),
        };
        let latest = applied.map_err(failed)?;
        let latest = latest.iter().map(ToString::to_string).max();
        latest.ok_or_else(|| DbError::Migration("no migration was run".to_owned()))
    })
}

/// Reverts every migration and returns their number, to test `down.sql`.
pub fn revert_all(db: &Db) -> Result<usize, DbError> {
    db.maintain(|conn| {
        let ran = match conn {
            Conn::Sqlite(conn) => conn.revert_all_migrations(SQLITE),
            Conn::Postgres(conn) => conn.revert_all_migrations(POSTGRES),
        };
        ran.map(|versions| versions.len()).map_err(failed)
    })
}

/// How many migrations are pending.
pub fn pending(db: &Db) -> Result<usize, DbError> {
    db.maintain(|conn| {
        let list = match conn {
            Conn::Sqlite(conn) => conn.pending_migrations(SQLITE).map(|list| list.len()),
            Conn::Postgres(conn) => conn.pending_migrations(POSTGRES).map(|list| list.len()),
        };
        list.map_err(failed)
    })
}

fn names(versions: &[diesel::migration::MigrationVersion<'_>]) -> Vec<String> {
    versions.iter().map(ToString::to_string).collect()
}

fn failed(error: Box<dyn std::error::Error + Send + Sync>) -> DbError {
    DbError::Migration(error.to_string())
}
