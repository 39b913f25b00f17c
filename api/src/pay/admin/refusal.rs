//! Why an order cannot be changed as asked.

use crate::db::DbError;
use crate::http::error::{ApiError, ErrorKind};

/// A refused change; nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such order.
    #[error("there is no such order")]
    Missing,
    /// Nobody has paid it.
    #[error("the order is unpaid")]
    Unpaid,
    /// The money went back before.
    #[error("the order is refunded")]
    Refunded,
    /// Another payment has come since the operator looked.
    #[error("the order has another payment")]
    Changed,
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
            Refusal::Unpaid => Self::new(ErrorKind::OrderUnpaid),
            Refusal::Refunded => Self::new(ErrorKind::OrderRefunded),
            Refusal::Changed => Self::new(ErrorKind::OrderChanged),
            Refusal::Db(error) => error.into(),
        }
    }
}
