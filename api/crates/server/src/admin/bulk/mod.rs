//! Changes of many works at once: hiding, restoring, adding and removing terms, undoing all of it, and undoing an import
//! ([`import_undo`]).
//!
//! The client iterates: each call takes the next works of a selection ([`selection`]) and answers where the next call goes
//! on. A call works for less than half a second, in batches of some milliseconds, each a transaction of its own
//! ([`batches`]) that makes the same change as that of a single work ([`change`]). So a call that is lost or repeated
//! changes nothing twice, and stopping is not calling again. The log names the run of each change, which [`undo`] reads.

pub mod batches;
pub mod change;
pub mod form;
pub mod import_undo;
pub mod routes;
pub mod selection;
pub mod step;
pub mod undo;

pub use routes::endpoints;
