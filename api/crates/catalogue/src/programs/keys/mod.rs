//! API keys for members' programs. A key is shown once, when it is created; the database stores its hash.

pub mod model;
pub mod personal_data;
pub mod queries;
pub mod routes;
