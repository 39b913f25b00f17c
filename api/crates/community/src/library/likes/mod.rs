//! Likes.

pub mod model;
pub mod queries;
pub mod routes;
