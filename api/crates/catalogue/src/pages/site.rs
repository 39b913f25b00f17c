//! The site's own words and logo: its name, an announcement and a line at the foot of its pages. Operators change them while the
//! site runs; every instance has a copy in memory.

use std::sync::Arc;
use std::time::Duration;

use diesel::prelude::*;
use diesel::result::{Error, QueryResult};
use parking_lot::RwLock;
use serde::{Deserialize, Serialize};
use yingku_access::auth::level::CopyLimits;
use yingku_base::workers::{Delay, Worker};
use yingku_db::schema::settings;
use yingku_db::{Conn, Db, DbError};

/// The key of the texts in `settings`.
const KEY: &str = "site_texts";
/// How soon other instances show a change.
const INTERVAL: Duration = Duration::from_secs(5);
/// The name without an operator's own.
const NAME: &str = "映库";

/// The texts, as they are stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SiteTexts {
    /// Name of the site.
    pub name: String,
    /// Path of the logo, an uploaded picture; empty for the drawn one.
    pub logo: String,
    /// The announcement; empty for none.
    pub announcement: String,
    /// The line at the foot of pages; empty for none.
    pub footer: String,
    /// A notice above the plans; empty for none.
    pub plan_notice: String,
    /// Magnet links that may be copied per day.
    pub copies: CopyLimits,
    /// Conversations that a member may start per day.
    pub questions: i32,
    /// Payment channels that take no new orders, by name.
    pub closed_channels: Vec<String>,
    /// Words that messages to support must not contain, in lower case.
    pub blocked_words: Vec<String>,
    /// Whether operators no longer want to see the checklist of a new site.
    pub checklist_dismissed: bool,
    /// Increases with every change; 0 before the first.
    pub version: i64,
    /// Time of the last change, seconds since 1970; 0 before the first.
    pub changed_at: i64,
}

impl Default for SiteTexts {
    fn default() -> Self {
        Self {
            name: NAME.to_owned(),
            logo: String::new(),
            announcement: String::new(),
            footer: String::new(),
            plan_notice: String::new(),
            copies: CopyLimits::default(),
            questions: 50,
            closed_channels: Vec::new(),
            blocked_words: Vec::new(),
            checklist_dismissed: false,
            version: 0,
            changed_at: 0,
        }
    }
}

impl SiteTexts {
    /// The first blocked word in a text.
    pub fn blocked_word(&self, text: &str) -> Option<&str> {
        let text = text.to_lowercase();
        let mut words = self.blocked_words.iter();
        words
            .find(|word| text.contains(word.as_str()))
            .map(String::as_str)
    }

    /// Whether a payment channel takes new orders.
    pub fn takes_orders(&self, channel: &str) -> bool {
        !self.closed_channels.iter().any(|closed| closed == channel)
    }
}

/// The texts in memory, and the worker that reads them again. Dropping it stops the worker.
pub struct Site {
    texts: Arc<RwLock<Arc<SiteTexts>>>,
    worker: Worker,
}

impl Site {
    /// Starts the worker; until its first run the site has its default texts.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn start(db: &Db) -> std::io::Result<Self> {
        let texts: Arc<RwLock<Arc<SiteTexts>>> = Arc::default();
        let (db, shared) = (db.clone(), Arc::clone(&texts));
        let worker = Worker::start("site-texts", move || {
            match db.read_now::<_, DbError, _>(|conn| Ok(read(conn)?)) {
                Ok(stored) => replace_older(&shared, stored.texts),
                Err(error) => {
                    let cause = format!("{:#}", anyhow::Error::from(error));
                    tracing::warn!(
                        event = "site_texts_failed",
                        cause,
                        "failed to read the site's texts: the last ones stay"
                    );
                }
            }
            Delay::idle(INTERVAL)
        })?;
        Ok(Self { texts, worker })
    }

    /// The current texts.
    pub fn texts(&self) -> Arc<SiteTexts> {
        Arc::clone(&self.texts.read())
    }

    /// Shows stored texts in this instance at once; others follow within seconds.
    pub fn show(&self, texts: SiteTexts) {
        replace_older(&self.texts, texts);
    }

    /// Reads the texts again, and returns when they are shown.
    pub fn catch_up_now(&self) {
        self.worker.finish();
    }
}

/// Replaces texts by later ones. A read that began before a change, or from a replica, may bring earlier ones.
fn replace_older(shown: &RwLock<Arc<SiteTexts>>, texts: SiteTexts) {
    let mut shown = shown.write();
    if texts.version > shown.version {
        *shown = Arc::new(texts);
    }
}

/// The texts in the database.
pub struct Stored {
    /// The texts; the default ones before the first change.
    pub texts: SiteTexts,
    /// As they are stored, which another version may have done.
    value: Option<String>,
}

/// Reads the texts. Those that this version cannot read are an error: in their place the default ones would be stored.
pub fn read(conn: &mut Conn) -> QueryResult<Stored> {
    let value: Option<String> = settings::table
        .find(KEY)
        .select(settings::value)
        .first(conn)
        .optional()?;
    let texts = value.as_deref().map(serde_json::from_str).transpose();
    let texts = texts.map_err(|error| Error::DeserializationError(Box::new(error)))?;
    Ok(Stored {
        texts: texts.unwrap_or_default(),
        value,
    })
}

/// Stores texts in place of those read before; returns false if they have been changed meanwhile.
pub fn replace(conn: &mut Conn, before: &Stored, after: &SiteTexts) -> QueryResult<bool> {
    let new = serde_json::to_string(after);
    let new = new.map_err(|error| Error::SerializationError(Box::new(error)))?;
    let replaced = match &before.value {
        None => {
            let first = (settings::key.eq(KEY), settings::value.eq(&new));
            yingku_db::on_engine!(conn, c => diesel::insert_into(settings::table)
                .values(first)
                .on_conflict_do_nothing()
                .execute(c))?
        }
        Some(value) => diesel::update(settings::table.find(KEY).filter(settings::value.eq(value)))
            .set(settings::value.eq(&new))
            .execute(conn)?,
    };
    Ok(replaced == 1)
}
