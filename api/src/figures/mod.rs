//! What operators see at a glance: how much there is, and how much happens each day. Figures are moved in the
//! transaction of their cause, or gathered in memory and written together, so that reading them counts nothing.
//!
//! - [`ledger`]: the figures of each day, and those that stand;
//! - [`searches`]: counting searches, without who searched;
//! - [`missed_words`]: what was looked for and not found;
//! - [`last_import`]: what the latest import did;
//! - [`dashboard`]: all of it in one answer.

pub mod dashboard;
pub mod last_import;
pub mod ledger;
pub mod missed_words;
mod overview;
pub mod searches;

use crate::http::endpoint::Endpoints;

/// The operators' call about figures.
pub fn endpoints() -> Endpoints {
    dashboard::endpoints()
}
