//! Members' requests for offline downloads, as operators handle them.

pub mod queries;
pub mod routes;
