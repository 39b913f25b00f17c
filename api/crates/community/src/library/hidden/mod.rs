//! Terms whose works a member does not want to see. Lists of the site omit them.

pub mod model;
pub mod queries;
pub mod routes;
