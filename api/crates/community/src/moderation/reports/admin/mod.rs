//! The operators' queue of reports.

pub mod queries;
pub mod routes;
