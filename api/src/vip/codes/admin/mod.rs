//! The operators' calls about activation codes.

pub mod model;
pub mod routes;
