//! Opens an uploaded file in whatever format it is.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use yingku_base::enums::parse_enum;
use yingku_base::kinds::Channel;
use yingku_formats::nfo::{Unpacking, is_packed_folder, open_folder, unpack};
use yingku_formats::table::{Mapping, is_old_workbook};
use yingku_formats::{Error, Format, Options, Reason, detect};

use crate::import::reader::{ReadError, Unpacked};
use crate::sources::{Input, InputError, PictureStore, open_stream};

/// Bytes by which a format is recognised.
const START_BYTES: u64 = 64 * 1024;
/// How often it checks whether to stop while reading a line: a few bytes may decompress to a very long one.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Most works of a preview.
pub(super) const MAX_PREVIEWED: usize = 20;
/// Most bytes of a folder, unpacked.
const MAX_FOLDER_BYTES: u64 = 4 << 30;

/// How a file is read, as it is stored with its import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ReadOptions {
    /// The channel of works for which the file names none, or empty.
    pub(super) channel: String,
    /// What the columns of a table mean, as a mapping file; empty to guess.
    pub(super) mapping: String,
}

impl ReadOptions {
    /// Those of a stored import.
    pub(super) fn stored(text: &str) -> Self {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// As they are stored.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Checks them.
    pub(super) fn options(&self, incomplete: bool) -> Result<Options, Error> {
        let mapping = match self.mapping.as_str() {
            "" => None,
            text => Some(Mapping::parse(text)?),
        };
        let channel = parse_enum::<Channel>(&self.channel);
        Ok(Options {
            channel: channel.map(|channel| channel.as_str().to_owned()),
            mapping,
            incomplete,
        })
    }
}

/// An open file.
pub(super) struct Opened {
    pub(super) input: Input,
    pub(super) format: Format,
    /// What the columns of a table mean.
    pub(super) mapping: Option<Mapping>,
    /// The folder that was unpacked, which is removed at the end.
    pub(super) folder: Option<Folder>,
}

/// What to open.
pub(super) struct Opening<'a> {
    pub(super) path: &'a Path,
    /// The name that the operator's file has.
    pub(super) name: &'a str,
    pub(super) options: Options,
    /// Where to unpack a folder, which is removed first.
    pub(super) folder: PathBuf,
    /// The first films of a folder are sufficient.
    pub(super) is_preview: bool,
}

/// Opens a file. Reading fails once `stop_requested` returns true.
pub(super) fn open(
    opening: &Opening<'_>,
    pictures: impl FnOnce() -> anyhow::Result<PictureStore>,
    stop_requested: impl Fn() -> bool + Send + 'static,
) -> Result<Opened, InputError> {
    let reading = |source| ReadError::Open {
        path: opening.path.to_owned(),
        source,
    };
    let file = File::open(opening.path).map_err(reading)?;
    if is_packed_folder(&file) {
        return open_packed(file, opening, pictures);
    }
    let file = File::open(opening.path).map_err(reading)?;
    let size = file.metadata().map_err(reading)?.len();
    let source = StoppableFile {
        file,
        stop_requested: Box::new(stop_requested),
        checked: Instant::now(),
    };
    let mut file = Unpacked::new(source, Some(size)).map_err(reading)?;
    let start = file.peek(START_BYTES).map_err(reading)?;
    // Lines say themselves what is wrong with a file that is nothing known.
    let format = detect(Path::new(opening.name), &start).unwrap_or(Format::Lines);
    let of = |input, mapping, folder| Opened {
        input,
        format,
        mapping,
        folder,
    };
    let progress = file.progress.clone();
    match format {
        Format::Lines => Ok(of(Input::lines(file), None, None)),
        Format::Nfo => {
            // A file has no name by which it could be recognised, nor pictures beside it.
            let folder = Folder::create(opening.folder.clone()).map_err(Error::Read)?;
            let path = folder.0.join("film.nfo");
            std::fs::copy(opening.path, &path).map_err(Error::Read)?;
            let source = open_folder(&path, &opening.options)?;
            Ok(of(
                Input::other(Box::new(source), None, None),
                None,
                Some(folder),
            ))
        }
        Format::Xlsx if is_old_workbook(&start) => {
            let why = Reason::new(
                "an old workbook (.xls): save it as .xlsx, or import it with the command line",
                "这是旧版 Excel 的 .xls，请另存为 .xlsx，或用命令行导入",
            );
            Err(Error::Damaged(why).into())
        }
        Format::Csv | Format::Xlsx | Format::Maccms => {
            let (source, mapping) = open_stream(file, format, &opening.options)?;
            Ok(of(
                Input::other(source, Some(progress), None),
                mapping,
                None,
            ))
        }
    }
}

fn open_packed(
    file: File,
    opening: &Opening<'_>,
    pictures: impl FnOnce() -> anyhow::Result<PictureStore>,
) -> Result<Opened, InputError> {
    let folder = Folder::create(opening.folder.clone()).map_err(Error::Read)?;
    let what = match opening.is_preview {
        true => Unpacking {
            max_films: MAX_PREVIEWED,
            pictures: false,
            max_bytes: MAX_FOLDER_BYTES,
        },
        false => Unpacking::all(MAX_FOLDER_BYTES),
    };
    unpack(file, &folder.0, what)?;
    let source = Box::new(open_folder(&folder.0, &opening.options)?);
    let pictures = match opening.is_preview {
        true => None,
        false => Some(pictures()?),
    };
    Ok(Opened {
        input: Input::other(source, None, pictures),
        format: Format::Nfo,
        mapping: None,
        folder: Some(folder),
    })
}

/// A folder that is removed with everything in it.
pub(super) struct Folder(PathBuf);

impl Folder {
    fn create(path: PathBuf) -> io::Result<Self> {
        match std::fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => std::fs::create_dir_all(&path)?,
        }
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            tracing::warn!(event = "upload_removal_failed", %error, "failed to remove an unpacked folder");
        }
    }
}

/// A file whose reading can be stopped.
struct StoppableFile {
    file: File,
    stop_requested: Box<dyn Fn() -> bool + Send>,
    checked: Instant,
}

impl Read for StoppableFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.checked.elapsed() >= CHECK_INTERVAL {
            if (self.stop_requested)() {
                return Err(io::Error::other("halted"));
            }
            self.checked = Instant::now();
        }
        self.file.read(into)
    }
}
