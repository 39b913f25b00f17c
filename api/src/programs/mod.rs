//! What members' programs use: [`keys`] that stand for a member, and the search [`torznab`] that they open.

pub mod keys;
pub mod torznab;
