//! `GET /torznab/api`: the search for members' programs, as the Torznab specification has it. The caller is the member of
//! the key. Links that a keyword finds count against the member's daily quota of copies; those beyond it are left out, and
//! a search that gives none because of it is refused. The newest links, which programs read every few minutes, are free.

pub mod answer;
pub mod model;
pub mod queries;
pub mod routes;
