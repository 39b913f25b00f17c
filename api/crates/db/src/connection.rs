//! One connection type for SQLite and PostgreSQL.

use diesel::{PgConnection, SqliteConnection};

/// A connection to either engine.
#[derive(diesel::MultiConnection)]
pub enum Conn {
    /// A file or memory.
    Sqlite(SqliteConnection),
    /// A server.
    Postgres(PgConnection),
}
