//! `GET /torznab/api`: the search for members' programs, as specified by Torznab. The caller is the owner of the key.
//! Links found by a keyword count against the member's daily quota of copies; those beyond it are left out, and a
//! search left without any is rejected. The newest links, which programs poll every few minutes, are free.

pub mod answer;
pub mod model;
pub mod queries;
pub mod routes;
