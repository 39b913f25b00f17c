//! VIP: what is for sale, who is given what, and what they may do more than others.

mod activation;
mod codes_command;
mod copies;
mod downloads;
mod grants;
pub mod playback;
mod streams;
