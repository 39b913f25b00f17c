//! Activation codes, as operators make, list and revoke them.

pub mod model;
pub mod routes;
