//! The whole library in one file, as Kodi exports it: `<videodb>` with every film in it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::film::FILMS;
use crate::error::Error;
use crate::text::decode;
use crate::xml::{Element, parse};

/// Largest library, in bytes.
const MAX_BYTES: u64 = 256 << 20;
/// By so many bytes a library is recognised.
const START_BYTES: u64 = 4_096;

/// A library that is read film by film.
pub(super) struct Library {
    text: String,
    /// Where the next film is looked for.
    at: usize,
    /// Films read, and in all.
    pub(super) read: u64,
    pub(super) total: u64,
}

/// Opens a library; `None` for a file that is none.
pub(super) fn open(path: &Path) -> Result<Option<Library>, Error> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    file.by_ref().take(START_BYTES).read_to_end(&mut bytes)?;
    if !decode(&bytes, None).contains("<videodb") {
        return Ok(None);
    }
    read_rest(&mut file, &mut bytes)?;
    let text = decode(&bytes, None).into_owned();
    let count = |name: &&str| text.matches(&format!("</{name}>")).count();
    let total = FILMS.iter().map(count).sum::<usize>();
    Ok(Some(Library {
        at: 0,
        read: 0,
        total: u64::try_from(total).unwrap_or(u64::MAX),
        text,
    }))
}

fn read_rest(file: &mut File, bytes: &mut Vec<u8>) -> Result<(), Error> {
    let read: Result<usize, io::Error> = file.take(MAX_BYTES).read_to_end(bytes);
    match read? {
        rest if u64::try_from(rest).unwrap_or(u64::MAX) < MAX_BYTES => Ok(()),
        _ => Err(Error::too_large(
            format!("the library is larger than {MAX_BYTES} bytes: export it to separate files"),
            "Kodi 的影片库文件太大，请导出成单独的文件",
        )),
    }
}

impl Library {
    /// The next film; `None` at the end. One that is not closed ends the file.
    pub(super) fn next_film(&mut self) -> Option<Element> {
        loop {
            let rest = self.text.get(self.at..)?;
            let starts = FILMS.iter().filter_map(|name| {
                let start = rest.find(&format!("<{name}>"))?;
                Some((start, name))
            });
            let (start, name) = starts.min()?;
            let from = rest.get(start..)?;
            let close = format!("</{name}>");
            let length = from.find(&close)? + close.len();
            let film = parse(from.get(..length)?).roots.into_iter().next();
            self.at += start + length;
            self.read += 1;
            if film.is_some() {
                return film;
            }
        }
    }
}

/// The name of the video that a film of a library is in, without its ending.
pub(super) fn stem_of(film: &Element) -> String {
    let file = film.first("filenameandpath").or_else(|| film.first("file"));
    let name = file.and_then(|file| file.rsplit(['/', '\\']).next());
    let name = name.unwrap_or_default();
    name.rsplit_once('.')
        .map_or(name, |(stem, _)| stem)
        .to_owned()
}
