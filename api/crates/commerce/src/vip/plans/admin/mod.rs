//! Operator endpoints for plans.

pub mod changes;
pub mod form;
pub mod routes;
