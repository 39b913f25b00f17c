//! Builds of the index on disk: opening and swapping them ([`builds`]), the [`writer`], counters of commits
//! ([`generations`]), and damaged files ([`integrity`]).

pub(crate) mod builds;
pub(crate) mod generations;
pub(crate) mod integrity;
pub(crate) mod shared;
pub(crate) mod storage;
pub(crate) mod writer;
