//! The operators' side of conversations.

pub mod edit;
pub mod model;
pub mod queries;
pub mod routes;
pub mod templates;
