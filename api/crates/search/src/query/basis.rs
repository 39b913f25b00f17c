//! What a result depends on, so that a cached one is dropped when it must be.

use yingku_base::kinds::Sort;

/// The data that a result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The works and their own fields.
    Works,
    /// Also their counters (collects, likes, views), which change often.
    Counters,
}

impl Basis {
    /// What a list in this order depends on.
    pub fn of(sort: Sort) -> Self {
        match sort {
            Sort::Collects | Sort::Hot | Sort::Views => Self::Counters,
            _ => Self::Works,
        }
    }
}
