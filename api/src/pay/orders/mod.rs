//! Orders: what was agreed on, and what became of it (spec §2.9, §4). Paying one is [`super::apply`]'s.

pub mod model;
pub mod open;
pub mod queries;
pub mod routes;
pub mod schedule;
pub mod states;
mod submit;
