//! The NFO files of a folder and the folders in it.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::beside::SiblingFiles;
use super::file::{declared_encoding, folder_name, is_nfo, read_small};
use super::film::{FILMS, Film, film};
use super::identity::Names;
use super::library::{self, Library};
use super::parts::part;
use crate::entry::{Entry, Note, Place, Source};
use crate::error::Error;
use crate::options::Options;
use crate::text::decode;
use crate::values::channel::channel;
use crate::xml::{Document, Element, parse};

/// Most NFO files of one import.
pub const MAX_FILES: usize = 100_000;
/// Most files and folders to look at.
const MAX_WALKED: usize = 5_000_000;
const MAX_DEPTH: usize = 32;

/// Names of files, and the fields that they are for.
type Files = Vec<(&'static str, String)>;

/// The NFO files of a folder, in the order of their names.
pub struct Folder {
    root: PathBuf,
    files: Vec<PathBuf>,
    read: usize,
    /// The whole library, if the file is one.
    library: Option<Library>,
    /// Films of the last file that come next.
    waiting: VecDeque<Entry>,
    /// Films whose first part was read, as paths without the part.
    in_parts: HashSet<PathBuf>,
    /// Files of further parts.
    further_parts: u64,
    channel: Option<&'static str>,
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
        library: None,
        waiting: VecDeque::new(),
        in_parts: HashSet::new(),
        further_parts: 0,
        channel: options.channel.as_deref().and_then(channel),
        beside: SiblingFiles::default(),
        links: 0,
        closed: 0,
        unused: BTreeMap::new(),
    };
    if path.is_dir() {
        folder.walk()?;
    } else {
        folder.library = library::open(path)?;
        folder.files.push(path.to_owned());
        folder.root = path.parent().unwrap_or(path).to_owned();
    }
    if folder.files.is_empty() {
        return Err(Error::damaged(
            "the folder has no .nfo file",
            "里面没有 .nfo 文件",
        ));
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
                return Err(Error::too_large(text, format!("文件超过 {MAX_WALKED} 个")));
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
                return Err(Error::too_large(
                    text,
                    format!(".nfo 文件超过 {MAX_FILES} 个，请分开导入"),
                ));
            }
        }
        Ok(())
    }

    /// Whether a file is of a further part of a film whose first part was read.
    fn is_further_part(&mut self, path: &Path) -> bool {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let Some(part) = part(&stem) else {
            return false;
        };
        let film = path.with_file_name(part.film.to_lowercase());
        match part.number {
            1 => {
                self.in_parts.insert(film);
                false
            }
            _ => self.in_parts.contains(&film),
        }
    }

    /// The films of a file: one, or several with numbers of their own.
    fn entries(&mut self, path: &Path) -> Vec<Entry> {
        let name = path.strip_prefix(&self.root).unwrap_or(path);
        let name = name.to_string_lossy().into_owned();
        let rejected = |text: &str| {
            let note = Note::new("file", text);
            vec![Entry::rejected(Place::File(name.clone()), note)]
        };
        let bytes = match read_small(path) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return rejected("超过 1 MiB，不像是 NFO 文件"),
            Err(error) => return rejected(&format!("无法读取：{error}")),
        };
        let text = decode(&bytes, declared_encoding(&bytes));
        let Document {
            roots, is_damaged, ..
        } = parse(&text);
        let mut films = roots.iter().filter(|root| is_film(root));
        let Some(first) = films.next() else {
            return match roots.first() {
                Some(root) => rejected(&format!("不是影片，而是 <{}>", root.name)),
                None => rejected("不是 XML"),
            };
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        // A folder of episodes is not called by the number of one.
        let folder = match first.name == "episodedetails" {
            true => "",
            false => folder_name(path),
        };
        let names = Names {
            stem: &stem,
            folder,
        };
        let (mut entry, files) = self.entry(Place::File(name.clone()), first, names);
        entry.pictures = self.beside.pictures(path, &files);
        if is_damaged {
            let text = "XML 不完整，只读到出错的地方";
            entry.notes.push(Note::new("file", text));
        }
        let mut entries = vec![entry];
        self.further(&name, films, &mut entries);
        entries
    }

    /// Adds the further films of a file that have a number of their own. Others are only counted: by the name of the file they
    /// would be the first one again.
    fn further<'a>(
        &mut self,
        name: &str,
        films: impl Iterator<Item = &'a Element>,
        entries: &mut Vec<Entry>,
    ) {
        let mut left = 0;
        for (film, at) in films.zip(2..) {
            let nameless = Names {
                stem: "",
                folder: "",
            };
            let place = Place::File(format!("{name}, film {at}"));
            let (entry, _) = self.entry(place, film, nameless);
            let number = number_of(&entry);
            let is_own = number.is_some() && entries.iter().all(|one| number_of(one) != number);
            match is_own {
                true => entries.push(entry),
                false => left += 1,
            }
        }
        if let Some(first) = entries.first_mut().filter(|_| left > 0) {
            let text = format!("文件里还有 {left} 部没有自己番号的影片，没有导入");
            first.notes.push(Note::new("file", text));
        }
    }

    /// The entry of a film, and the names of files that it says are its pictures.
    fn entry(&mut self, place: Place, root: &Element, names: Names<'_>) -> (Entry, Files) {
        let Film {
            mut work,
            notes,
            unused,
            files,
        } = film(root, names);
        for name in unused {
            *self.unused.entry(name).or_default() += 1;
        }
        if let Some(channel) = self.channel {
            work.put("channel", channel);
        }
        let required = [
            ("channel", "文件没有说明频道，请用 --channel 指定"),
            ("number", "文件里和文件名里都没有番号"),
            ("title", "文件里没有标题"),
            ("pubTime", "文件里没有发行日期"),
        ];
        let missing = required.into_iter().find(|(field, _)| !work.has(field));
        let work = match missing {
            None => Ok(work),
            Some((field, why)) => Err(Note::new(field, why)),
        };
        let entry = Entry {
            place,
            work,
            notes,
            pictures: Vec::new(),
        };
        (entry.note_broken(), files)
    }

    /// The next film of a library.
    fn next_of_library(&mut self) -> Option<Entry> {
        let library = self.library.as_mut()?;
        let film = library.next_film()?;
        let place = Place::Entry(library.read);
        let stem = library::stem_of(&film);
        let names = Names {
            stem: &stem,
            folder: "",
        };
        Some(self.entry(place, &film, names).0)
    }
}

