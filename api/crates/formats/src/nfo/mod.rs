//! NFO files, which Kodi, Jellyfin, Emby, tinyMediaManager and scrapers write beside films. docs/import-formats.md has
//! the elements of each writer.

mod addresses;
mod beside;
mod file;
mod film;
mod folder;
mod identity;
mod library;
mod own;
mod packed;
mod parts;
mod write;

pub use file::MAX_NFO_BYTES;
pub use folder::{Folder, MAX_FILES, open_folder};
pub use packed::{Unpacking, is_packed_folder, unpack};
pub use write::{file_name, film_file};
