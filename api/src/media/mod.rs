//! The built-in image host: the operator's own files first, then pictures that are drawn from the id.

pub mod admin_routes;
mod avatar;
mod canvas;
pub mod drawings;
pub mod files;
mod palette;
mod pen;
pub mod pictures;
pub mod routes;
mod scene;
mod scenes_built;
mod scenes_city;
mod scenes_form;
mod scenes_land;
mod scenes_pattern;
mod scenes_space;
mod scenes_water;
mod uploads;

/// The dominant colour of a work's generated cover, as `#rrggbb`.
pub fn tint_of(id: i64) -> String {
    pictures::tint(seed(id))
}

/// Pictures are drawn from the id alone, so every instance draws the same.
pub fn seed(id: i64) -> u64 {
    id.unsigned_abs()
}
