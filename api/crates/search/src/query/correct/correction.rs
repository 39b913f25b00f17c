//! A corrected keyword.

use std::sync::Arc;

use crate::keyword::Keyword;

/// A corrected keyword.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// For display: 你是不是要找.
    pub text: String,
    /// For the search.
    pub keyword: Keyword,
    /// The omitted words, if no work has all of them.
    pub left_out: Option<String>,
}

/// What was meant by a keyword without results in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// The keyword itself: it finds works that other filters exclude.
    AsTyped,
    /// A corrected or shortened one.
    Corrected(Arc<Correction>),
    /// Nothing similar exists.
    Nothing,
}

impl Meaning {
    /// The corrected keyword.
    pub fn corrected(&self) -> Option<&str> {
        match self {
            Self::Corrected(correction) => Some(&correction.text),
            Self::AsTyped | Self::Nothing => None,
        }
    }

    /// The words that it omits, because no work has all of them.
    pub fn left_out(&self) -> Option<&str> {
        match self {
            Self::Corrected(correction) => correction.left_out.as_deref(),
            Self::AsTyped | Self::Nothing => None,
        }
    }
}
