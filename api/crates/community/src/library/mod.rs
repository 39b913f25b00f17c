//! The members' libraries: collections of works ([`collections`], [`items`]), [`likes`], the terms they
//! [follow](follows) and those whose works they do not want to see ([`hidden`]), and their named [`filters`].
//! [`own_list`] filters and sorts a list of works. All of it is private to the member.

pub mod collections;
pub mod counters;
pub mod filters;
pub mod follows;
pub mod hidden;
pub mod items;
pub mod likes;
mod listed_terms;
pub mod own_list;
pub mod personal_data;

use yingku_http_kit::endpoint::Endpoints;

/// The library's endpoints.
pub fn endpoints() -> Endpoints {
    collections::routes::endpoints()
        .and(items::routes::endpoints())
        .and(likes::routes::endpoints())
        .and(follows::routes::endpoints())
        .and(hidden::routes::endpoints())
        .and(filters::routes::endpoints())
}
