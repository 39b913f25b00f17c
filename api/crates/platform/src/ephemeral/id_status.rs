//! The answer about an id.

/// What the store knows of an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdStatus {
    /// Not used before.
    Fresh,
    /// Used already.
    Replay,
    /// Created before the store's memory began, so possibly used.
    Unknown,
    /// The store is full. It never drops a live id.
    Full,
    /// The shared store is unavailable.
    Unavailable,
}
