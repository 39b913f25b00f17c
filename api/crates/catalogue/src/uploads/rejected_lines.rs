//! The list of rejected lines, and of warnings about imported ones: a text file with the number, the reason and the
//! text of each.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use actix_web::web::Bytes;
use futures_util::stream::{self, Stream, StreamExt as _};

use super::reading::ListedLine;

/// The column headings.
const HEADING: &str = "行号\t原因\t原文\n";
/// Maximum size of the list, bytes.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
/// Bytes sent in one chunk.
const PIECE: u64 = 64 * 1024;
/// The last line of a truncated list.
const TRUNCATION_LINE: &str = "…\t其余的行没有列出\t\n";

/// A list to append to.
pub(super) struct RejectedLines {
    file: BufWriter<File>,
    bytes: u64,
}

impl RejectedLines {
    /// Opens a list and truncates it to its committed `bytes`.
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

    /// Appends lines and returns the size of the list.
    pub(super) fn add(&mut self, lines: &[ListedLine]) -> io::Result<u64> {
        for line in lines.iter() {
            if self.bytes >= MAX_BYTES {
                break;
            }
            let imported = if line.is_rejected { "" } else { "已导入，" };
            let reason = line.reason.replace(['\t', '\n', '\r'], " ");
            self.put(&format!(
                "{}\t{imported}{reason}\t{}\n",
                line.number, line.text
            ))?;
            if self.bytes >= MAX_BYTES {
                self.put(TRUNCATION_LINE)?;
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

/// Streams the headings and the first `length` bytes of a list.
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
