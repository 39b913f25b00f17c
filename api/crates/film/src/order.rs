//! What to make a stream of, and how.

use std::path::{Path, PathBuf};

use crate::process::Stop;
use crate::source::Source;
use crate::tools::Tools;

/// What to make.
#[derive(Debug)]
pub struct Order<'a> {
    /// The programs.
    pub tools: &'a Tools,
    /// The file, as an absolute path.
    pub film: &'a Path,
    /// What [`crate::probe()`] has found in it.
    pub source: &'a Source,
    /// Files with subtitles, besides those that have the film's name.
    pub subtitles: &'a [PathBuf],
    /// A name for the folder of everything but the playlist, never used before for this film: caches keep its files.
    pub build: &'a str,
    /// Ends the work early.
    pub stop: &'a Stop,
}
