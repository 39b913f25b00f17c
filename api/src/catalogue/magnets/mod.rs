//! Magnet links of a work. The hash itself is shown by the copy call, which counts it against the
//! day's quota (design §8); lists show its first digits.

pub mod model;
pub mod queries;
pub mod routes;
