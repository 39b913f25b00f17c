//! The format of a backup: a folder with the database, the site's files, and the manifest `backup.json`, which is
//! written last.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use walkdir::WalkDir;
use yingku_db::tables::{self, Table};
use yingku_platform::config::{BucketPlace, Config};

use super::files::StoredFile;
use super::source::{Checksums, Folder, Snapshot, checksums, differing, open_unchanged};

/// The manifest.
pub const DESCRIPTION: &str = "backup.json";
/// The database of a backup from SQLite.
pub const SQLITE_FILE: &str = "database/yingku.db";
/// The tables of a backup from PostgreSQL.
pub const TABLES_FOLDER: &str = "database/tables";
/// The format version that this program writes and reads.
pub const FORMAT_VERSION: u32 = 1;

/// What a backup can include besides the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Operators' pictures and clips (`MEDIA_DIR` or `MEDIA_STORE`).
    Media,
    /// Films (`STREAM_DIR` or `STREAM_STORE`).
    Streams,
    /// The operator's own pages (`PAGES_DIR`).
    Pages,
    /// Uploaded files for import (`IMPORT_DIR`).
    Imports,
    /// Keys of signatures and payment.
    Keys,
    /// `.env`, with its secrets, and settings from the environment.
    Settings,
}

/// The settings file of a site.
pub const ENV: &str = ".env";
/// Its path in a backup.
pub const STORED_ENV: &str = "files/env";

impl Part {
    /// Whether a site may lack it.
    pub fn is_optional(self) -> bool {
        self == Self::Pages
    }

    /// Its paths in a backup, and its places on this site. The settings are in [`STORED_ENV`].
    pub fn places(self, config: &Config) -> Vec<(String, Place)> {
        let folder =
            |name: &str, path: &Path| vec![(format!("files/{name}"), Place::Here(path.to_owned()))];
        let stored = |name: &str, path: &Path, place: &Option<BucketPlace>| match place {
            None => folder(name, path),
            Some(place) => vec![(format!("files/{name}"), Place::Store(place.clone()))],
        };
        match self {
            Self::Media => stored("media", &config.media.dir, &config.media.store),
            Self::Streams => stored("streams", &config.streams.dir, &config.streams.store),
            Self::Pages => folder("pages", &config.site.pages_dir),
            Self::Imports => folder("imports", &config.uploads.dir),
            Self::Settings => Vec::new(),
            Self::Keys => keys(config),
        }
    }
}

/// Where files of a site are.
pub enum Place {
    /// A local file or folder.
    Here(PathBuf),
    /// In the store.
    Store(BucketPlace),
}

fn keys(config: &Config) -> Vec<(String, Place)> {
    let signing = &config.signing;
    let mut keys = vec![("client", &signing.key_file)];
    keys.extend(
        signing
            .previous_key_file
            .iter()
            .map(|file| ("client-previous", file)),
    );
    if let Some(alipay) = &config.pay.alipay {
        keys.push(("alipay-private", &alipay.private_key_file));
        keys.push(("alipay-public", &alipay.public_key_file));
    }
    if let Some(weixin) = &config.pay.weixin {
        keys.push(("weixin-private", &weixin.private_key_file));
        keys.push(("weixin-public", &weixin.public_key_file));
        keys.push(("weixin-api", &weixin.api_key_file));
    }
    keys.into_iter()
        .map(|(name, file)| (format!("files/keys/{name}"), Place::Here(file.clone())))
        .collect()
}

/// The content of `backup.json`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Description {
    /// [`FORMAT_VERSION`].
    pub form: u32,
    /// The program that wrote it.
    pub program: String,
    /// When, in seconds since 1970.
    pub made_at: i64,
    /// The last migration of the database.
    pub migration: String,
    /// Whether the database is [`SQLITE_FILE`]; otherwise it is [`TABLES_FOLDER`].
    pub is_sqlite: bool,
    /// What else it includes.
    pub parts: BTreeSet<Part>,
    /// What was requested but did not exist.
    #[serde(default)]
    pub missing: Vec<String>,
    /// What existed but could not be read.
    #[serde(default)]
    pub unread: Vec<String>,
    /// Checksum of each table.
    pub tables: Checksums,
    /// Every file.
    pub files: Vec<StoredFile>,
}

impl Description {
    /// Reads it from a backup.
    ///
    /// # Errors
    /// It is missing (the backup was interrupted), or has another format.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(DESCRIPTION);
        let text = fs::read_to_string(&path).with_context(|| {
            format!(
                "{} cannot be read: this is not a backup, or an interrupted one",
                path.display()
            )
        })?;
        let description: Self = serde_json::from_str(&text)
            .with_context(|| format!("{} is not the manifest of a backup", path.display()))?;
        anyhow::ensure!(
            description.form == FORMAT_VERSION,
            "This backup has format {}, but this program reads format {FORMAT_VERSION}.",
            description.form
        );
        for file in &description.files {
            let plain = |part| matches!(part, std::path::Component::Normal(_));
            anyhow::ensure!(
                Path::new(&file.path).components().all(plain),
                "{:?} leads out of the backup",
                file.path
            );
        }
        Ok(description)
    }

    /// Its tables: those that existed when it was made.
    ///
    /// # Errors
    /// One is unknown to this program.
    pub fn tables(&self) -> anyhow::Result<Vec<&'static Table>> {
        let known = tables::existing(|name| self.tables.contains_key(name));
        let unknown = |name: &&String| known.iter().all(|table| table.name != **name);
        if let Some(name) = self.tables.keys().find(unknown) {
            anyhow::bail!(
                "Its table {name} is unknown to this program: use the version that made the backup, {}.",
                self.program
            );
        }
        Ok(known)
    }

    /// The id by which an interrupted restore recognises its backup.
    pub fn id(&self) -> String {
        format!("backup {} {}", self.made_at, self.migration)
    }
}

/// Compares every file and row of a backup with its manifest.
///
/// # Errors
/// The first difference.
pub fn verify(folder: &Path) -> anyhow::Result<Description> {
    let description = Description::read(folder)?;
    let mut known = BTreeSet::from([DESCRIPTION.to_owned()]);
    for wanted in &description.files {
        let found = StoredFile::of(folder, &wanted.path)?;
        anyhow::ensure!(
            found == *wanted,
            "{} has changed since the backup: {} bytes, SHA-256 {}, instead of {} bytes, {}",
            wanted.path,
            found.bytes,
            found.sha256,
            wanted.bytes,
            wanted.sha256
        );
        known.insert(wanted.path.clone());
    }
    for entry in WalkDir::new(folder) {
        let entry = entry?;
        let path = entry.path().strip_prefix(folder)?.display().to_string();
        anyhow::ensure!(
            !entry.file_type().is_file() || known.contains(&path),
            "{path} does not belong to the backup"
        );
    }
    let tables = description.tables()?;
    let found = match description.is_sqlite {
        true => {
            let mut conn = open_unchanged(&folder.join(SQLITE_FILE))?;
            checksums(&mut Snapshot::new(&mut conn), &tables)?
        }
        false => checksums(&mut Folder::new(&folder.join(TABLES_FOLDER)), &tables)?,
    };
    let different = differing(&description.tables, &found);
    anyhow::ensure!(
        different.is_empty(),
        "The rows of these tables have changed since the backup: {}",
        different.join(", ")
    );
    Ok(description)
}
