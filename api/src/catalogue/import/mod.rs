//! Import: lines of a file into works of the database.
//!
//! `reader` yields lines out of plain, gzip and zstd files; `record::parse_line` turns one line into a
//! `WorkRecord` or says which field is wrong and why; `fingerprint` tells an unchanged work apart, and `curated` what
//! operators have set;
//! `store` writes records batch by batch, and `feed` hands them to the works index meanwhile. `gently` does the
//! same beside visitors.

pub mod batch;
pub(in crate::catalogue) mod counts;
pub mod curated;
pub mod feed;
pub mod fingerprint;
mod gathered;
pub mod gently;
pub mod json;
mod known;
pub mod last_import;
pub mod line;
pub mod magnet;
mod news;
pub mod path;
pub mod reader;
pub mod record;
pub mod refusal;
pub(in crate::catalogue) mod rows;
mod step;
pub mod store;
mod tally;
pub mod term;
mod term_store;
pub mod text;
pub mod time;
