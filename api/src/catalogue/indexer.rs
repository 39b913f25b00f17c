//! Keeps the works index equal to the database: [`Feeder`] reads what changed from the outbox and
//! writes it to the index; [`Tail`] runs a feeder in the background of the service. The mark of the
//! last change is stored with the index's own commit, so a kill at any moment loses nothing.

mod feeder;
mod lag;
mod tail;

pub use feeder::{Feeder, catalogue_id, indexed_works, open_for_reading};
pub use lag::{Lag, MOST_CHANGES, Reached};
pub use tail::Tail;
