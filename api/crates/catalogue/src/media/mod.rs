//! The built-in image host: operators' files, and pictures generated from an id.

pub mod admin_routes;
pub mod drawings;
mod metadata;
mod on_disk;
pub mod resized;
pub mod routes;
pub mod site_icon;
pub mod uploads;

use yingku_artwork::pictures;

use resized::Resized;
use site_icon::LogoCache;
pub use uploads::{MAX_BYTES as MAX_PICTURE_BYTES, Picture, PictureError};
use yingku_platform::config::Config;
use yingku_platform::storage::Files;

/// Operators' pictures and clips.
pub struct Media {
    /// The original files.
    pub files: Files,
    /// Resized copies.
    pub resized: Resized,
    /// The built-in clip.
    pub built_in: Files,
    /// The logo's shape, and the icons drawn from it.
    logo: LogoCache,
}

impl Media {
    /// Opens them by the settings. Resized copies and the clip are always in `MEDIA_DIR`, even if the files are in a
    /// store.
    ///
    /// # Errors
    /// `S3_CA_FILE` cannot be read.
    pub fn open(config: &Config) -> anyhow::Result<Self> {
        let (folder, store) = (&config.media.dir, &config.media.store);
        Ok(Self {
            files: Files::open(folder, store.as_ref(), &config.s3)?,
            resized: Resized::open(folder),
            built_in: Files::Folder(folder.clone()),
            logo: LogoCache::default(),
        })
    }
}

/// The dominant colour of a work's generated cover, as `#rrggbb`.
pub fn tint_of(id: i64) -> String {
    pictures::tint(seed(id))
}

/// The seed of the pictures of an id.
pub fn seed(id: i64) -> u64 {
    id.unsigned_abs()
}
