//! Collections: creating, renaming, listing and deleting them.

pub mod model;
pub mod queries;
pub mod routes;
