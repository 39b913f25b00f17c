//! The bytes of a file or standard input, plain, gzip or zstd.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const BUFFER: usize = 256 * 1024;
const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

/// The position of a reader in bytes of the file on disk. Cheap to clone, and shared between threads.
#[derive(Clone, Debug)]
pub struct Progress {
    read: Arc<AtomicU64>,
    total: Option<u64>,
}

impl Progress {
    /// Bytes read from the file, up to one buffer ahead of the last line.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// Size of the file; unknown for standard input and pipes.
    pub const fn total(&self) -> Option<u64> {
        self.total
    }
}

/// An open source. The compression is detected from the first bytes, not from the name.
pub struct Unpacked {
    /// The content.
    pub bytes: Box<dyn BufRead + Send>,
    /// A handle on the position.
    pub progress: Progress,
}

impl Unpacked {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// It cannot be opened, or is a folder.
    pub fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Self::new(io::stdin(), None);
        }
        let file = File::open(path)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        let total = about.is_file().then_some(about.len());
        Self::new(file, total)
    }

    /// Reads from any source; `total` is its size in bytes, if known.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn new(source: impl Read + Send + 'static, total: Option<u64>) -> io::Result<Self> {
        let progress = Progress {
            read: Arc::default(),
            total,
        };
        let mut counted = Counted {
            source,
            read: Arc::clone(&progress.read),
        };
        let mut start = Vec::new();
        counted.by_ref().take(4).read_to_end(&mut start)?;
        let gzip = start.starts_with(GZIP_MAGIC);
        let zstd = start.starts_with(ZSTD_MAGIC);
        let whole = BufReader::with_capacity(BUFFER, Cursor::new(start).chain(counted));
        let bytes: Box<dyn BufRead + Send> = if gzip {
            Box::new(BufReader::with_capacity(
                BUFFER,
                flate2::bufread::MultiGzDecoder::new(whole),
            ))
        } else if zstd {
            Box::new(BufReader::with_capacity(
                BUFFER,
                zstd::stream::read::Decoder::with_buffer(whole)?,
            ))
        } else {
            Box::new(whole)
        };
        Ok(Self { bytes, progress })
    }

    /// Up to `max` of the first bytes, which are read again afterwards.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn peek(&mut self, max: u64) -> io::Result<Vec<u8>> {
        let mut start = Vec::new();
        self.bytes.by_ref().take(max).read_to_end(&mut start)?;
        let rest = std::mem::replace(&mut self.bytes, Box::new(io::empty()));
        self.bytes = Box::new(Cursor::new(start.clone()).chain(rest));
        Ok(start)
    }
}

/// Counts the bytes read.
struct Counted<R> {
    source: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(into)?;
        self.read
            .fetch_add(u64::try_from(count).unwrap_or_default(), Ordering::Relaxed);
        Ok(count)
    }
}
