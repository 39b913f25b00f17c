//! When the site was last backed up: `yingku backup` stores it in the database when it has finished, and whether checking it
//! has failed since.

use std::path::{Path, PathBuf};

use diesel::prelude::*;
use diesel::result::{Error, QueryResult};
use serde::{Deserialize, Serialize};
use yingku_base::time::DAY;
use yingku_db::Conn;
use yingku_db::schema::settings;

/// Its key in `settings`.
const KEY: &str = "last_backup";
/// Seconds after which a backup is old: one each night, and one that failed.
const MAX_AGE: i64 = 2 * DAY;

/// The last backup that was finished.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastBackup {
    /// Its time, seconds since 1970.
    pub made_at: i64,
    /// Whether nothing was missing in it.
    pub complete: bool,
    /// Its folder on the machine that made it.
    #[serde(default)]
    pub folder: PathBuf,
    /// Whether checking it failed the last time.
    #[serde(default)]
    pub damaged: bool,
}

impl LastBackup {
    /// Whether it still protects the site at `now` (seconds).
    pub fn is_good(&self, now: i64) -> bool {
        self.complete && !self.damaged && now - self.made_at <= MAX_AGE
    }

    /// Whether a checked backup is this one: it may have been moved, and of a damaged one the time may be unknown.
    pub fn is_in(&self, folder: &Path, made_at: Option<i64>) -> bool {
        made_at == Some(self.made_at) || self.folder == folder
    }

    /// The stored one.
    pub fn read(conn: &mut Conn) -> QueryResult<Option<Self>> {
        let stored: Option<String> = settings::table
            .find(KEY)
            .select(settings::value)
            .first(conn)
            .optional()?;
        Ok(stored.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Replaces the stored one.
    pub fn save(&self, conn: &mut Conn) -> QueryResult<()> {
        let text = serde_json::to_string(self);
        let text = text.map_err(|error| Error::SerializationError(Box::new(error)))?;
        let row = (settings::key.eq(KEY), settings::value.eq(&text));
        yingku_db::on_engine!(conn, c => diesel::insert_into(settings::table)
            .values(row)
            .on_conflict(settings::key)
            .do_update()
            .set(settings::value.eq(&text))
            .execute(c))
        .map(|_| ())
    }
}
