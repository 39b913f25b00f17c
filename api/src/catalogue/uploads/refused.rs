//! The list of refused lines: a text file with a line for each, its number, the reason and the line itself.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use actix_web::web::Bytes;
use futures_util::stream::{self, Stream, StreamExt as _};

use super::reading::RefusedLine;

/// What the columns are.
const HEADING: &str = "行号\t原因\t原文\n";
/// The list ends here, bytes.
const MOST_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes that are sent at once.
const PIECE: u64 = 64 * 1024;
/// The last line of a list that is not whole.
const NOT_ALL: &str = "…\t其余被拒绝的行没有列出\t\n";

/// A list that grows.
pub(super) struct RefusedList {
    file: BufWriter<File>,
    bytes: u64,
}

impl RefusedList {
    /// Opens a list behind what is known to be good of it.
    pub(super) fn open(path: &Path, bytes: u64) -> io::Result<Self> {
        let mut file = File::options()
            .create(true)
            .write(true)
            .truncate(false)
            .open(path)?;
        file.set_len(bytes)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Self {
            file: BufWriter::new(file),
            bytes,
        })
    }

    /// Adds lines; says how long the list is.
    pub(super) fn add(&mut self, lines: &[RefusedLine]) -> io::Result<u64> {
        for line in lines.iter() {
            if self.bytes >= MOST_BYTES {
                break;
            }
            let reason = line.refusal.to_string().replace(['\t', '\n', '\r'], " ");
            self.put(&format!("{}\t{reason}\t{}\n", line.number, line.text))?;
            if self.bytes >= MOST_BYTES {
                self.put(NOT_ALL)?;
            }
        }
        self.file.flush()?;
        Ok(self.bytes)
    }

    fn put(&mut self, text: &str) -> io::Result<()> {
        self.file.write_all(text.as_bytes())?;
        self.bytes += u64::try_from(text.len()).unwrap_or_default();
        Ok(())
    }
}

/// The heading, and so many bytes of a list.
pub(super) fn pieces(list: Option<File>, length: u64) -> impl Stream<Item = io::Result<Bytes>> {
    let heading = stream::once(async { Ok(Bytes::from_static(HEADING.as_bytes())) });
    heading.chain(stream::try_unfold(
        (list, length),
        |(list, left)| async move {
            let Some(list) = list.filter(|_| left > 0) else {
                return Ok(None);
            };
            let read = tokio::task::spawn_blocking(move || {
                let mut piece = Vec::new();
                let mut part = io::Read::take(&list, left.min(PIECE));
                io::Read::read_to_end(&mut part, &mut piece).map(|_| (piece, list))
            });
            let (piece, list) = read.await.map_err(io::Error::other)??;
            if piece.is_empty() {
                return Ok(None);
            }
            let left = left.saturating_sub(u64::try_from(piece.len()).unwrap_or(left));
            Ok(Some((Bytes::from(piece), (Some(list), left))))
        },
    ))
}
