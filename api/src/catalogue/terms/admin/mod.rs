//! The operators' side of terms: finding them, making and renaming them, and merging two into one.
//!
//! - [`list`]: which terms, and everything about one; [`form`]: the rules of what is typed;
//! - [`change`]: making and editing; [`merge`]: deciding a merge, which [`super::moving`] carries out;
//! - [`routes`]: the calls.

pub mod change;
pub mod delete;
pub mod form;
pub mod list;
pub mod merge;
pub mod routes;
