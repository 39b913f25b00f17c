//! An open source of works.

use yingku_formats::table::{Mapping, open_csv, open_xlsx};
use yingku_formats::{Error, Format, Note, Options, Place, Source, maccms};

use super::pictures::PictureStore;
use crate::import::reader::{LineReader, Progress, ReadError, Unpacked};
use crate::import::validation_error::{ValidationError, Warning};

/// A line, and where it comes from.
pub struct Row<'a> {
    /// Where it is.
    pub place: Place,
    /// The line, or why there is none.
    pub content: Result<&'a [u8], ValidationError>,
    /// What was left out when the line was made.
    pub warnings: Vec<Warning>,
}

/// Why a source cannot be read, or not completely.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// Lines.
    #[error(transparent)]
    Lines(#[from] ReadError),
    /// Another format.
    #[error(transparent)]
    Other(#[from] Error),
    /// Pictures beside it cannot be stored.
    #[error(transparent)]
    Pictures(#[from] anyhow::Error),
}

/// An open source of works.
pub enum Input {
    /// Lines of the import format.
    Lines(LineReader),
    /// Another format.
    Other(Box<Other>),
}

/// A source in another format.
pub struct Other {
    source: Box<dyn Source>,
    /// Bytes of its file; the source counts by itself if it is a folder or a list.
    bytes: Option<Progress>,
    pictures: Option<PictureStore>,
    line: String,
}

/// Opens a file that is not a folder, and returns what its columns mean if it is a table.
///
/// # Errors
/// It is not in this format, or its columns mean nothing.
pub fn open_stream(
    file: Unpacked,
    format: Format,
    options: &Options,
) -> Result<(Box<dyn Source>, Option<Mapping>), Error> {
    Ok(match format {
        Format::Xlsx => {
            let table = open_xlsx(file.bytes, options)?;
            let mapping = table.mapping().cloned();
            (Box::new(table), mapping)
        }
        Format::Maccms => (Box::new(maccms::open(file.bytes, options)?), None),
        Format::Lines | Format::Csv | Format::Nfo => {
            let table = open_csv(file.bytes, options)?;
            let mapping = table.mapping().clone();
            (Box::new(table), Some(mapping))
        }
    })
}

impl Input {
    /// Lines of an open file.
    pub fn lines(file: Unpacked) -> Self {
        Self::Lines(LineReader::of(file).of_objects())
    }

    /// Another format. Pictures are left if there is no store for them.
    pub fn other(
        source: Box<dyn Source>,
        bytes: Option<Progress>,
        pictures: Option<PictureStore>,
    ) -> Self {
        Self::Other(Box::new(Other {
            source,
            bytes,
            pictures,
            line: String::new(),
        }))
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// The rest cannot be read, or a picture not be stored.
    pub fn next_row(&mut self) -> Result<Option<Row<'_>>, InputError> {
        match self {
            Self::Lines(lines) => Ok(lines.next_line()?.map(|line| Row {
                place: Place::Line(line.number),
                content: line.content,
                warnings: Vec::new(),
            })),
            Self::Other(other) => other.next_row(),
        }
    }

    /// What was read of the total: bytes or entries.
    pub fn position(&self) -> u64 {
        match self {
            Self::Lines(lines) => lines.progress().read(),
            Self::Other(other) => match (other.source.position(), &other.bytes) {
                (Some((done, _)), _) => done,
                (None, Some(bytes)) => bytes.read(),
                (None, None) => 0,
            },
        }
    }

    /// The total, if known.
    pub fn total(&self) -> Option<u64> {
        match self {
            Self::Lines(lines) => lines.progress().total(),
            Self::Other(other) => match other.source.position() {
                Some((_, total)) => Some(total),
                None => other.bytes.as_ref().and_then(Progress::total),
            },
        }
    }

    /// What keeps a table from being imported, if it was opened nevertheless.
    pub fn problem(&self) -> Option<&Error> {
        match self {
            Self::Lines(_) => None,
            Self::Other(other) => other.source.problem(),
        }
    }

    /// How it is read, in sentences.
    pub fn about(&self) -> Vec<String> {
        match self {
            Self::Lines(_) => Vec::new(),
            Self::Other(other) => other.source.about(),
        }
    }

    /// What was left out, in sentences.
    pub fn left_out(&self) -> Vec<String> {
        match self {
            Self::Lines(_) => Vec::new(),
            Self::Other(other) => {
                let mut notes = other.source.left_out();
                notes.extend(other.pictures.iter().flat_map(PictureStore::notes));
                notes
            }
        }
    }
}

impl Other {
    fn next_row(&mut self) -> Result<Option<Row<'_>>, InputError> {
        let Some(mut entry) = self.source.next_entry()? else {
            return Ok(None);
        };
        if let Ok(work) = &mut entry.work {
            if let Some(pictures) = &mut self.pictures {
                entry.notes.extend(pictures.take(work, &entry.pictures)?);
            }
            self.line = work.line();
        }
        let warning = |note: Note| Warning {
            field: note.field,
            text: note.text,
        };
        Ok(Some(Row {
            place: entry.place,
            content: match entry.work {
                Ok(_) => Ok(self.line.as_bytes()),
                Err(note) => Err(ValidationError {
                    field: note.field,
                    reason: note.text,
                }),
            },
            warnings: entry.notes.into_iter().map(warning).collect(),
        }))
    }
}
