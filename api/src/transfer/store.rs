//! The store for commands: a blocking API, with files identified by their SHA-256.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context as _;
use futures_util::StreamExt as _;
use sha2::{Digest as _, Sha256};
use tokio::runtime::{Builder, Runtime};
use yingku_platform::config::{BucketPlace, S3Config};
use yingku_platform::storage::{Bucket, Listed, Object};
use yingku_signer::hex;

use super::files::StoredFile;

/// A bucket, or a folder in it.
pub struct Store {
    bucket: Bucket,
    runtime: Runtime,
}

impl Store {
    /// Opens it without a request to the store.
    ///
    /// # Errors
    /// The settings of the store are missing.
    pub fn open(place: &BucketPlace, s3: &S3Config) -> anyhow::Result<Self> {
        anyhow::ensure!(
            s3.has_keys(),
            "To reach {place}, set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY."
        );
        Ok(Self {
            bucket: Bucket::open(place, s3)?,
            runtime: Builder::new_current_thread().enable_all().build()?,
        })
    }

    /// Lists every file, in order of path.
    ///
    /// # Errors
    /// The store fails.
    pub fn list(&self) -> anyhow::Result<Vec<Listed>> {
        self.runtime
            .block_on(self.bucket.list())
            .with_context(|| format!("listing {}", self.bucket))
    }

    /// Length and SHA-256 of the file at `path`; the hash is the one stored with it, or else computed by reading it.
    ///
    /// # Errors
    /// The store fails.
    pub fn known(&self, path: &str) -> anyhow::Result<Option<StoredFile>> {
        let Some(object) = self.head(path)? else {
            return Ok(None);
        };
        match object.sha256 {
            None => self.read(path, &mut io::sink()).map(Some),
            Some(sha256) => Ok(Some(StoredFile {
                path: path.to_owned(),
                bytes: object.size,
                sha256,
            })),
        }
    }

    /// Reads a whole file.
    ///
    /// # Errors
    /// It does not exist, or is truncated; `out` fails.
    pub fn read(&self, path: &str, out: &mut dyn Write) -> anyhow::Result<StoredFile> {
        let object = self.head(path)?;
        let object = object.with_context(|| format!("{}/{path} does not exist", self.bucket))?;
        let (mut digest, mut bytes) = (Sha256::new(), 0);
        self.runtime
            .block_on(async {
                let mut pieces = object.read(0..object.size).await?;
                while let Some(piece) = pieces.next().await {
                    let piece = piece?;
                    digest.update(&piece);
                    out.write_all(&piece)?;
                    bytes += u64::try_from(piece.len())?;
                }
                anyhow::Ok(())
            })
            .with_context(|| format!("reading {}/{path}", self.bucket))?;
        Ok(StoredFile {
            path: path.to_owned(),
            bytes,
            sha256: hex(&digest.finalize()),
        })
    }

    /// Downloads a file to a new one, which gets its name once complete.
    ///
    /// # Errors
    /// Those of [`Self::read`]; the file cannot be written.
    pub fn fetch(&self, path: &str, to: &Path) -> anyhow::Result<StoredFile> {
        let name = to.file_name().and_then(|name| name.to_str());
        let name = name.with_context(|| format!("{path} is not a file"))?;
        // Hidden names are neither served nor moved.
        let part = to.with_file_name(format!(".{name}.part"));
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut out = File::create(&part).with_context(|| part.display().to_string())?;
        let read = self.read(path, &mut out);
        let whole = read.and_then(|read| {
            out.sync_all()?;
            fs::rename(&part, to)?;
            Ok(read)
        });
        if whole.is_err() {
            let _ = fs::remove_file(&part);
        }
        whole
    }

    /// Uploads a file.
    ///
    /// # Errors
    /// It cannot be read, or the store fails or rejects it; nothing of it is left there.
    pub fn put(&self, path: &str, from: &Path, sha256: &str) -> anyhow::Result<()> {
        self.runtime
            .block_on(self.bucket.put_file(path, from, sha256))
            .with_context(|| format!("writing {}/{path}", self.bucket))
    }

    fn head(&self, path: &str) -> anyhow::Result<Option<Object>> {
        self.runtime
            .block_on(self.bucket.head(path))
            .with_context(|| format!("looking up {}/{path}", self.bucket))
    }
}
