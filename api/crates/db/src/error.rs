//! Database errors, and which of them are worth a retry.

use diesel::result::DatabaseErrorKind;

use super::stalls;

/// An error of the database.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// No connection became free in time, or a statement lost a lock conflict (the source): retry later.
    #[error("the database is busy")]
    Busy(#[source] Option<diesel::result::Error>),
    /// The disk is full.
    #[error("the disk of the database is full")]
    Full(#[source] diesel::result::Error),
    /// The URL names no known engine.
    #[error("DATABASE_URL must start with sqlite:// or postgres://")]
    Address,
    /// A pooler shares PostgreSQL sessions between connections.
    #[error(
        "DATABASE_URL leads to a pooler that shares sessions: give it pool_mode = session, or leave it out"
    )]
    SharedSession,
    /// The database does not respond.
    #[error("the database does not answer: {0}")]
    Unreachable(String),
    /// A migration failed.
    #[error("migration failed: {0}")]
    Migration(String),
    /// The statement failed.
    #[error("a statement failed")]
    Query(#[source] diesel::result::Error),
}

impl DbError {
    /// [`DbError::Unreachable`] with this cause.
    pub(super) fn unreachable(error: impl std::fmt::Display) -> Self {
        Self::Unreachable(error.to_string())
    }
}

/// Whether an error is due only to concurrent writes, so that a retry of the whole transaction may succeed.
pub fn is_contention(error: &(dyn std::error::Error + 'static)) -> bool {
    match error.downcast_ref::<DbError>() {
        Some(DbError::Busy(_)) => return true,
        Some(DbError::Query(error)) => return is_contention(error),
        _ => {}
    }
    let Some(error) = error.downcast_ref::<diesel::result::Error>() else {
        return false;
    };
    is_lock_conflict(error)
        || matches!(
            error,
            diesel::result::Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)
        )
}

impl From<diesel::result::Error> for DbError {
    fn from(error: diesel::result::Error) -> Self {
        if is_lock_conflict(&error) {
            Self::Busy(Some(error))
        } else if is_full(&error) {
            Self::Full(error)
        } else if stalls::is_lost(&error) {
            Self::Unreachable(error.to_string())
        } else {
            Self::Query(error)
        }
    }
}

/// Messages of lock conflicts: `SQLITE_BUSY` and `SQLITE_LOCKED`; 40P01, 57014 (after a timeout) and 55P03. diesel
/// passes on the text without the SQLSTATE. Each connection sets PostgreSQL's messages to English; where its role may
/// not, translated messages count as unexpected errors.
const LOCK_CONFLICTS: &[&str] = &[
    "database is locked",
    "database table is locked",
    "deadlock detected",
    "canceling statement due to statement timeout",
    "canceling statement due to lock timeout",
    "could not obtain lock on",
];

/// Whether a statement failed because of concurrent ones.
fn is_lock_conflict(error: &diesel::result::Error) -> bool {
    match error {
        diesel::result::Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _) => true,
        diesel::result::Error::DatabaseError(DatabaseErrorKind::Unknown, information) => {
            let message = information.message();
            LOCK_CONFLICTS.iter().any(|text| message.starts_with(text))
        }
        _ => false,
    }
}

/// Messages of SQLite and PostgreSQL (53100) when the disk is full.
const FULL: &[&str] = &["database or disk is full", "No space left on device"];

fn is_full(error: &diesel::result::Error) -> bool {
    match error {
        diesel::result::Error::DatabaseError(_, information) => {
            let message = information.message();
            FULL.iter().any(|text| message.contains(text))
        }
        _ => false,
    }
}
