//! Sends files of this machine to the store: long ones in pieces, each with its own limit of time.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use actix_web::web::Bytes;
use object_store::{MultipartUpload, ObjectStore as _, PutMultipartOptions};

use super::bucket::{Bucket, Failure, TO_SEND};
use super::object::described;

/// Shorter files go at once, bytes. S3 has no smaller pieces than 5 MiB.
const PIECE: u64 = 8 * 1024 * 1024;
/// Most pieces of a file; S3 has 10,000.
const MAX_PIECES: u64 = 9_000;

impl Bucket {
    /// Writes a file of this machine whole, or nothing of it.
    ///
    /// # Errors
    /// The file cannot be read, or the store does not take it.
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
        let key = self.key_to_write(path)?;
        let begun = self.store.put_multipart_opts(&key, options);
        let mut upload = self.in_time(1, begun).await?;
        let piece = PIECE.max(size.div_ceil(MAX_PIECES));
        let sent = self.send(&mut file, piece, &mut *upload).await;
        if sent.is_err() {
            // What was sent would stay, unseen, and cost.
            let _ = self.in_time(1, upload.abort()).await;
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
            self.in_time(TO_SEND, upload.put_part(bytes.into())).await?;
        }
        self.in_time(TO_SEND, upload.complete()).await.map(drop)
    }
}

fn next_piece(file: &mut File, most: u64) -> io::Result<Bytes> {
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes.into())
}
