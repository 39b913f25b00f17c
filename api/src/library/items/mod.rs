//! Works in collections: a work takes one of five places with each member, and each place is one collection.

pub mod model;
mod places;
pub mod queries;
pub mod routes;
