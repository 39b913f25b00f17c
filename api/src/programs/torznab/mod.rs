//! `GET /torznab/api`: the search for members' programs, as the Torznab specification has it. The caller is the member of
//! the key. Links count against the member's daily quota of copies; those beyond it are left out.

pub mod answer;
pub mod model;
pub mod queries;
pub mod routes;
