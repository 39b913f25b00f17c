//! Magnet links of a work. Lists show only the first digits of a hash; the copy endpoint returns the full hash and
//! counts against the daily quota (R5.5).

pub mod copies;
pub mod marks;
pub mod model;
pub mod queries;
pub mod routes;
