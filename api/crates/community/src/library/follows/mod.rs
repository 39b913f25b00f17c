//! Following terms: performers, makers, series and the like.

pub mod model;
pub mod queries;
pub mod routes;
