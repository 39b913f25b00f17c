//! The NFO files of a folder and the folders in it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::beside::SiblingFiles;
use super::film::{Film, film};
use crate::text::{decode, folded};
use crate::values::channel::channel;
use crate::xml::parse;
use crate::{Entry, Error, Note, Options, Place, Source};

/// Most NFO files of one import.
pub const MAX_FILES: usize = 100_000;
/// Largest NFO file, in bytes.
pub const MAX_NFO_BYTES: u64 = 1 << 20;
/// Most files and folders to look at.
const MAX_WALKED: usize = 5_000_000;
const MAX_DEPTH: usize = 32;

/// The NFO files of a folder, in the order of their names.
pub struct Folder {
    root: PathBuf,
    files: Vec<PathBuf>,
    read: usize,
    channel: Option<String>,
    beside: SiblingFiles,
    /// Symbolic links and folders that cannot be read.
    links: u64,
    closed: u64,
    /// How many files have each element that is not used.
    unused: BTreeMap<String, u64>,
}

/// Opens a folder, or one NFO file. Symbolic links are not followed, hidden folders not entered.
///
/// # Errors
/// It has too many files, or none.
pub fn open_folder(path: &Path, options: &Options) -> Result<Folder, Error> {
    let mut folder = Folder {
        root: path.to_owned(),
        files: Vec::new(),
        read: 0,
        channel: options.channel.clone(),
        beside: SiblingFiles::default(),
        links: 0,
        closed: 0,
        unused: BTreeMap::new(),
    };
    if path.is_dir() {
        folder.walk()?;
    } else {
        folder.files.push(path.to_owned());
        folder.root = path.parent().unwrap_or(path).to_owned();
    }
    if folder.files.is_empty() {
        return Err(Error::Damaged("the folder has no .nfo file".to_owned()));
    }
    Ok(folder)
}

impl Folder {
    fn walk(&mut self) -> Result<(), Error> {
        let is_open = |entry: &DirEntry| {
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            entry.depth() == 0 || !is_hidden || !entry.file_type().is_dir()
        };
        let walk = WalkDir::new(&self.root)
            .max_depth(MAX_DEPTH)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(is_open);
        for (count, entry) in walk.enumerate() {
            if count > MAX_WALKED {
                let text = format!("the folder has more than {MAX_WALKED} files");
                return Err(Error::TooLarge(text));
            }
            let Ok(entry) = entry else {
                self.closed += 1;
                continue;
            };
            if entry.file_type().is_symlink() {
                self.links += 1;
            } else if entry.file_type().is_file() && is_nfo(entry.path()) {
                self.files.push(entry.into_path());
            }
            if self.files.len() > MAX_FILES {
                let text = format!(
                    "more than {MAX_FILES} .nfo files: import the folders in it one by one"
                );
                return Err(Error::TooLarge(text));
            }
        }
        Ok(())
    }

    fn entry(&mut self, path: &Path) -> Entry {
        let name = path.strip_prefix(&self.root).unwrap_or(path);
        let place = Place::File(name.to_string_lossy().into_owned());
        let rejected = |text: &str| Entry::rejected(place.clone(), Note::new("file", text));
        let bytes = match read_small(path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return rejected("超过 1 MiB，不像是 NFO 文件"),
            Err(error) => return rejected(&format!("无法读取：{error}")),
        };
        let text = decode(&bytes, declared_encoding(&bytes));
        let document = parse(&text);
        let mut films = document.roots.iter().filter(|root| root.name == "movie");
        let Some(root) = films.next() else {
            return match document.roots.first() {
                Some(root) => rejected(&format!("不是影片，而是 <{}>", root.name)),
                None => rejected("不是 XML"),
            };
        };
        let others = films.count();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let Film {
            mut work,
            mut notes,
            unused,
        } = film(root, &stem, folder_name(path));
        for name in unused {
            *self.unused.entry(name).or_default() += 1;
        }
        if document.is_damaged {
            notes.push(Note::new("file", "XML 不完整，只读到出错的地方"));
        }
        if others > 0 {
            let text = format!("文件里还有 {others} 部影片，只读第一部");
            notes.push(Note::new("file", text));
        }
        if let Some(channel) = self.channel.as_deref().and_then(channel) {
            work.put("channel", channel);
        }
        let missing = [
            ("channel", "文件没有说明频道，请用 --channel 指定"),
            ("number", "文件里和文件名里都没有番号"),
            ("title", "文件里没有标题"),
            ("pubTime", "文件里没有发行日期"),
        ];
        let fault = missing.into_iter().find(|(field, _)| !work.has(field));
        Entry {
            place,
            work: match fault {
                None => Ok(work),
                Some((field, why)) => Err(Note::new(field, why)),
            },
            notes,
            pictures: self.beside.pictures(path),
        }
    }
}

impl Source for Folder {
    fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        let Some(path) = self.files.get(self.read).cloned() else {
            return Ok(None);
        };
        self.read += 1;
        Ok(Some(self.entry(&path)))
    }

    fn about(&self) -> Vec<String> {
        vec![format!("{} NFO files", self.files.len())]
    }

    fn left_out(&self) -> Vec<String> {
        let mut told = Vec::new();
        if !self.unused.is_empty() {
            let elements = self
                .unused
                .iter()
                .map(|(name, files)| format!("{name} ({files})"));
            let elements: Vec<String> = elements.collect();
            told.push(format!(
                "elements that are not used, with the number of files: {}",
                elements.join(", ")
            ));
        }
        if self.links > 0 {
            told.push(format!("{} symbolic links were not followed", self.links));
        }
        if self.closed > 0 {
            told.push(format!(
                "{} files or folders could not be read",
                self.closed
            ));
        }
        told
    }

    fn position(&self) -> Option<(u64, u64)> {
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        Some((count(self.read), count(self.files.len())))
    }
}

fn is_nfo(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let is_known = |name: &str| matches!(name, "tvshow" | "season");
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    extension.eq_ignore_ascii_case("nfo") && !is_known(&folded(&stem))
}

fn folder_name(path: &Path) -> &str {
    let folder = path.parent().and_then(Path::file_name);
    folder.and_then(|name| name.to_str()).unwrap_or_default()
}

/// The bytes of a file; `None` if it is too large.
fn read_small(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_NFO_BYTES + 1)
        .read_to_end(&mut bytes)?;
    let fits = u64::try_from(bytes.len()).unwrap_or(u64::MAX) <= MAX_NFO_BYTES;
    Ok(fits.then_some(bytes))
}

/// The encoding that an XML declaration names.
fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let head = bytes.get(..400).unwrap_or(bytes);
    let at = head.windows(9).position(|window| window == b"encoding=")?;
    let rest = head.get(at + 9..)?;
    let (quote, rest) = rest.split_first()?;
    let end = rest.iter().position(|byte| byte == quote)?;
    std::str::from_utf8(rest.get(..end)?).ok()
}
