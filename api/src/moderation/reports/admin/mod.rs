//! The queue of reports, and what operators decide.

pub mod queries;
pub mod routes;
