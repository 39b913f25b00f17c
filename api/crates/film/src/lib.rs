//! Makes a stream from a film file with ffmpeg: renditions, audio tracks, subtitles and seek thumbnails. No HTTP, no
//! database.

#![cfg_attr(not(test), warn(unreachable_pub))]

mod arguments;
mod error;
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
mod webvtt;

pub use error::FilmError;
pub use make::{FilmSummary, make};
pub use order::Order;
pub use place::Place;
pub use plan::{Plan, Rendition};
pub use probe::probe;
pub use process::Stop;
pub use sidecars::is_subtitle;
pub use source::Source;
pub use tools::Tools;
