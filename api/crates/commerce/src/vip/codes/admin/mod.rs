//! Operator endpoints for activation codes.

pub mod model;
pub mod routes;
pub mod single;
