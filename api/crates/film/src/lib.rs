//! Makes a stream from a film file with ffmpeg: qualities, sounds, subtitles, and pictures for seeking. This crate knows
//! neither HTTP nor the database.

#![cfg_attr(not(test), warn(unreachable_pub))]

mod arguments;
mod fault;
mod keyframes;
mod languages;
mod make;
mod master;
mod order;
mod pictures;
mod place;
mod plan;
mod probe;
mod process;
mod sidecars;
mod source;
mod subtitles;
#[cfg(test)]
mod testing;
mod tools;

pub use fault::Fault;
pub use make::{Made, make};
pub use order::Order;
pub use place::Place;
pub use plan::{Plan, Rendition};
pub use probe::probe;
pub use process::Stop;
pub use sidecars::is_subtitle;
pub use source::Source;
pub use tools::Tools;
