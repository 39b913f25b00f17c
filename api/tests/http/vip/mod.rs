//! VIP: plans, grants, and the benefits.

mod activation;
mod codes_command;
mod copies;
mod downloads;
mod grants;
mod other_hosts;
pub mod playback;
mod streams;
