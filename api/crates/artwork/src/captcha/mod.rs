//! The picture of a captcha: symbols drawn as strokes, bent by a seed and written as PNG.

mod picture;
mod png;
mod strokes;

pub use strokes::{COUNT, symbol};

/// The picture of a text as a PNG file. The same text and seed give the same file.
pub fn png(text: &str, seed: u64) -> std::io::Result<Vec<u8>> {
    png::write(&picture::draw(text, seed))
}
