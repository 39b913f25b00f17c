//! Terms: tags, performers, makers, labels, directors, series and items, with their counts.
//!
//! [`names`] knows which term a name and an id mean, [`moving`] moves the works of a merged term, and [`admin`] is the
//! operators' side.

pub mod admin;
pub mod model;
pub mod moving;
pub mod names;
pub mod queries;
pub mod routes;
