//! A folder of NFO files in a ZIP file.

use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::path::{Component, Path, PathBuf};

use encoding_rs::GB18030;
use zip::ZipArchive;
use zip::read::ZipFile;

use super::beside::ENDINGS;
use super::file::{MAX_NFO_BYTES, is_nfo};
use super::folder::MAX_FILES;
use crate::error::Error;

/// With what a ZIP file begins.
const ZIP_START: &[u8; 4] = b"PK\x03\x04";
/// Most names in a file.
const MAX_NAMES: usize = 1_000_000;
/// Longest path of a file within it.
const MAX_PATH_BYTES: usize = 1_000;
/// Largest picture: the site takes none that are larger.
const MAX_PICTURE_BYTES: u64 = 4 << 20;

/// What to unpack.
#[derive(Debug, Clone, Copy)]
pub struct Unpacking {
    /// Most NFO files; the first ones are taken.
    pub max_films: usize,
    /// Whether to unpack pictures.
    pub pictures: bool,
    /// Most bytes in all.
    pub max_bytes: u64,
}

impl Unpacking {
    /// Everything that an import reads, up to so many bytes.
    pub const fn all(max_bytes: u64) -> Self {
        Self {
            max_films: MAX_FILES,
            pictures: true,
            max_bytes,
        }
    }
}

/// Whether a file is a ZIP file with NFO files, and not a workbook, which is a ZIP file, too.
pub fn is_packed_folder(mut file: impl Read + Seek) -> bool {
    // The end of a ZIP file is searched for: not in a large file of lines.
    let mut start = [0; ZIP_START.len()];
    let read = file.rewind().and_then(|()| file.read_exact(&mut start));
    if read.is_err() || start != *ZIP_START {
        return false;
    }
    let Ok(archive) = ZipArchive::new(file) else {
        return false;
    };
    let mut names = archive.file_names().take(MAX_NAMES).flatten();
    names.any(|name| is_nfo(Path::new(name.as_ref())))
}

/// Unpacks the NFO files and the pictures of a ZIP file into a folder, which exists. Other files, links and names that lead
/// out of the folder are left.
///
/// # Errors
/// The file is damaged or too large, or the folder cannot be written.
pub fn unpack(file: impl Read + Seek, to: &Path, what: Unpacking) -> Result<(), Error> {
    let damaged =
        |error: zip::result::ZipError| Error::damaged(error.to_string(), "不是完整的 ZIP 文件");
    let mut archive = ZipArchive::new(file).map_err(damaged)?;
    if archive.len() > MAX_NAMES {
        return Err(Error::too_large(
            format!("more than {MAX_NAMES} files"),
            format!("ZIP 里超过 {MAX_NAMES} 个文件"),
        ));
    }
    let (mut films, mut left) = (0, what.max_bytes);
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(damaged)?;
        let Some((path, max)) = wanted(&entry, what.pictures) else {
            continue;
        };
        if max == MAX_NFO_BYTES {
            films += 1;
            if films > what.max_films {
                continue;
            }
        }
        left = put(entry, &to.join(path), max, left)?;
    }
    Ok(())
}

/// Where a file belongs, and its most bytes.
fn wanted<R: Read + ?Sized>(entry: &ZipFile<'_, R>, pictures: bool) -> Option<(PathBuf, u64)> {
    let path = path_of(entry)?;
    if !entry.is_file() || path.as_os_str().len() > MAX_PATH_BYTES {
        return None;
    }
    let ending = path.extension()?.to_string_lossy().to_lowercase();
    if is_nfo(&path) {
        return Some((path, MAX_NFO_BYTES));
    }
    let is_picture = pictures && ENDINGS.contains(&ending.as_str());
    is_picture.then_some((path, MAX_PICTURE_BYTES))
}

