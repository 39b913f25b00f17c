//! Why a source cannot be read, or not completely.

use std::{fmt, io};

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
    Mapping(Reason),
    /// Over a limit.
    #[error("{0}")]
    TooLarge(Reason),
    /// Not what its name or beginning promises.
    #[error("{0}")]
    Damaged(Reason),
}

impl Error {
    pub(crate) fn damaged(english: impl Into<String>, chinese: impl Into<String>) -> Self {
        Self::Damaged(Reason::new(english, chinese))
    }

    pub(crate) fn too_large(english: impl Into<String>, chinese: impl Into<String>) -> Self {
        Self::TooLarge(Reason::new(english, chinese))
    }
}

/// A reason, in English for the command line and in Chinese for the console.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    english: String,
    chinese: String,
}

impl Reason {
    /// The same reason in both languages.
    pub fn new(english: impl Into<String>, chinese: impl Into<String>) -> Self {
        Self {
            english: english.into(),
            chinese: chinese.into(),
        }
    }

    /// In Chinese; empty if only another program knows it.
    pub fn chinese(&self) -> &str {
        &self.chinese
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.english)
    }
}

/// What another program says.
impl From<String> for Reason {
    fn from(english: String) -> Self {
        Self::new(english, "")
    }
}
