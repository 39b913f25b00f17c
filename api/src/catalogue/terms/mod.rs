//! Terms: tags, performers, makers, labels, directors, series and items, with their counts.

pub mod model;
pub mod queries;
pub mod routes;
