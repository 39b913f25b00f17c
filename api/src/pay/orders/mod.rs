//! Orders: what was agreed on, and what became of it (R11). [`super::apply`] pays them.

pub mod model;
pub mod open;
pub mod queries;
pub mod routes;
pub mod schedule;
pub mod states;
mod submit;
