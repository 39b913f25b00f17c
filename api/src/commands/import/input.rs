//! Opens what an import reads.

use std::fs::File;
use std::path::Path;

use anyhow::{Context as _, bail};
use tempfile::TempDir;
use yingku_catalogue::import::reader::{ReadError, Unpacked};
use yingku_catalogue::sources::{Input, PictureStore, Which, open_stream};
use yingku_formats::nfo::{Unpacking, is_packed_folder, open_folder, unpack};
use yingku_formats::table::Mapping;
use yingku_formats::{Entry, Error, Format, Options, Source, detect};
use yingku_platform::config::Config;

use super::live;
use crate::cli::{ImportArgs, ImportChannel, ImportFormat, Pictures};

/// Bytes by which a format is recognised.
const START_BYTES: u64 = 64 * 1024;

/// Most bytes of a ZIP file, unpacked.
const MAX_FOLDER_BYTES: u64 = 64 << 30;

/// Opens what `args` name.
pub(super) fn open(args: &ImportArgs, config: &Config) -> anyhow::Result<Input> {
    let path = &args.path;
    let opening = || format!("opening {}", path.display());
    let options = options(args)?;
    let with_pictures = |source: Box<dyn Source>| {
        let pictures = PictureStore::open(&config.media, &config.s3, which(args), args.dry_run)?;
        anyhow::Ok(Input::other(source, None, Some(pictures)))
    };
    if let Some(url) = &args.url {
        return with_pictures(live::open(args, url, options.channel)?);
    }
    if path.is_file() && is_packed_folder(File::open(path).with_context(opening)?) {
        let folder = PackedFolder::open(path, &options).with_context(opening)?;
        return with_pictures(Box::new(folder));
    }
    if path.is_dir() || args.format == Some(ImportFormat::Nfo) {
        let folder = open_folder(path, &options).with_context(opening)?;
        return with_pictures(Box::new(folder));
    }
    let mut file = Unpacked::open(path)
        .map_err(|source| ReadError::Open {
            path: path.clone(),
            source,
        })
        .with_context(opening)?;
    let start = file.peek(START_BYTES).with_context(opening)?;
    let format = args.format.map(format_of).or_else(|| detect(path, &start));
    // Lines say themselves what is wrong with a file that is nothing known.
    match format.unwrap_or(Format::Lines) {
        Format::Lines if args.mapping.is_some() => bail!("--mapping is for tables"),
        Format::Lines => Ok(Input::lines(file)),
        Format::Nfo => {
            let folder = open_folder(path, &options).with_context(opening)?;
            with_pictures(Box::new(folder))
        }
        format => {
            let progress = file.progress.clone();
            let (source, mapping) = open_stream(file, format, &options).with_context(opening)?;
            if let Some(mapping) = &mapping {
                write_mapping(args, mapping)?;
            }
            Ok(Input::other(source, Some(progress), None))
        }
    }
}

/// A folder of a ZIP file, unpacked to where it is deleted at the end.
struct PackedFolder {
    source: Box<dyn Source>,
    _unpacked: TempDir,
}

impl PackedFolder {
    fn open(path: &Path, options: &Options) -> Result<Self, Error> {
        let unpacked = tempfile::tempdir()?;
        unpack(
            File::open(path)?,
            unpacked.path(),
            Unpacking::all(MAX_FOLDER_BYTES),
        )?;
        Ok(Self {
            source: Box::new(open_folder(unpacked.path(), options)?),
            _unpacked: unpacked,
        })
    }
}

impl Source for PackedFolder {
    fn next_entry(&mut self) -> Result<Option<Entry>, Error> {
        self.source.next_entry()
    }

    fn about(&self) -> Vec<String> {
        self.source.about()
    }

    fn left_out(&self) -> Vec<String> {
        self.source.left_out()
    }

    fn position(&self) -> Option<(u64, u64)> {
        self.source.position()
    }
}

const fn format_of(format: ImportFormat) -> Format {
    match format {
        ImportFormat::Lines => Format::Lines,
        ImportFormat::Csv => Format::Csv,
        ImportFormat::Xlsx => Format::Xlsx,
        ImportFormat::Nfo => Format::Nfo,
        ImportFormat::Maccms => Format::Maccms,
    }
}

const fn which(args: &ImportArgs) -> Which {
    match args.pictures {
        Pictures::None => Which::None,
        Pictures::Covers => Which::Covers,
        Pictures::All => Which::All,
    }
}

fn options(args: &ImportArgs) -> anyhow::Result<Options> {
    let channel = args.channel.map(|channel| match channel {
        ImportChannel::Censored => "censored",
        ImportChannel::Uncensored => "uncensored",
        ImportChannel::Western => "western",
    });
    Ok(Options {
        channel: channel.map(str::to_owned),
        mapping: match args.mapping.as_deref().filter(|file| file.exists()) {
            None => None,
            Some(file) => Some(read_mapping(file)?),
        },
        incomplete: false,
    })
}

fn read_mapping(file: &Path) -> anyhow::Result<Mapping> {
    let reading = || format!("reading {}", file.display());
    let text = std::fs::read_to_string(file).with_context(reading)?;
    Mapping::parse(&text).with_context(reading)
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
