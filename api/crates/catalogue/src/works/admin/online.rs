//! Finds the work of a film that an operator adds, and says whether it can be watched, as an edit of the work.

use diesel::prelude::*;
use serde_json::{Map, Value, json};
use yingku_access::audit::Actor;
use yingku_base::values::parse_id;
use yingku_db::schema::works;
use yingku_db::{Conn, Db};
use yingku_http_kit::error::ApiError;
use yingku_platform::config::StreamConfig;

use super::edit::{Edit, edit, rejected};
use crate::import::fields::FieldSet;
use crate::import::record::LineFields;
use crate::kinds::Channel;
use crate::playback::{demo, elsewhere};

/// The field of the import format.
const FIELD: &str = "isOnline";
/// Its value while a film is being made.
pub const TRANSCODING: i16 = 2;

/// A work that may get a film.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = works)]
pub struct FilmWork {
    /// The id.
    pub id: i64,
    /// The channel's number.
    pub mod_id: i16,
    /// Catalogue number.
    pub number: String,
    /// Title.
    pub title: String,
    /// 0 none, 1 watch online, 2 transcoding.
    pub is_online: i16,
    /// Whether it is off the site.
    pub hidden: bool,
    m3u8: String,
    curated: i64,
}

impl FilmWork {
    /// Whether it plays without a film of its own: the demo's, or one on another host.
    pub fn plays_another(&self, streams: &StreamConfig) -> bool {
        self.m3u8 == demo::STREAM || elsewhere::allowed(&self.m3u8, streams).is_some()
    }

    /// Whether operators have set whether it can be watched.
    pub fn is_curated(&self) -> bool {
        !FieldSet::named([FIELD])
            .within(FieldSet::from_bits(self.curated))
            .is_empty()
    }
}

/// The works with a number, in any case, or an id.
pub fn find(conn: &mut Conn, wanted: &str, channel: Option<Channel>) -> QueryResult<Vec<FilmWork>> {
    let channels = channel.map_or_else(|| Channel::ALL.to_vec(), |one| vec![one]);
    let numbers = [wanted.to_owned(), wanted.to_uppercase()];
    let numbered: Vec<FilmWork> = works::table
        .select(FilmWork::as_select())
        .filter(works::mod_id.eq_any(channels))
        .filter(works::number.eq_any(numbers))
        .order(works::mod_id)
        .load(conn)?;
    match parse_id(wanted).filter(|_| numbered.is_empty()) {
        None => Ok(numbered),
        Some(id) => works::table
            .find(id)
            .select(FilmWork::as_select())
            .load(conn),
    }
}

/// The state of a work's stream to set.
#[derive(Debug, Clone, Copy)]
pub struct Online {
    /// 0 none, 1 watch online, 2 transcoding.
    pub state: i16,
    /// Whether there is a film of its own now, in place of the demo's.
    pub has_film: bool,
    /// Whether imports may set the state again.
    pub release: bool,
}

/// Sets it as [`edit`] does.
///
/// # Errors
/// Those of [`edit`].
pub fn set(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    work: i64,
    online: Online,
) -> Result<(), ApiError> {
    let (version, m3u8): (i64, String) = works::table
        .find(work)
        .select((works::version, works::m3u8))
        .first(conn)?;
    let mut fields = Map::from_iter([(FIELD.to_owned(), json!(online.state))]);
    if online.has_film && m3u8 == demo::STREAM {
        fields.insert("m3u8".to_owned(), Value::Null);
    }
    let change = Edit {
        work,
        version,
        fields: LineFields::read(fields).map_err(rejected)?,
        release: match online.release {
            true => FieldSet::named([FIELD]),
            false => FieldSet::NONE,
        },
        known_terms_only: false,
        state: None,
    };
    edit(db, conn, actor, change)
}

/// Puts a work that says that it is being transcoded back to what it said before, and whether an operator had said it.
///
/// # Errors
/// Those of [`edit`].
pub fn put_back(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    work: i64,
    (state, was_curated): (i16, bool),
) -> Result<(), ApiError> {
    let says: Option<i16> = works::table
        .find(work)
        .select(works::is_online)
        .first(conn)
        .optional()?;
    if says != Some(TRANSCODING) {
        return Ok(());
    }
    let before = Online {
        state,
        has_film: false,
        release: !was_curated,
    };
    set(db, conn, actor, work, before)
}
