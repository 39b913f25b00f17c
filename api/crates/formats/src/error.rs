//! Why a source cannot be read, or not completely.

use std::io;

/// Why a source cannot be read, or not completely.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A disk error, or a compressed file that is truncated or damaged.
    #[error("cannot read on")]
    Read(#[from] io::Error),
    /// No row looks like the names of columns.
    #[error(
        "no column is known in the first rows, which begin with: {0}. Name the columns in a mapping file (--mapping)"
    )]
    Header(String),
    /// Fields that every work needs have no column.
    #[error("no column for {0}. Name it in a mapping file (--mapping)")]
    MissingColumns(String),
    /// Neither the source nor the owner names a channel.
    #[error("the file does not say the channel: add --channel censored, uncensored or western")]
    Channel,
    /// The mapping file is wrong.
    #[error("the mapping file is wrong: {0}")]
    Mapping(String),
    /// Over a limit.
    #[error("{0}")]
    TooLarge(String),
    /// Not what its name or beginning promises.
    #[error("{0}")]
    Damaged(String),
}
