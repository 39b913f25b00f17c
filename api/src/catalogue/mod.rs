//! The catalogue: works and what they are filed under. Lists are answered by [`index`], everything
//! else by the database; [`indexer`] feeds the one from the other; [`import`] fills the database,
//! and [`uploads`] does so with the files that operators upload.

pub mod import;
pub mod index;
pub mod indexer;
pub mod kinds;
pub mod magnets;
pub mod response_cache;
pub mod terms;
pub mod uploads;
pub mod works;
