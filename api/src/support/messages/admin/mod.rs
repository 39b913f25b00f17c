//! The queue of questions, and support's side of a conversation.

pub mod model;
pub mod queries;
pub mod routes;
