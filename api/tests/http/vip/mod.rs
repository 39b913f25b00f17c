//! VIP: plans, grants, and the benefits.

mod activation;
mod codes_command;
mod copies;
mod downloads;
mod grants;
pub mod playback;
mod streams;
