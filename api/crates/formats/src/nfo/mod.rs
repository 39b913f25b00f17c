//! NFO files, which Kodi, Jellyfin, Emby, tinyMediaManager and scrapers write beside films. docs/import-formats.md has
//! the elements of each writer.

mod beside;
mod film;
mod folder;

pub use folder::{Folder, MAX_FILES, MAX_NFO_BYTES, open_folder};
