//! Imports works from the lines of a file.
//!
//! `reader` reads plain, gzip and zstd files (`unpacked`). `record::parse_line` parses a line into a `WorkRecord`, or returns the
//! invalid field and the reason (`fault`). `fingerprint` recognises unchanged works, `merge` keeps fields that a line omits or
//! that operators have set. `store` writes records in batches, `feed` adds them to the works index meanwhile, and
//! `low_priority` yields to other writers.
//! `compare` lists what an import would change, `field_changes` counts it by field, and `changes` records what it has changed.

pub mod batch;
pub mod changes;
pub mod compare;
pub(crate) mod counts;
mod fault;
pub mod feed;
pub mod field_changes;
pub mod fields;
pub mod fingerprint;
mod known;
pub mod last_import;
pub mod line;
mod low_priority;
pub mod magnet;
mod merge;
pub mod path;
pub mod reader;
pub mod record;
pub(crate) mod rows;
mod rule;
pub mod site_rules;
mod stat_deltas;
mod step;
pub mod store;
mod summary;
pub mod term;
mod term_store;
pub mod text;
pub mod time;
mod unpacked;
pub mod validation_error;
