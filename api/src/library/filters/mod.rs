//! Filters of lists that a member keeps under a name.

pub mod model;
pub mod queries;
pub mod routes;
