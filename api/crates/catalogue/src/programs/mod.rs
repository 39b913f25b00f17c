//! The API for members' programs: [`keys`] that authenticate a member, and the [`torznab`] search they give access to.

pub mod keys;
pub mod torznab;
