//! Files inside a folder, never one outside it.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use actix_files::NamedFile;
use actix_web::HttpResponse;
use actix_web::body::SizedStream;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_RANGE};
use actix_web::web::Bytes;
use futures_util::stream::{Stream, try_unfold};

/// Chunk size, bytes.
const PIECE: u64 = 64 * 1024;

/// The file at a relative path below `folder`. Links that lead out of the folder are rejected.
pub(super) fn inside(folder: &Path, path: &str) -> Option<NamedFile> {
    let file = Some(folder.join(path)).filter(|file| file.is_file())?;
    let inside = file
        .canonicalize()
        .ok()?
        .starts_with(folder.canonicalize().ok()?);
    if !inside {
        return None;
    }
    NamedFile::open(file).ok()
}

/// The response with a whole file, ignoring the range; `part` is the response with the range.
pub(super) fn whole(path: &Path, part: &HttpResponse) -> io::Result<HttpResponse> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut answer = HttpResponse::Ok();
    for (name, value) in part.headers() {
        if !matches!(*name, CONTENT_RANGE | CONTENT_ENCODING) {
            answer.insert_header((name, value));
        }
    }
    Ok(answer.body(SizedStream::new(length, pieces(file))))
}

/// The bytes of a file, in chunks.
fn pieces(file: File) -> impl Stream<Item = io::Result<Bytes>> {
    try_unfold(file, |file| async {
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = Vec::new();
            (&file).take(PIECE).read_to_end(&mut piece)?;
            Ok((!piece.is_empty()).then(|| (Bytes::from(piece), file)))
        });
        read.await.map_err(io::Error::other)?
    })
}

/// Writes a file unless it exists.
pub(super) fn keep(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if file.is_file() {
        return Ok(());
    }
    let folder = file.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder)?;
    // Hidden names are not served.
    let part = folder.join(format!(".{}", uuid::Uuid::new_v4().simple()));
    let written = write(&part, bytes).and_then(|()| std::fs::rename(&part, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    written
}

fn write(part: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create_new(part)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_stored_once_and_never_partially() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("uploads/3a/b.png");
        for _ in 0..2 {
            keep(&file, b"picture").unwrap();
        }
        assert_eq!(std::fs::read(&file).unwrap(), b"picture");
        let entries = std::fs::read_dir(file.parent().unwrap()).unwrap().count();
        assert_eq!(entries, 1);
    }
}
