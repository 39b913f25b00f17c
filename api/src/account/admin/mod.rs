//! The operators' side of members: finding them, looking at all that is known of one, and changing what operators
//! may change. The command line changes users by the same functions.
//!
//! - [`list`]: which members;
//! - [`policy`]: whom an operator may change, and that an admin is left;
//! - [`changes`]: each change with its entry in the audit log; [`forms`]: how they are asked for; [`routes`]: the calls.

pub mod changes;
pub mod forms;
pub mod list;
pub mod policy;
pub mod routes;
