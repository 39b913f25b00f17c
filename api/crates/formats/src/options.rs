//! What the owner says about a source.

use crate::table::mapping::Mapping;

/// What the owner says about a source.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// The channel of works whose source names none: `censored`, `uncensored` or `western`.
    pub channel: Option<String>,
    /// What the columns of a table mean. Guessed from their names if not given.
    pub mapping: Option<Mapping>,
    /// Whether a table is also read whose columns are not sufficient, to show it. [`crate::Source::problem`] says what is missing.
    pub incomplete: bool,
}
