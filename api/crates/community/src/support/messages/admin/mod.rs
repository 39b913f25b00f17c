//! The operators' side of conversations.

pub mod model;
pub mod queries;
pub mod routes;
