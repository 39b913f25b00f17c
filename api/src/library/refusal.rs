//! Why a library cannot be changed as asked.

use crate::db::DbError;
use crate::http::error::{ApiError, ErrorKind};

/// A refused change; nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The work or the collection is not there, or is not the member's.
    #[error("there is no such work or collection")]
    Missing,
    /// A work can be in five collections.
    #[error("the work is in too many collections")]
    TooManyForWork,
    /// The collection holds as many works as it may.
    #[error("the collection is full")]
    CollectionFull,
    /// The member likes as many works as one may.
    #[error("the member likes too many works")]
    TooManyLikes,
    /// The member has as many collections as one may have.
    #[error("the member has too many collections")]
    TooManyCollections,
    /// The member has a collection of this name.
    #[error("the member has a collection of this name")]
    NameTaken,
    /// The default collection stays.
    #[error("the default collection cannot be deleted")]
    DefaultStays,
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
            Refusal::TooManyForWork => ErrorKind::CollectionsOfWork,
            Refusal::CollectionFull => ErrorKind::CollectionFull,
            Refusal::TooManyLikes => ErrorKind::LikesOfMember,
            Refusal::TooManyCollections => ErrorKind::CollectionsOfMember,
            Refusal::NameTaken => ErrorKind::CollectionNameTaken,
            Refusal::DefaultStays => ErrorKind::CollectionDefault,
            Refusal::Db(error) => return error.into(),
        };
        Self::new(kind)
    }
}
