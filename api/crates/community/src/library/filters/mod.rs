//! Named list filters of a member.

pub mod model;
pub mod queries;
pub mod routes;
