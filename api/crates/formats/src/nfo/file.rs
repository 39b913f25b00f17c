//! One NFO file: whether a file is one, its bytes, its encoding, and the folder of its film.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::text::folded;

/// Largest NFO file, in bytes.
pub const MAX_NFO_BYTES: u64 = 1 << 20;

/// Names of NFO files that are not of one film.
const OTHERS: [&str; 6] = ["tvshow", "season", "artist", "album", "collection", "set"];

/// Whether a file is an NFO file, other than one of a series, a person or a collection.
pub(super) fn is_nfo(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    extension.eq_ignore_ascii_case("nfo") && !is_other(&folded(&stem))
}

/// Whether a file of this name, in lower case, is not of one film.
pub(super) fn is_other(stem: &str) -> bool {
    OTHERS.contains(&stem)
}

/// The name of the folder of a film, which is above those that discs have.
pub(super) fn folder_name(path: &Path) -> &str {
    let names = path.ancestors().skip(1).filter_map(Path::file_name);
    let mut names = names.filter_map(|name| name.to_str());
    let of_film = names.find(|name| !matches!(*name, "VIDEO_TS" | "BDMV"));
    of_film.unwrap_or_default()
}

/// The bytes of a file; `None` if it is too large.
pub(super) fn read_small(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_NFO_BYTES + 1)
        .read_to_end(&mut bytes)?;
    let fits = u64::try_from(bytes.len()).unwrap_or(u64::MAX) <= MAX_NFO_BYTES;
    Ok(fits.then_some(bytes))
}

/// The encoding that an XML declaration names.
pub(super) fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let head = bytes.get(..400).unwrap_or(bytes);
    let at = head.windows(9).position(|window| window == b"encoding=")?;
    let rest = head.get(at + 9..)?;
    let (quote, rest) = rest.split_first()?;
    let end = rest.iter().position(|byte| byte == quote)?;
    std::str::from_utf8(rest.get(..end)?).ok()
}
