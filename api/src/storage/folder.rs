//! Files of a folder, and never one outside it.

use std::io::{self, Write as _};
use std::path::Path;

use actix_files::NamedFile;

/// The file at a relative path below `folder`. Links that lead out of the folder are refused.
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

/// Writes a file unless it is there.
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
    let mut file = std::fs::File::create_new(part)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_kept_once_and_nothing_half() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("uploads/3a/b.png");
        for _ in 0..2 {
            keep(&file, b"picture").unwrap();
        }
        assert_eq!(std::fs::read(&file).unwrap(), b"picture");
        let beside = std::fs::read_dir(file.parent().unwrap()).unwrap().count();
        assert_eq!(beside, 1);
    }
}
