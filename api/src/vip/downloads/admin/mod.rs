//! The operators' calls about download requests.

pub mod queries;
pub mod routes;
