//! The header of a term: who or what it is, how much there is of it, and what goes with it.

pub mod model;
pub mod queries;
pub mod routes;
