//! The operators' side of works: finding them, hidden ones too, changing what they say, and keeping them off the
//! site.
//!
//! - [`list`]: which works, visible ones out of the works index and hidden ones out of the database;
//! - [`sheet`]: everything about one work; [`edit`]: changing it by the rules of an import;
//! - [`standing`]: hiding, restoring and taking down, by the rules of [`super::visibility`]; [`routes`]: the calls.

pub mod edit;
pub mod list;
pub mod routes;
pub mod sheet;
pub mod standing;