fn is_film(root: &Element) -> bool {
    FILMS.contains(&root.name.as_str())
}

fn number_of(entry: &Entry) -> Option<&str> {
    entry.work.as_ref().ok()?.text("number")
}

impl Source for Folder {
    fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        if self.library.is_some() {
            return Ok(self.next_of_library());
        }
        while self.waiting.is_empty() {
            let Some(path) = self.files.get(self.read).cloned() else {
                return Ok(None);
            };
            self.read += 1;
            match self.is_further_part(&path) {
                true => self.further_parts += 1,
                false => self.waiting = self.entries(&path).into(),
            }
        }
        Ok(self.waiting.pop_front())
    }

    fn about(&self) -> Vec<String> {
        match &self.library {
            Some(library) => vec![format!("a library of Kodi with {} films", library.total)],
            None => vec![format!("{} NFO files", self.files.len())],
        }
    }

    fn left_out(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if !self.unused.is_empty() {
            let elements = self
                .unused
                .iter()
                .map(|(name, files)| format!("{name} ({files})"));
            let elements: Vec<String> = elements.collect();
            sentences.push(format!(
                "elements that are not used, with the number of files: {}",
                elements.join(", ")
            ));
        }
        if self.further_parts > 0 {
            sentences.push(format!(
                "files of further parts of films, not read: {}",
                self.further_parts
            ));
        }
        if self.links > 0 {
            sentences.push(format!("{} symbolic links were not followed", self.links));
        }
        if self.closed > 0 {
            sentences.push(format!(
                "{} files or folders could not be read",
                self.closed
            ));
        }
        sentences
    }

    fn position(&self) -> Option<(u64, u64)> {
        let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
        if let Some(library) = &self.library {
            return Some((library.read, library.total));
        }
        Some((count(self.read), count(self.files.len())))
    }
}
