//! Member management by operators. The command line uses the same [`changes`] and [`policy`].

pub mod changes;
pub mod forms;
pub mod list;
pub mod policy;
pub mod routes;
