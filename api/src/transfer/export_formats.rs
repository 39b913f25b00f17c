//! Exports works in the formats of other programs, from which `yingku import` reads them back.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tokio::runtime::{Builder, Runtime};
use yingku_catalogue::import::line::fields_of;
use yingku_catalogue::import::record::{Channel, WorkRecord};
use yingku_db::Db;
use yingku_formats::nfo::{MAX_NFO_BYTES, file_name, film_file};
use yingku_formats::table::CsvWriter;
use yingku_platform::config::Config;
use yingku_platform::storage::{Files, Found};

use super::export::each_record;

/// Works in one folder: an import of NFO files reads twice as many at most.
const MAX_FOLDER_WORKS: u64 = 50_000;
/// Endings of pictures that media centres and the import know.
const PICTURES: [&str; 5] = ["jpg", "jpeg", "png", "webp", "avif"];

/// Writes every work as a row of a table. Returns the number of rows that are too long to be imported again.
///
/// # Errors
/// The error of the database or of `out`.
pub fn export_csv(
    db: &Db,
    out: &mut impl Write,
    for_spreadsheets: bool,
    report: impl FnMut(u64),
) -> anyhow::Result<u64> {
    let mut table = CsvWriter::new(out, for_spreadsheets)?;
    each_record(db, report, |record| Ok(table.write(&fields_of(record))?))?;
    Ok(table.finish()?)
}

/// What an export of NFO files has written.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ExportedFiles {
    /// Works.
    pub works: u64,
    /// Pictures copied.
    pub pictures: u64,
    /// Pictures of the site that are not there.
    pub missing: u64,
    /// Files that are too large to be imported again.
    pub too_large: u64,
}

/// Writes every work as an NFO file in a folder of its own, with its pictures.
///
/// # Errors
/// The folder is not empty; the error of the database, the store or the disk.
pub fn export_nfo(
    db: &Db,
    config: &Config,
    folder: &Path,
    with_pictures: bool,
    report: impl FnMut(u64),
) -> anyhow::Result<ExportedFiles> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    anyhow::ensure!(
        fs::read_dir(folder)?.next().is_none(),
        "{} is not empty: name a new folder.",
        folder.display()
    );
    let media = &config.media;
    let mut tree = Tree {
        folder,
        names: HashSet::new(),
        counts: HashMap::new(),
        pictures: match with_pictures && media.serves_files() {
            true => Some((
                Files::open(&media.dir, media.store.as_ref(), &config.s3)?,
                Builder::new_current_thread().enable_all().build()?,
            )),
            false => None,
        },
        exported: ExportedFiles::default(),
    };
    tree.exported.works = each_record(db, report, |record| tree.write(record))?;
    Ok(tree.exported)
}

/// The folder while it is written.
struct Tree<'a> {
    folder: &'a Path,
    /// Names of folders in lower case, which some systems do not tell apart.
    names: HashSet<(Channel, String)>,
    counts: HashMap<Channel, u64>,
    pictures: Option<(Files, Runtime)>,
    exported: ExportedFiles,
}

impl Tree<'_> {
    fn write(&mut self, record: &WorkRecord) -> anyhow::Result<()> {
        let stem = self.free_name(record);
        let folder = self.channel_folder(record.channel).join(&stem);
        fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let text = film_file(&fields_of(record), &stem);
        let path = folder.join(format!("{stem}.nfo"));
        let mut file = BufWriter::new(File::create_new(&path)?);
        file.write_all(text.as_bytes())
            .and_then(|()| file.flush())
            .with_context(|| path.display().to_string())?;
        let is_too_large = u64::try_from(text.len()).is_ok_and(|bytes| bytes > MAX_NFO_BYTES);
        self.exported.too_large += u64::from(is_too_large);
        self.copy(&record.pic_big, &folder, &format!("{stem}-fanart"))?;
        self.copy(&record.pic_small, &folder, &format!("{stem}-poster"))?;
        for (still, place) in record.image_big.iter().zip(1..) {
            let stills = folder.join("extrafanart");
            self.copy(still, &stills, &format!("fanart{place}"))?;
        }
        Ok(())
    }

    /// A name that no other work of the channel has.
    fn free_name(&mut self, record: &WorkRecord) -> String {
        let name = file_name(&record.number);
        let again = (2..).map(|nth| format!("{name} ({nth})"));
        let names = std::iter::once(name.clone()).chain(again);
        for name in names {
            if self.names.insert((record.channel, name.to_lowercase())) {
                return name;
            }
        }
        name
    }

    fn channel_folder(&mut self, channel: Channel) -> PathBuf {
        let count = self.counts.entry(channel).or_default();
        *count += 1;
        self.folder.join(match (*count - 1) / MAX_FOLDER_WORKS {
            0 => channel.as_str().to_owned(),
            further => format!("{}-{}", channel.as_str(), further + 1),
        })
    }

    /// Copies a picture of the site's own files. Those elsewhere are addresses in the file.
    fn copy(&mut self, address: &str, folder: &Path, name: &str) -> anyhow::Result<()> {
        let Some((files, runtime)) = &self.pictures else {
            return Ok(());
        };
        let path = address.split(['?', '#']).next().unwrap_or_default();
        let ending = path
            .rsplit_once('.')
            .map(|(_, ending)| ending.to_lowercase());
        let Some(ending) = ending.filter(|ending| PICTURES.contains(&ending.as_str())) else {
            return Ok(());
        };
        if address.contains("://") {
            return Ok(());
        }
        let to = folder.join(format!("{name}.{ending}"));
        let copying = || format!("copying {path} to {}", to.display());
        match runtime.block_on(files.find(path)).with_context(copying)? {
            None => {
                self.exported.missing += 1;
                return Ok(());
            }
            Some(Found::File(file)) => {
                fs::create_dir_all(folder).with_context(copying)?;
                fs::copy(file.path(), &to).with_context(copying)?;
            }
            Some(Found::Object(object)) => {
                fs::create_dir_all(folder).with_context(copying)?;
                runtime.block_on(object.save(&to)).with_context(copying)?;
            }
        }
        self.exported.pictures += 1;
        Ok(())
    }
}
