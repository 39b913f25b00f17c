//! Magnet links of a work. Lists show the first digits of a hash; the copy call shows all of it, and counts the
//! copy against the daily quota (R5.5).
//!
//! - [`model`]: what a link looks like on the wire;
//! - [`queries`]: the links of works;
//! - [`copies`]: who may copy how many in a day, and who has copied what;
//! - [`routes`]: the two calls.

pub mod copies;
pub mod model;
pub mod queries;
pub mod routes;
