//! The builds of the index on disk: one folder for each, and a file `CURRENT` with the name of the current one. A
//! rebuild fills a new folder and then replaces that file atomically, so a kill at any moment leaves the old or the new
//! build. The payload of each commit contains the outbox position (mark) of its last change, the version and the
//! catalogue id.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::Index;

use crate::build::integrity::catch_panics;
use crate::build::storage::Storage;
use crate::error::IndexError;
use crate::query::live::Live;
use crate::schema::{Fields, VERSION, settings};

/// The file with the name of the current build.
const CURRENT: &str = "CURRENT";

/// The state of the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexState {
    /// Nothing: the index must be built.
    Fresh,
    /// A complete index with every change up to `mark`.
    Warm {
        /// The outbox position of its last commit.
        mark: i64,
    },
    /// A build that cannot be used: the index must be rebuilt.
    Rebuild {
        /// Why.
        reason: String,
    },
}

/// The payload of a commit.
#[derive(Debug, Serialize, Deserialize)]
struct Payload {
    version: u32,
    catalogue: String,
    mark: i64,
}

/// Opens the current build. An unusable build is left alone, and replaced by an empty index until a rebuild.
pub(crate) fn open(
    dir: &Path,
    catalogue: &str,
    storage: &Storage,
) -> Result<(Live, IndexState), IndexError> {
    std::fs::create_dir_all(dir)?;
    let Some(build) = current(dir) else {
        return Ok((empty()?, IndexState::Fresh));
    };
    let opened = catch_panics(|| {
        let directory = storage.directory(&build);
        let index = Index::open(directory.map_err(tantivy::TantivyError::from)?)?;
        let mark = mark_of(&index, catalogue)?;
        Ok((Live::new(index, Some(build))?, IndexState::Warm { mark }))
    });
    opened.or_else(|error| {
        let reason = match error {
            IndexError::Damaged(what) => what,
            error => format!("it cannot be opened: {:#}", anyhow::Error::from(error)),
        };
        Ok((empty()?, IndexState::Rebuild { reason }))
    })
}

fn empty() -> Result<Live, IndexError> {
    let builder = Index::builder()
        .schema(Fields::new().schema)
        .settings(settings());
    Live::new(builder.create_in_ram()?, None)
}

/// The folder of the current build.
fn current(dir: &Path) -> Option<PathBuf> {
    let name = std::fs::read_to_string(dir.join(CURRENT)).ok()?;
    let name = name.trim();
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    plain.then(|| dir.join(name))
}

/// Makes a build the current one.
pub(crate) fn make_current(dir: &Path, build: &str) -> Result<(), IndexError> {
    let next = dir.join("CURRENT.next");
    std::fs::write(&next, build)?;
    File::open(&next)?.sync_all()?;
    std::fs::rename(&next, dir.join(CURRENT))?;
    // The rename has taken effect, even if this fails.
    let _ = File::open(dir).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Deletes every build except the current and the `live` one; files that another process has open stay readable to it.
/// Deletes nothing while the current build is unknown.
pub(crate) fn sweep(dir: &Path, live: Option<&PathBuf>) {
    let named = std::fs::read_to_string(dir.join(CURRENT));
    if named.is_err_and(|error| error.kind() != std::io::ErrorKind::NotFound) {
        return;
    }
    let current = current(dir);
    let Ok(entries) = std::fs::read_dir(dir) else {
        return;
    };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() && Some(&path) != current.as_ref() && Some(&path) != live {
            let _ = std::fs::remove_dir_all(path);
        }
    }
}

/// The payload of a commit with this mark.
pub(crate) fn payload(catalogue: &str, mark: i64) -> String {
    let payload = Payload {
        version: VERSION,
        catalogue: catalogue.to_owned(),
        mark,
    };
    serde_json::to_string(&payload).unwrap_or_default()
}

/// The mark of an index's last commit.
pub(crate) fn mark_of(index: &Index, catalogue: &str) -> Result<i64, IndexError> {
    let wrong = |what: &str| Err(IndexError::Damaged(what.to_owned()));
    let payload: Option<Payload> = index
        .load_metas()?
        .payload
        .and_then(|text| serde_json::from_str(&text).ok());
    match payload {
        None => wrong("it does not say what it holds"),
        Some(payload) if payload.version != VERSION || index.schema() != Fields::new().schema => {
            wrong("it was made by another version")
        }
        Some(payload) if payload.catalogue != catalogue => wrong("it belongs to another database"),
        Some(payload) => Ok(payload.mark),
    }
}
