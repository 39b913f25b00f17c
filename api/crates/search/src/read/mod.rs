//! A snapshot of the index: its segments with their columns, the terms and names in them, and the clauses and matches of
//! queries. Nothing here depends on what visitors type.

mod alike_names;
pub(crate) mod among;
pub(crate) mod clauses;
pub(crate) mod columns;
pub(crate) mod known;
pub(crate) mod matches;
pub(crate) mod named;
pub(crate) mod names;
mod near_names;
pub(crate) mod newest;
pub(crate) mod parallel;
pub(crate) mod segment_terms;
pub(crate) mod snapshot;
pub(crate) mod term_numbers;
