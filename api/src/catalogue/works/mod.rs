//! Works: the list over the index, and the detail from the database.

pub mod model;
pub mod queries;
pub mod routes;
pub mod views;
