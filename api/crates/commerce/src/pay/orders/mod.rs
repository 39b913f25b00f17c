//! Orders and their states (R11). [`super::apply`] marks them as paid.

pub mod model;
pub mod number;
pub mod open;
mod own;
mod provider;
pub mod queries;
pub mod routes;
pub mod row;
pub mod schedule;
pub mod states;
pub mod status;
mod submit;
