//! The header of a term's page: its names, counts, and related terms.

pub mod model;
pub mod queries;
pub mod routes;
