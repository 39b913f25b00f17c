//! Works: the list over the index, and the detail from the database; [`visibility`] says which works are on the site,
//! [`admin`] is the operators' side.

pub mod admin;
pub mod kept;
pub mod model;
pub mod queries;
pub mod routes;
pub mod views;
pub mod visibility;
