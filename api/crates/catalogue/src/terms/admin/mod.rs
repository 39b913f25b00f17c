//! The operators' side of terms: listing, creating, editing, merging and deleting them.

pub mod change;
pub mod delete;
pub mod form;
pub mod list;
pub mod merge;
pub mod routes;
