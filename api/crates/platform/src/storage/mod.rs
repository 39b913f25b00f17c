//! Storage of operators' files: a local folder, or a bucket of an S3-compatible store. Clients get the same responses
//! from both.

mod answer;
mod bucket;
mod connection;
mod folder;
mod object;
mod range;
mod sending;

use std::path::{Path, PathBuf};

use actix_files::NamedFile;
use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};

pub use bucket::{Bucket, Failure, Listed, RequestCounts};
pub use connection::check_authorities;
pub use object::Object;

use crate::config::{BucketPlace, S3Config};

/// The files of one kind.
pub enum Files {
    /// In a folder.
    Folder(PathBuf),
    /// In the store.
    Bucket(Bucket),
}

/// A file that was found.
pub enum Found {
    /// In a folder.
    File(NamedFile),
    /// In the store.
    Object(Object),
}

impl Files {
    /// In `place` if given, otherwise in `folder`. Makes no request to the store.
    ///
    /// # Errors
    /// `S3_CA_FILE` cannot be read.
    pub fn open(folder: &Path, place: Option<&BucketPlace>, s3: &S3Config) -> anyhow::Result<Self> {
        Ok(match place {
            None => Self::Folder(folder.to_owned()),
            Some(place) => Self::Bucket(Bucket::open(place, s3)?),
        })
    }

    /// Finds the file at a relative path, if it exists and may be served.
    ///
    /// # Errors
    /// The store fails.
    pub async fn find(&self, path: &str) -> Result<Option<Found>, Failure> {
        if !is_public(path) {
            return Ok(None);
        }
        Ok(match self {
            Self::Folder(folder) => folder::inside(folder, path).map(Found::File),
            Self::Bucket(bucket) => bucket.head(path).await?.map(Found::Object),
        })
    }

    /// Counts of requests to the store, if they are in one.
    pub fn request_counts(&self) -> Option<&RequestCounts> {
        match self {
            Self::Folder(_) => None,
            Self::Bucket(bucket) => Some(bucket.request_counts()),
        }
    }

    /// Logs at startup if the store of `setting` does not respond, before the first visitor finds out.
    pub async fn check(&self, setting: &'static str) {
        if let Self::Bucket(bucket) = self
            && let Err(failure) = bucket.check().await
        {
            tracing::error!(event = "store_unavailable", setting, %failure, "object storage unavailable");
        }
    }

    /// Stores an immutable file unless it exists. `sha256` is that of its bytes, in hexadecimal.
    ///
    /// # Errors
    /// It is not stored, and nothing of it is left behind.
    pub async fn keep(&self, path: &str, bytes: Bytes, sha256: &str) -> Result<(), Failure> {
        match self {
            Self::Folder(folder) => {
                let file = folder.join(path);
                let kept = tokio::task::spawn_blocking(move || folder::keep(&file, &bytes));
                Ok(kept.await.map_err(std::io::Error::other)??)
            }
            Self::Bucket(bucket) => match bucket.head(path).await? {
                Some(_) => Ok(()),
                None => bucket.put(path, bytes, sha256).await,
            },
        }
    }
}

impl Found {
    /// Responds with the file, a part of it, or 304.
    ///
    /// # Errors
    /// The store fails.
    pub async fn answer(self, request: &HttpRequest) -> Result<HttpResponse, Failure> {
        match self {
            Self::File(file) => {
                let path = file.path().to_owned();
                let answer = file.prefer_utf8(true).into_response(request);
                let is_part = matches!(
                    answer.status(),
                    StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE
                );
                if is_part && !range::is_in_force(request, answer.headers()) {
                    return Ok(folder::whole(&path, &answer)?);
                }
                Ok(answer)
            }
            Self::Object(object) => answer::with_object(object, request).await,
        }
    }
}

/// Whether a path may be served: names in any script, none hidden.
fn is_public(path: &str) -> bool {
    path.split('/').all(|part| {
        let is_odd = |letter: char| letter.is_control() || letter == '\\';
        !part.is_empty() && !part.starts_with('.') && !part.contains(is_odd)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn no_path_leads_out_of_the_folder() {
        let all = tempfile::tempdir().unwrap();
        let folder = all.path().join("open");
        std::fs::create_dir_all(folder.join("a")).unwrap();
        let good = ["a/good.ts", "a/封面 (1).jpg", "a/[A]+b.jpg", "a/b;c,d.jpg"];
        for name in good {
            std::fs::write(folder.join(name), "good").unwrap();
        }
        std::fs::write(folder.join(".hidden"), "hidden").unwrap();
        std::fs::write(all.path().join("secret"), "secret").unwrap();
        std::os::unix::fs::symlink(all.path().join("secret"), folder.join("link.ts")).unwrap();
        let files = Files::Folder(folder);
        for name in good {
            assert!(files.find(name).await.unwrap().is_some(), "{name}");
        }
        for bad in [
            "",
            "a",
            "/a/good.ts",
            "a//good.ts",
            "../secret",
            "a/../../secret",
            "a/./good.ts",
            "..",
            ".hidden",
            "link.ts",
            "a\\good.ts",
            "a/good.ts\0",
            "a/good.ts\n",
            "a/封面/../../secret",
            "a/%2e%2e/secret",
            "missing",
        ] {
            assert!(files.find(bad).await.unwrap().is_none(), "{bad}");
        }
    }
}
