//! Transfer of whole databases and sites: [`backup`] and [`restore`], [`relocate`] between the engines, and [`export`]
//! for other programs. They read one snapshot and compare source and target by a checksum of each table.

pub mod archive;
pub mod backup;
pub mod copying;
pub mod export;
pub mod export_formats;
pub mod files;
pub mod film_upload;
pub mod lines;
pub mod move_files;
pub mod relocate;
pub mod restore;
pub mod revived;
pub mod source;
pub mod store;