/// The path of a file, unless it leads out of the folder. Programs of Windows in China write names in GB18030 and do not say so;
/// what says neither this nor UTF-8 is read as of DOS, which has no Chinese characters.
fn path_of<R: Read + ?Sized>(entry: &ZipFile<'_, R>) -> Option<PathBuf> {
    let path = entry.enclosed_name()?;
    let raw = entry.name_raw();
    let is_read = raw.is_ascii() || path.to_string_lossy().chars().any(|c| c >= '\u{3000}');
    let chinese = (!is_read)
        .then(|| GB18030.decode_without_bom_handling_and_without_replacement(raw))
        .flatten();
    let Some(name) = chinese else {
        return Some(path);
    };
    let path = PathBuf::from(name.replace('\\', "/"));
    let is_inside = |part| matches!(part, Component::Normal(_));
    path.components().all(is_inside).then_some(path)
}

/// Writes a file, and returns how many bytes are left. One that is too large is cut off behind its most bytes, so that it is
/// rejected as any that is.
fn put(mut entry: impl Read, path: &Path, max: u64, left: u64) -> Result<u64, Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let written = match File::create_new(path) {
        Ok(mut file) => io::copy(&mut entry.by_ref().take((max + 1).min(left + 1)), &mut file)?,
        // Names that differ only in what the file system does not tell apart.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => 0,
        Err(error) => return Err(error.into()),
    };
    let too_large = || {
        Error::too_large(
            "the ZIP file has too many bytes, unpacked",
            "ZIP 解压后太大",
        )
    };
    left.checked_sub(written).ok_or_else(too_large)
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use super::*;

    fn packed(files: &[(&str, &[u8])]) -> Cursor<Vec<u8>> {
        let mut packed = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            let options = zip::write::SimpleFileOptions::default();
            packed.start_file(*name, options).unwrap();
            packed.write_all(content).unwrap();
        }
        packed.finish().unwrap()
    }

    #[test]
    fn nfo_files_and_pictures_are_unpacked_and_nothing_else() {
        let film = b"<movie><title>a</title></movie>".as_slice();
        let files = [
            ("a/A-1.nfo", film),
            ("a/A-1-poster.jpg", b"x"),
            ("a/A-1.mkv", b"x"),
            ("../B-1.nfo", film),
            ("b/C-1.nfo", film),
        ];
        let folder = tempfile::tempdir().unwrap();
        let all = Unpacking::all(1_000);
        assert!(is_packed_folder(packed(&files)));
        unpack(packed(&files), folder.path(), all).unwrap();
        let exists = |name: &str| folder.path().join(name).exists();
        assert!(exists("a/A-1.nfo") && exists("a/A-1-poster.jpg") && exists("b/C-1.nfo"));
        assert!(!exists("a/A-1.mkv") && !exists("../B-1.nfo"));
        let other = tempfile::tempdir().unwrap();
        let error = unpack(packed(&files), other.path(), Unpacking::all(40)).unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
        let first = tempfile::tempdir().unwrap();
        let one = Unpacking {
            max_films: 1,
            pictures: false,
            max_bytes: 1_000,
        };
        unpack(packed(&files), first.path(), one).unwrap();
        assert!(
            !first.path().join("b").exists() && !first.path().join("a/A-1-poster.jpg").exists()
        );
        assert!(!is_packed_folder(packed(&[("xl/workbook.xml", film)])));
        assert!(!is_packed_folder(Cursor::new(b"PK\x03\x04".to_vec())));
    }

    #[test]
    fn names_may_be_chinese_of_windows() {
        let film = b"<movie><title>a</title></movie>".as_slice();
        let mut bytes = packed(&[("abcd/abcd.nfo", film)]).into_inner();
        let (name, _, _) = GB18030.encode("灯塔");
        for at in 0..bytes.len() - 4 {
            if bytes[at..].starts_with(b"abcd") {
                bytes[at..at + 4].copy_from_slice(&name);
            }
        }
        let folder = tempfile::tempdir().unwrap();
        unpack(Cursor::new(bytes), folder.path(), Unpacking::all(1_000)).unwrap();
        assert!(folder.path().join("灯塔/灯塔.nfo").exists());
    }
}
