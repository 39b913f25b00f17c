//! A picture as a local file, wherever it is stored.

use std::path::{Path, PathBuf};

use yingku_platform::storage::Found;

/// A picture as a local file.
pub(super) enum OnDisk {
    /// A file in the media folder.
    Here(PathBuf),
    /// A temporary file fetched from the store, deleted when dropped.
    Fetched(PathBuf),
}

impl OnDisk {
    /// Fetches it into a temporary file of `folder` if it is in the store.
    pub(super) async fn of(picture: &Found, folder: &Path) -> anyhow::Result<Self> {
        match picture {
            Found::File(file) => Ok(Self::Here(file.path().to_owned())),
            Found::Object(object) => {
                std::fs::create_dir_all(folder)?;
                let part = folder.join(format!(".{}", uuid::Uuid::new_v4().simple()));
                let fetched = Self::Fetched(part);
                object.save(fetched.path()).await?;
                Ok(fetched)
            }
        }
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        match self {
            Self::Here(path) | Self::Fetched(path) => path,
        }
    }
}

impl Drop for OnDisk {
    fn drop(&mut self) {
        if let Self::Fetched(path) = self {
            let _ = std::fs::remove_file(path);
        }
    }
}
