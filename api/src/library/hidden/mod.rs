//! Terms whose works a member does not want to see. The site leaves them out of its lists.

pub mod model;
pub mod queries;
pub mod routes;
