//! Uploads a finished film to the store: its playlist last, so that it never names a missing file.

use std::path::Path;

use anyhow::Context as _;
use walkdir::WalkDir;

use super::files::StoredFile;
use super::store::Store;

/// What leads to every other file.
pub const PLAYLIST: &str = "index.m3u8";

/// Uploads the film in `folder` as that of `work`. Calls `report` with the bytes done, which may stop it with an error.
///
/// # Errors
/// Something cannot be read or stored. The film before plays on.
pub fn upload(
    store: &Store,
    folder: &Path,
    work: &str,
    report: &mut dyn FnMut(u64) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry?;
        if !entry.file_type().is_file() {
            continue;
        }
        let path = entry
            .path()
            .strip_prefix(folder)?
            .to_str()
            .context("a name that is not Unicode")?
            .to_owned();
        files.push((path, entry.metadata()?.len()));
    }
    files.sort_by_key(|(path, _)| path == PLAYLIST);
    let mut done = 0;
    for (path, bytes) in files {
        report(done)?;
        let file = StoredFile::of(folder, &path)?;
        store.put(&format!("{work}/{path}"), &folder.join(&path), &file.sha256)?;
        done += bytes;
    }
    Ok(())
}
