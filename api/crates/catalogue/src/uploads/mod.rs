//! Import by upload: operators send a file in parts, and the service imports it at low priority.
//!
//! [`runner`] is the thread that takes imports from the queue, [`run`] runs one, and [`reading`] splits the file into
//! batches. Each batch and the position in the file are written in one transaction, so an interrupted import continues
//! at the right line. [`undo`] takes back what an import has changed.

pub mod command;
pub mod files;
mod forms;
pub mod model;
mod opening;
mod part;
mod preview;
pub mod preview_routes;
pub mod queries;
mod reading;
mod rejected_lines;
pub mod routes;
mod run;
mod runner;
mod shared;
pub mod states;
pub mod undo;
pub mod undo_terms;

pub use part::{PART, PART_BYTES};
pub use runner::Uploads;
