//! The two engines, chosen by the scheme of the URL. A bare path is rejected, so that a typo does not create an empty
//! database.

use std::path::PathBuf;

use super::error::DbError;

/// Rows per insert on PostgreSQL: below its limit of 65,535 bind parameters, with the 25 columns of the widest table.
pub const ROWS_OF_AN_INSERT: usize = 500;

/// A database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// `sqlite://path`
    Sqlite,
    /// `postgres://…`
    Postgres,
}

impl Engine {
    /// The engine that the scheme of `url` names.
    ///
    /// # Errors
    /// [`DbError::Address`] for any other scheme.
    pub fn from_url(url: &str) -> Result<Self, DbError> {
        if url.starts_with("sqlite://") {
            Ok(Self::Sqlite)
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            Ok(Self::Postgres)
        } else {
            Err(DbError::Address)
        }
    }
}

/// The file behind `sqlite://path`.
pub fn sqlite_file(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite://")?;
    (!path.is_empty()).then(|| PathBuf::from(path))
}
