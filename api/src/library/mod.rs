//! The members' libraries: collections of works ([`collections`], [`items`]) and [`likes`]. All of it is private to the
//! member.

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
