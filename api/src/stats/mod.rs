//! Counters: how much there is, and how much happens each day. They are moved in the transaction of their cause, or
//! gathered in memory and written together, so that reading them counts nothing.
//!
//! - [`counters`]: the counters of each day, and those that stand;
//! - [`searches`]: counting searches, without who searched;
//! - [`missed_words`]: what was looked for and not found.

pub mod counters;
pub mod missed_words;
pub mod searches;
