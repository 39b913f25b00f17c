//! Works in collections. A work occupies one of five places per member and collection.

pub mod model;
mod places;
pub mod queries;
pub mod routes;
