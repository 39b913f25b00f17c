//! Plans, as operators make, change and sell them.

pub mod changes;
pub mod form;
pub mod routes;
