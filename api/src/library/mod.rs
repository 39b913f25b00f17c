//! What members keep: collections of works, and likes. Nothing here is seen by anybody else.
//!
//! - [`collections`]: making, naming and deleting collections;
//! - [`items`]: putting a work into collections and taking it out, at most five at once;
//! - [`likes`]: which works a member likes;
//! - [`counters`]: the works' numbers of collects and likes, moved in the same transaction as their cause;
//! - [`personal_data`]: what a member can take along, and what has to follow when the account ends.

pub mod collections;
pub mod counters;
pub mod items;
pub mod likes;
pub mod personal_data;

use crate::http::endpoint::Endpoints;

/// The library's calls.
pub fn endpoints() -> Endpoints {
    collections::routes::endpoints()
        .and(items::routes::endpoints())
        .and(likes::routes::endpoints())
}
