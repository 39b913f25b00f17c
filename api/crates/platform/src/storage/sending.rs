//! Uploads local files to the store: large ones in parts, each with its own timeout.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use actix_web::web::Bytes;
use object_store::{MultipartUpload, ObjectStore as _, PutMultipartOptions};

use super::bucket::{Bucket, Failure, UPLOAD_TIMEOUT_FACTOR};
use super::object::described;

/// Part size, bytes; smaller files are sent at once. S3's minimum is 5 MiB.
const PIECE: u64 = 8 * 1024 * 1024;
/// Most parts of a file; S3's limit is 10,000.
const MAX_PIECES: u64 = 9_000;

impl Bucket {
    /// Uploads a whole local file, or nothing.
    ///
    /// # Errors
    /// The file cannot be read, or the store fails or rejects it.
    pub async fn put_file(&self, path: &str, file: &Path, sha256: &str) -> Result<(), Failure> {
        let mut file = File::open(file)?;
        let size = file.metadata()?.len();
        if size <= PIECE {
            let bytes = next_piece(&mut file, PIECE)?;
            return self.put(path, bytes, sha256).await;
        }
        let options = PutMultipartOptions {
            attributes: described(path, sha256),
            ..PutMultipartOptions::default()
        };
        let key = self.writable_key(path)?;
        let begun = self.store.put_multipart_opts(&key, options);
        let mut upload = self.with_timeout(1, begun).await?;
        let piece = PIECE.max(size.div_ceil(MAX_PIECES));
        let sent = self.send(&mut file, piece, &mut *upload).await;
        if sent.is_err() {
            // Uploaded parts would stay, invisible and billed.
            let _ = self.with_timeout(1, upload.abort()).await;
        }
        sent
    }

    async fn send(
        &self,
        file: &mut File,
        piece: u64,
        upload: &mut dyn MultipartUpload,
    ) -> Result<(), Failure> {
        loop {
            let bytes = next_piece(file, piece)?;
            if bytes.is_empty() {
                break;
            }
            self.with_timeout(UPLOAD_TIMEOUT_FACTOR, upload.put_part(bytes.into()))
                .await?;
        }
        self.with_timeout(UPLOAD_TIMEOUT_FACTOR, upload.complete())
            .await
            .map(drop)
    }
}

fn next_piece(file: &mut File, max: u64) -> io::Result<Bytes> {
    let mut bytes = Vec::new();
    file.take(max).read_to_end(&mut bytes)?;
    Ok(bytes.into())
}
