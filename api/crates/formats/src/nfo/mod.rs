//! NFO files, which Kodi, Jellyfin, Emby, tinyMediaManager and scrapers write beside films. docs/import-formats.md has
//! the elements of each writer.

mod addresses;
mod beside;
mod file;
mod film;
mod folder;
mod identity;
mod library;
mod parts;

pub use file::MAX_NFO_BYTES;
pub use folder::{Folder, MAX_FILES, open_folder};
