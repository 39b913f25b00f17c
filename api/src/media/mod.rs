//! The built-in image host: the operator's own files, and pictures drawn from the id.

pub mod admin_routes;
pub mod drawings;
pub mod files;
pub mod resized;
pub mod routes;
mod uploads;

use yingku_artwork::pictures;

/// The dominant colour of a work's generated cover, as `#rrggbb`.
pub fn tint_of(id: i64) -> String {
    pictures::tint(seed(id))
}

/// The seed of an id's pictures.
pub fn seed(id: i64) -> u64 {
    id.unsigned_abs()
}
