//! The catalogue: works and their terms. [`yingku_search`] serves lists and searches, the database everything else. [`indexer`]
//! updates the index from the database. [`suggest`] completes keywords. [`import`] fills the database, [`uploads`] from
//! files that operators upload. [`jobs`] lists what takes long: imports and films.

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod cached_read;
pub mod demo_fills;
pub mod feeds;
pub mod import;
pub mod indexer;
pub mod jobs;
pub mod kinds;
pub mod magnets;
pub mod media;
pub mod pages;
pub mod playback;
pub mod precision;
pub mod programs;
pub mod response_cache;
pub mod sources;
pub mod suggest;
pub mod terms;
pub mod uploads;
pub mod works;
pub mod writer;
