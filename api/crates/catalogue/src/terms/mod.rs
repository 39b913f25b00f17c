//! Terms: tags, performers, makers, labels, directors, series and items, with their counts. [`names`] resolves names
//! and ids, [`moving`] moves the works of merged terms, [`healing`] merges terms whose names differ only in invisible
//! characters.

pub mod admin;
pub mod detail;
pub mod healing;
pub mod kept;
pub mod model;
pub mod moving;
pub mod names;
pub mod queries;
pub mod readings;
pub mod removal;
pub mod routes;
