//! Keys of members' programs. A key is shown once, when it is made; the database has its hash.

pub mod model;
pub mod personal_data;
pub mod queries;
pub mod routes;
