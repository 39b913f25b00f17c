//! The built-in image host: the operator's own files, and pictures drawn from the id.

pub mod admin_routes;
pub mod drawings;
mod metadata;
pub mod resized;
pub mod routes;
mod uploads;

use yingku_artwork::pictures;

use crate::config::Config;
use crate::storage::Files;
use resized::Resized;

/// The operators' own pictures and clips.
pub struct Media {
    /// As they are.
    pub files: Files,
    /// Smaller ones.
    pub resized: Resized,
    /// The clip that is part of the program.
    pub built_in: Files,
}

impl Media {
    /// From the settings. The smaller copies, and the clip, are in `MEDIA_DIR` wherever the files are.
    ///
    /// # Errors
    /// `S3_CA_FILE` cannot be read.
    pub fn open(config: &Config) -> anyhow::Result<Self> {
        let (folder, store) = (&config.media.dir, &config.store);
        Ok(Self {
            files: Files::open(folder, store.media.as_ref(), &store.s3)?,
            resized: Resized::open(folder),
            built_in: Files::Folder(folder.clone()),
        })
    }
}

/// The dominant colour of a work's generated cover, as `#rrggbb`.
pub fn tint_of(id: i64) -> String {
    pictures::tint(seed(id))
}

/// The seed of an id's pictures.
pub fn seed(id: i64) -> u64 {
    id.unsigned_abs()
}
