//! Keeps the works index in step with the database. [`IndexUpdater`] writes the changes of the outbox to the index;
//! [`Indexer`] runs one in the background, verifies the index and rebuilds it if needed. Each commit of the index
//! contains the outbox position of its last change, so a kill or a failure at any moment loses nothing.

mod background;
mod comparison;
mod health;
mod lag;
mod reading;
mod supervisor;
mod updater;

pub use background::Indexer;
pub use comparison::{Comparison, compare};
pub use health::{Condition, IndexProblem};
pub use lag::{Checkpoint, Lag, MAX_CHANGES};
pub use reading::indexed_works;
pub use updater::{IndexUpdater, catalogue_id, open_for_reading, request_rebuild};
