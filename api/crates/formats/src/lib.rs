//! Reads catalogues that other programs have written, and yields works as lines of the import format. It knows neither
//! HTTP nor the database, and decides nothing about a line: the rules of a work are those of the import.
//!
//! [`mod@detect`] recognises a format. [`table`] reads CSV, TSV and workbooks, [`nfo`] the NFO files of a folder, [`maccms`]
//! pages of a MacCMS collect interface, [`stash`] answers of Stash. Tables and NFO files are also written. Each is a [`Source`] of [`Entry`]s. [`values`] reads dates, durations, ratings and the
//! like as people write them; what cannot be read is never guessed, but left out or rejected with a [`Note`].

mod detect;
#[cfg(test)]
mod detect_tests;
mod entry;
mod error;
pub mod maccms;
mod markup;
pub mod nfo;
mod options;
mod sql;
pub mod stash;
pub mod table;
mod text;
pub mod values;
mod work;
mod xml;

pub use detect::{Format, detect};
pub use entry::{Entry, Note, Picture, Place, Source};
pub use error::{Error, Reason};
pub use options::Options;
pub use work::Work;
