//! Operator endpoints for download requests.

pub mod queries;
pub mod routes;
