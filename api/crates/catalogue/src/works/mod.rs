//! Works: lists come from the index, details from the database.

pub mod admin;
pub mod completeness;
pub mod correction;
pub mod editors;
pub mod facets;
pub mod found;
pub mod matches;
pub mod model;
pub mod params;
pub mod queries;
pub mod random;
pub mod reactions;
pub mod removal;
pub mod routes;
pub mod similar;
pub mod state;
pub mod top_views;
pub mod views;
pub mod visibility;
