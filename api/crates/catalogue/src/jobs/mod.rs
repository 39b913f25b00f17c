//! Jobs: what takes long and runs in the background. [`film_queue`] has those that make streams from film files; imports have
//! a table of their own (`uploads`). [`list`] has both, for the console.

pub mod film_job;
pub mod film_queue;
pub mod list;
pub mod model;
pub mod routes;
pub mod states;
