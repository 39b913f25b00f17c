//! Why the database could not be asked, and what of it passes.

use diesel::result::DatabaseErrorKind;

use super::silence;

/// Why the database could not be asked.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// Every connection stayed in use for the whole waiting time, or the cause, a statement that had to give
    /// way to others: try again later.
    #[error("the database is busy")]
    Busy(#[source] Option<diesel::result::Error>),
    /// There is no room left to write to.
    #[error("the disk of the database is full")]
    Full(#[source] diesel::result::Error),
    /// The address names no engine we know.
    #[error("DATABASE_URL must start with sqlite:// or postgres://")]
    Address,
    /// Nothing answers at the address.
    #[error("the database does not answer: {0}")]
    Unreachable(String),
    /// A migration failed.
    #[error("migration failed: {0}")]
    Migration(String),
    /// The statement failed.
    #[error("a statement failed")]
    Query(#[source] diesel::result::Error),
}

/// Whether an error came only of others who wrote at the same time: the whole of the work may succeed once it is done
/// again, which finds what they have written.
pub fn is_contention(error: &(dyn std::error::Error + 'static)) -> bool {
    match error.downcast_ref::<DbError>() {
        Some(DbError::Busy(_)) => return true,
        Some(DbError::Query(error)) => return is_contention(error),
        _ => {}
    }
    let Some(error) = error.downcast_ref::<diesel::result::Error>() else {
        return false;
    };
    gave_way(error)
        || matches!(
            error,
            diesel::result::Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)
        )
}

impl From<diesel::result::Error> for DbError {
    fn from(error: diesel::result::Error) -> Self {
        if gave_way(&error) {
            Self::Busy(Some(error))
        } else if is_full(&error) {
            Self::Full(error)
        } else if silence::is_lost(&error) {
            Self::Unreachable(error.to_string())
        } else {
            Self::Query(error)
        }
    }
}

/// What SQLite and PostgreSQL say when a statement had to give way: `SQLITE_BUSY` and `SQLITE_LOCKED`; 40P01,
/// 57014 (of a timeout) and 55P03. diesel tells these by their text alone, without the SQLSTATE. Each
/// connection asks PostgreSQL for English; where its role may not, and `lc_messages` translates, they stay unforeseen
/// errors.
const GAVE_WAY: &[&str] = &[
    "database is locked",
    "database table is locked",
    "deadlock detected",
    "canceling statement due to statement timeout",
    "canceling statement due to lock timeout",
    "could not obtain lock on",
];

/// Whether a statement failed only because others were at work: the same may succeed a little later.
fn gave_way(error: &diesel::result::Error) -> bool {
    match error {
        diesel::result::Error::DatabaseError(DatabaseErrorKind::SerializationFailure, _) => true,
        diesel::result::Error::DatabaseError(DatabaseErrorKind::Unknown, information) => {
            let said = information.message();
            GAVE_WAY.iter().any(|text| said.starts_with(text))
        }
        _ => false,
    }
}

/// What SQLite and PostgreSQL (53100, with the system's words) say when there is no room left.
const FULL: &[&str] = &["database or disk is full", "No space left on device"];

fn is_full(error: &diesel::result::Error) -> bool {
    match error {
        diesel::result::Error::DatabaseError(_, information) => {
            let said = information.message();
            FULL.iter().any(|text| said.contains(text))
        }
        _ => false,
    }
}
