//! Why a report cannot be made or decided as asked.

use crate::catalogue::works::visibility;
use crate::db::DbError;
use crate::http::error::{ApiError, ErrorKind};

/// A refused change; nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such work or report.
    #[error("there is no such work or report")]
    Missing,
    /// Somebody has decided already.
    #[error("the report is decided")]
    Decided,
    /// The work cannot be changed.
    #[error(transparent)]
    Work(#[from] visibility::Refusal),
    /// The database could not be asked.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<diesel::result::Error> for Refusal {
    fn from(error: diesel::result::Error) -> Self {
        match error {
            diesel::result::Error::NotFound => Self::Missing,
            error => Self::Db(error.into()),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Missing => Self::not_found(),
            Refusal::Decided => Self::new(ErrorKind::ReportDecided),
            Refusal::Work(refusal) => refusal.into(),
            Refusal::Db(error) => error.into(),
        }
    }
}
