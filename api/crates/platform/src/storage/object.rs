//! A file in the store: its metadata, and its bytes as a stream.

use std::fs::File;
use std::io::Write as _;
use std::ops::Range;
use std::path::Path;

use actix_web::web::Bytes;
use chrono::{DateTime, Utc};
use futures_util::StreamExt as _;
use futures_util::stream::{BoxStream, try_unfold};
use object_store::{
    Attribute, Attributes, GetOptions, GetRange, GetResult, ObjectMeta, ObjectStore as _,
};

use super::bucket::{Bucket, Failure};

/// Metadata key of an object's SHA-256, in hexadecimal.
const SHA256: &str = "sha256";

/// A file in the store, as it was when it was looked up.
pub struct Object {
    bucket: Bucket,
    /// Its path below the bucket's folder.
    pub path: String,
    /// Its length.
    pub size: u64,
    /// The store's ETag, in quotes.
    pub etag: Option<String>,
    /// When it was written.
    pub modified: DateTime<Utc>,
    /// Its SHA-256 in hexadecimal, if uploaded by this program.
    pub sha256: Option<String>,
}

impl Object {
    pub(super) fn new(bucket: &Bucket, path: &str, looked: GetResult) -> Self {
        let note = looked.attributes.get(&Attribute::Metadata(SHA256.into()));
        let sha256 = note.map(|note| note.as_ref().to_owned());
        let ObjectMeta {
            size,
            e_tag: etag,
            last_modified: modified,
            ..
        } = looked.meta;
        Self {
            bucket: bucket.clone(),
            path: path.to_owned(),
            size,
            etag,
            modified,
            sha256,
        }
    }

    /// Reads a range of its bytes. Fails if the file has changed since it was looked up.
    ///
    /// # Errors
    /// The store fails, at first or while streaming.
    pub async fn read(
        &self,
        range: Range<u64>,
    ) -> Result<BoxStream<'static, Result<Bytes, Failure>>, Failure> {
        let options = GetOptions {
            if_match: self.etag.clone(),
            // S3 has no empty range.
            range: (range != (0..self.size)).then_some(GetRange::Bounded(range)),
            ..GetOptions::default()
        };
        let bucket = self.bucket.clone();
        let key = bucket.writable_key(&self.path)?;
        let got = bucket
            .with_timeout(1, bucket.store.get_opts(&key, options))
            .await?;
        let pieces = try_unfold((got.into_stream(), bucket), |(mut pieces, bucket)| async {
            let next = async { pieces.next().await.transpose() };
            let piece = bucket.with_timeout(1, next).await?;
            Ok(piece.map(|piece| (piece, (pieces, bucket))))
        });
        Ok(pieces.boxed())
    }

    /// Downloads it to a new file.
    ///
    /// # Errors
    /// The store fails, or the file cannot be written.
    pub async fn save(&self, file: &Path) -> Result<(), Failure> {
        let mut out = File::create_new(file)?;
        let mut pieces = self.read(0..self.size).await?;
        while let Some(piece) = pieces.next().await {
            out.write_all(&piece?)?;
        }
        Ok(())
    }
}

/// The attributes stored with a file: its content type, for others who serve the bucket, and its SHA-256.
pub(super) fn described(path: &str, sha256: &str) -> Attributes {
    let kind = kind_of(path).to_string();
    Attributes::from_iter([
        (Attribute::ContentType, kind),
        (Attribute::Metadata(SHA256.into()), sha256.to_owned()),
    ])
}

/// The content type of a file by its name, as [`actix_files::NamedFile`] determines it.
pub(super) fn kind_of(path: &str) -> actix_web::mime::Mime {
    let ending = Path::new(path)
        .extension()
        .and_then(|ending| ending.to_str());
    actix_files::file_extension_to_mime(ending.unwrap_or_default())
}
