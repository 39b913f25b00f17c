//! The catalogue: works and their terms. [`index`] answers lists and searches, the database everything else. [`indexer`]
//! updates the index from the database. [`import`] fills the database, [`uploads`] from files that operators upload.

pub mod import;
pub mod index;
pub mod indexer;
pub mod kinds;
pub mod magnets;
pub mod response_cache;
pub mod terms;
pub mod uploads;
pub mod works;
