//! Keeps the works index equal to the database: [`Feeder`] reads what changed from the outbox and
//! writes it to the index; [`Indexer`] runs one in the background of the service, notices what the index lacks, and heals
//! it. The mark of the last change is stored with the index's own commit, so a kill or a failure at any moment loses
//! nothing.

mod comparison;
mod feeder;
mod health;
mod keeper;
mod lag;
mod reading;
mod tail;

pub use comparison::{Comparison, compare};
pub use feeder::{Feeder, ask_for_rebuild, catalogue_id, open_for_reading};
pub use health::{Condition, Trouble};
pub use lag::{Lag, MOST_CHANGES, Reached};
pub use reading::indexed_works;
pub use tail::Indexer;
