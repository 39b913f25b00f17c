//! The operators' calls about plans.

pub mod changes;
pub mod form;
pub mod routes;
