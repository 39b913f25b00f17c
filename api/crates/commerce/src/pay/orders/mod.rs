//! Orders and their states (R11). [`super::apply`] marks them as paid.

pub mod model;
pub mod open;
pub mod queries;
pub mod routes;
pub mod schedule;
pub mod states;
mod submit;
