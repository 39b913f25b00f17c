//! Migrations of both engines, compiled in under the same names.

use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::{Conn, Db, DbError, dialect};

const SQLITE: EmbeddedMigrations = embed_migrations!("../migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("../migrations/postgres");

/// Runs the pending migrations and returns their names, oldest first.
pub fn run(db: &Db) -> Result<Vec<String>, DbError> {
    db.maintain(|conn| {
        let ran = match conn {
            Conn::Sqlite(conn) => conn.run_pending_migrations(SQLITE).map(|ran| names(&ran)),
            Conn::Postgres(conn) => {
                dialect::lock_for_migration(conn)?;
                let ran = conn.run_pending_migrations(POSTGRES).map(|ran| names(&ran));
                dialect::unlock_after_migration(conn)?;
                ran
            }
        };
        ran.map_err(failed)
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
