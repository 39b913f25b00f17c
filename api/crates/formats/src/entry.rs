//! What a source yields.

use std::fmt;
use std::path::PathBuf;

use crate::error::Error;
use crate::work::Work;

/// Where a work comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A line of a text file, from 1.
    Line(u64),
    /// A row of a sheet, from 1.
    Row(u64),
    /// A row of another sheet than the first, from 1.
    SheetRow(String, u64),
    /// A file of a folder.
    File(String),
    /// An entry of a list, from 1.
    Entry(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(out, "line {line}"),
            Self::Row(row) => write!(out, "row {row}"),
            Self::SheetRow(sheet, row) => write!(out, "sheet {sheet}, row {row}"),
            Self::File(name) => out.write_str(name),
            Self::Entry(entry) => write!(out, "entry {entry}"),
        }
    }
}

/// Something that the owner should know about an entry, in Chinese.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The field of the import format, or the name of a column or element.
    pub field: String,
    /// What is the matter, and how it was handled.
    pub text: String,
}

impl Note {
    /// A note about a field.
    pub fn new(field: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            text: text.into(),
        }
    }

    /// One note for several, as rejected lines have it: `title: …；pubTime: …`.
    pub(crate) fn joined(notes: Vec<Self>) -> Option<Self> {
        let mut notes = notes.into_iter();
        let mut first = notes.next()?;
        for Self { field, text } in notes {
            first.text.push_str(&format!("；{field}: {text}"));
        }
        Some(first)
    }
}

/// A picture beside an NFO file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// `picBig`, `picSmall` or `imageBig`, which is a list.
    pub field: &'static str,
    /// The file.
    pub path: PathBuf,
}

/// A work of a source.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// Where it is.
    pub place: Place,
    /// The work, or why it is rejected.
    pub work: Result<Work, Note>,
    /// What was left out or may be wrong.
    pub notes: Vec<Note>,
    /// Files beside it.
    pub pictures: Vec<Picture>,
}

impl Entry {
    /// A rejected entry.
    pub(crate) fn rejected(place: Place, note: Note) -> Self {
        Self {
            place,
            work: Err(note),
            notes: Vec::new(),
            pictures: Vec::new(),
        }
    }

    /// Notes which fields have a broken character, as tables note it of their cells.
    pub(crate) fn note_broken(mut self) -> Self {
        if let Ok(work) = &self.work {
            let note = |field| Note::new(field, "含有无法解码的字符");
            self.notes.extend(work.broken().map(note));
        }
        self
    }
}

/// Yields the works of one file or folder.
pub trait Source: Send {
    /// The next entry; `None` at the end.
    ///
    /// # Errors
    /// The rest cannot be read.
    fn next_entry(&mut self) -> Result<Option<Entry>, Error>;

    /// How the source is read, in sentences to show before the import.
    fn about(&self) -> Vec<String> {
        Vec::new()
    }

    /// What was left out of it, in sentences to show after the import.
    fn left_out(&self) -> Vec<String> {
        Vec::new()
    }

    /// What is missing in a table that was opened nevertheless.
    fn problem(&self) -> Option<&Error> {
        None
    }

    /// Entries read and entries in all, where the number is known.
    fn position(&self) -> Option<(u64, u64)> {
        None
    }
}
