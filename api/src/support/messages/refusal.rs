//! Why a conversation cannot be carried on as asked.

use crate::db::DbError;
use crate::http::error::{ApiError, ErrorKind};

/// A refused change; nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The conversation is not there, or is not the member's.
    #[error("there is no such conversation")]
    Missing,
    /// Nobody can write any more.
    #[error("the conversation is closed")]
    Closed,
    /// The conversation has as many entries as it may.
    #[error("the conversation is full")]
    Full,
    /// Something was written or closed since the operator looked.
    #[error("the conversation has changed")]
    Changed,
    /// The member has as many open conversations as one may.
    #[error("the member has too many open conversations")]
    TooMany,
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
        let kind = match refusal {
            Refusal::Missing => ErrorKind::NotFound,
            Refusal::Closed => ErrorKind::MessageClosed,
            Refusal::Full => ErrorKind::MessageFull,
            Refusal::Changed => ErrorKind::EditConflict,
            Refusal::TooMany => ErrorKind::MessagesOfMember,
            Refusal::Db(error) => return error.into(),
        };
        Self::new(kind)
    }
}
