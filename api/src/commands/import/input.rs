//! What an import reads: lines, or another format that is made into lines.

use std::path::Path;

use anyhow::{Context as _, bail};
use yingku_catalogue::import::reader::{LineReader, Progress, ReadError, Unpacked};
use yingku_catalogue::import::validation_error::{ValidationError, Warning};
use yingku_formats::table::{Mapping, open_csv, open_xlsx};
use yingku_formats::{Format, Note, Options, Place, Source, detect, maccms, nfo};
use yingku_platform::config::Config;

use super::pictures::PictureStore;
use crate::cli::{ImportArgs, ImportChannel, ImportFormat};

/// Bytes by which a format is recognised.
const START_BYTES: u64 = 64 * 1024;

/// A line, and where it comes from.
pub(super) struct Row<'a> {
    pub(super) place: Place,
    /// The line, or why there is none.
    pub(super) content: Result<&'a [u8], ValidationError>,
    /// What was left out when the line was made.
    pub(super) warnings: Vec<Warning>,
}

/// An open source of works.
pub(super) enum Input {
    /// Lines of the import format.
    Lines(LineReader),
    /// Another format.
    Other(Box<Other>),
}

/// A source in another format.
pub(super) struct Other {
    source: Box<dyn Source>,
    /// Bytes of its file; the source counts by itself if it is a folder or a list.
    bytes: Option<Progress>,
    pictures: PictureStore,
    line: String,
}

impl Input {
    /// Opens what `args` name.
    pub(super) fn open(args: &ImportArgs, config: &Config) -> anyhow::Result<Self> {
        let path = &args.path;
        let opening = || format!("opening {}", path.display());
        if path.is_dir() {
            let options = options(args)?;
            let folder = nfo::open_folder(path, &options).with_context(opening)?;
            return Self::other(args, config, Box::new(folder), None);
        }
        let mut file = Unpacked::open(path)
            .map_err(|source| ReadError::Open {
                path: path.clone(),
                source,
            })
            .with_context(opening)?;
        let start = file.peek(START_BYTES).with_context(opening)?;
        // Lines say themselves what is wrong with a file that is nothing known.
        let format = args.format.or_else(|| recognised(path, &start));
        let progress = file.progress.clone();
        let source: Box<dyn Source> = match format.unwrap_or(ImportFormat::Lines) {
            ImportFormat::Lines => {
                if args.mapping.is_some() {
                    bail!("--mapping is for tables");
                }
                return Ok(Self::Lines(LineReader::of(file).of_objects()));
            }
            ImportFormat::Csv => {
                let table = open_csv(file.bytes, &options(args)?).with_context(opening)?;
                write_mapping(args, table.mapping())?;
                Box::new(table)
            }
            ImportFormat::Xlsx => {
                let table = open_xlsx(file.bytes, &options(args)?).with_context(opening)?;
                write_mapping(args, table.mapping())?;
                Box::new(table)
            }
            ImportFormat::Nfo => {
                let folder = nfo::open_folder(path, &options(args)?).with_context(opening)?;
                return Self::other(args, config, Box::new(folder), None);
            }
            ImportFormat::Maccms => {
                Box::new(maccms::open(file.bytes, &options(args)?).with_context(opening)?)
            }
        };
        Self::other(args, config, source, Some(progress))
    }

    fn other(
        args: &ImportArgs,
        config: &Config,
        source: Box<dyn Source>,
        bytes: Option<Progress>,
    ) -> anyhow::Result<Self> {
        Ok(Self::Other(Box::new(Other {
            source,
            bytes,
            pictures: PictureStore::open(config, args.pictures, args.dry_run)?,
            line: String::new(),
        })))
    }

    /// The next line; `None` at the end.
    pub(super) fn next_row(&mut self) -> anyhow::Result<Option<Row<'_>>> {
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
    pub(super) fn position(&self) -> u64 {
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
    pub(super) fn total(&self) -> Option<u64> {
        match self {
            Self::Lines(lines) => lines.progress().total(),
            Self::Other(other) => match other.source.position() {
                Some((_, total)) => Some(total),
                None => other.bytes.as_ref().and_then(Progress::total),
            },
        }
    }

    /// How it is read, in sentences.
    pub(super) fn about(&self) -> Vec<String> {
        match self {
            Self::Lines(_) => Vec::new(),
            Self::Other(other) => other.source.about(),
        }
    }

    /// What was left out, in sentences.
    pub(super) fn left_out(&self) -> Vec<String> {
        match self {
            Self::Lines(_) => Vec::new(),
            Self::Other(other) => {
                let mut notes = other.source.left_out();
                notes.extend(other.pictures.notes());
                notes
            }
        }
    }
}

impl Other {
    fn next_row(&mut self) -> anyhow::Result<Option<Row<'_>>> {
        let Some(mut entry) = self.source.next_entry()? else {
            return Ok(None);
        };
        if let Ok(work) = &mut entry.work {
            entry
                .notes
                .extend(self.pictures.take(work, &entry.pictures)?);
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

fn recognised(path: &Path, start: &[u8]) -> Option<ImportFormat> {
    Some(match detect(path, start)? {
        Format::Lines => ImportFormat::Lines,
        Format::Csv => ImportFormat::Csv,
        Format::Xlsx => ImportFormat::Xlsx,
        Format::Nfo => ImportFormat::Nfo,
        Format::Maccms => ImportFormat::Maccms,
    })
}

fn options(args: &ImportArgs) -> anyhow::Result<Options> {
    let channel = args.channel.map(|channel| match channel {
        ImportChannel::Censored => "censored",
        ImportChannel::Uncensored => "uncensored",
        ImportChannel::Western => "western",
    });
    let mapping = match args.mapping.as_deref().filter(|file| file.exists()) {
        None => None,
        Some(file) => {
            let reading = || format!("reading {}", file.display());
            let text = std::fs::read_to_string(file).with_context(reading)?;
            Some(Mapping::parse(&text).with_context(reading)?)
        }
    };
    Ok(Options {
        channel: channel.map(str::to_owned),
        mapping,
        incomplete: false,
    })
}

/// Writes the guessed mapping, if a file is named that does not exist.
fn write_mapping(args: &ImportArgs, mapping: &Mapping) -> anyhow::Result<()> {
    let Some(file) = args.mapping.as_deref().filter(|file| !file.exists()) else {
        return Ok(());
    };
    std::fs::write(file, mapping.to_file())
        .with_context(|| format!("writing {}", file.display()))?;
    say!(
        "wrote the mapping to {}: edit it and import again with it",
        file.display()
    );
    Ok(())
}
