//! Errors of the index.

/// An error of the index.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Another process writes this index.
    #[error("the works index is being written by another process")]
    Locked,
    /// The index must be rebuilt, or reopened after a failure.
    #[error("the works index must be built first")]
    NotBuilt,
    /// Its files are damaged.
    #[error("the works index is damaged: {0}")]
    Damaged(String),
    /// An I/O error.
    #[error("I/O error in the directory of the works index")]
    Io(#[from] std::io::Error),
    /// An error of tantivy.
    #[error("error in the works index")]
    Tantivy(#[from] tantivy::TantivyError),
}
