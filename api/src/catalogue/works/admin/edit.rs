//! Making works and changing what they say. The fields that are sent replace those the work has, and the whole is held to the
//! rules of an import, which stand in [`crate::catalogue::import::record`] alone. An import of a line that has not
//! changed leaves the work as it is edited; a line that has changed is news for the fields that nobody has edited.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use utoipa::ToSchema;

use super::difference::{difference, fields_of};
use super::{detail, unknown};
use crate::audit::{self, Action, Actor, Change, TargetKind};
use crate::catalogue::import::curated::{Curated, CuratedField};
use crate::catalogue::import::fingerprint::Fingerprinted;
use crate::catalogue::import::record::{WorkRecord, parse_line};
use crate::catalogue::import::store::{Store, Stored};
use crate::catalogue::kinds::Channel;
use crate::catalogue::terms::names;
use crate::db::schema::works;
use crate::db::{Conn, Db};
use crate::http::error::{ApiError, ErrorKind};
use crate::http::fields::{IdText, maybe_whole_number, whole_number};
use crate::lock_version;

/// What is to change about a work; what is not sent stays.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditForm {
    /// Id of the work.
    pub id: IdText,
    /// The version that was looked at; when it has moved since, nothing is changed.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// Fields that follow imports again, by the names that `curated` has.
    #[serde(default)]
    #[schema(value_type = Vec<CuratedField>, max_items = 20)]
    pub release: Vec<String>,
    /// Refuse names that no term has, instead of making terms of them.
    #[serde(default)]
    #[schema(example = true)]
    pub known_terms_only: bool,
    /// The fields that change.
    #[serde(flatten)]
    pub fields: WorkFields,
}

/// A work that is to be made: the fields of an import's line. Number, title and publish time have to be there.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateForm {
    /// Channel.
    #[schema(value_type = Channel)]
    pub channel: String,
    /// Whether it is off the site at first.
    #[serde(default)]
    #[schema(example = false)]
    pub hidden: bool,
    /// Refuse names that no term has, instead of making terms of them.
    #[serde(default)]
    #[schema(example = true)]
    pub known_terms_only: bool,
    /// Everything else.
    #[serde(flatten)]
    pub fields: WorkFields,
}

/// The fields of a work.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkFields {
    /// Catalogue number; no two works of a channel have the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, max_length = 64, example = "ABCD-123")]
    pub number: Option<String>,
    /// Title.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(min_length = 1, max_length = 300, example = "山谷里的四季")]
    pub title: Option<String>,
    /// Publish time, Asia/Shanghai, or a day alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(
        pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$",
        example = "2026-11-20 00:00:00"
    )]
    pub pub_time: Option<String>,
    /// Minutes; 0 when unknown.
    #[serde(
        default,
        deserialize_with = "maybe_whole_number",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 6000, example = 120)]
    pub duration: Option<i64>,
    /// Mean rating; 0 when nobody rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 5, example = 3.85)]
    pub average: Option<Number>,
    /// How many rated.
    #[serde(
        default,
        deserialize_with = "maybe_whole_number",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<i32>,
        minimum = 0,
        maximum = 2147483647_i64,
        example = 1071
    )]
    pub evaluates: Option<i64>,
    /// 0 none, 1 watch online, 2 transcoding.
    #[serde(
        default,
        deserialize_with = "maybe_whole_number",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<i16>, minimum = 0, maximum = 2, example = 0)]
    pub is_online: Option<i64>,
    /// Big cover: a relative path, an https address, or empty for a drawn one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1000, example = "")]
    pub pic_big: Option<String>,
    /// Small cover.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1000, example = "")]
    pub pic_small: Option<String>,
    /// Big stills.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 200)]
    pub image_big: Option<Vec<String>>,
    /// Small stills.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 200)]
    pub image_small: Option<Vec<String>>,
    /// Preview clip, or empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1000, example = "clips/test-pattern.mp4")]
    pub mp4: Option<String>,
    /// Where its stream is, or empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1000, example = "")]
    pub m3u8: Option<String>,
    /// All categories.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 100)]
    pub tags: Option<Vec<TermForm>>,
    /// The whole cast.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 200)]
    pub performers: Option<Vec<TermForm>>,
    /// All makers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 20)]
    pub makers: Option<Vec<TermForm>>,
    /// All labels.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 20)]
    pub labels: Option<Vec<TermForm>>,
    /// All directors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 20)]
    pub directors: Option<Vec<TermForm>>,
    /// All series.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 20)]
    pub series: Option<Vec<TermForm>>,
    /// All items (相同系列).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 20)]
    pub items: Option<Vec<TermForm>>,
    /// All magnet links.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 500)]
    pub magnets: Option<Vec<MagnetForm>>,
}

/// Something the work is filed under: found by its name, or made.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermForm {
    /// Name.
    #[schema(min_length = 1, max_length = 200, example = "高清")]
    pub name: String,
    /// Chinese name, if it has become known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 200, example = "")]
    pub name_cn: String,
    /// The group a tag is listed under; nothing else has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 64, example = "")]
    pub group: String,
}

/// A magnet link of the work.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MagnetForm {
    /// Name, perhaps with markup.
    #[schema(min_length = 1, max_length = 500, example = "ABCD-123 1080p")]
    pub name: String,
    /// 40 hex digits, or 32 of base32.
    #[schema(
        pattern = "^([0-9a-fA-F]{40}|[a-zA-Z2-7]{32})$",
        example = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a"
    )]
    pub info_hash: String,
    /// Bytes.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 0, maximum = 9007199254740991_i64,
        example = 5_000_000_000_i64
    )]
    pub length: i64,
    /// When it was made, Asia/Shanghai, or a day alone.
    #[schema(
        pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$",
        example = "2026-11-20 08:00:00"
    )]
    pub create_time: String,
}

impl EditForm {
    /// The fields that were sent, as an import names them.
    pub fn fields(&self) -> Result<Map<String, Value>, ApiError> {
        sent(&self.fields)
    }

    /// What is to become of the work.
    pub fn parse(&self) -> Result<Edit, ApiError> {
        Ok(Edit {
            work: self.id.parse("id")?,
            version: self.version,
            fields: self.fields()?,
            release: Curated::parse(&self.release)?,
            known_terms_only: self.known_terms_only,
        })
    }
}

/// A checked [`EditForm`].
#[derive(Debug)]
pub struct Edit {
    work: i64,
    version: i64,
    fields: Map<String, Value>,
    release: Curated,
    known_terms_only: bool,
}

impl CreateForm {
    /// The work, by the rules of an import.
    ///
    /// # Errors
    /// 400 for what cannot be a field, 422 with the field that breaks a rule.
    pub fn record(&self) -> Result<WorkRecord, ApiError> {
        let mut fields = sent(self)?;
        // Says how to look names up; it is nothing of the work.
        fields.remove("knownTermsOnly");
        record_of(fields)
    }
}

fn sent(form: &impl Serialize) -> Result<Map<String, Value>, ApiError> {
    match serde_json::to_value(form) {
        Ok(Value::Object(fields)) => Ok(fields),
        Ok(_) | Err(_) => Err(ApiError::new(ErrorKind::BadRequest)),
    }
}

/// The record of a line's fields.
fn record_of(fields: Map<String, Value>) -> Result<WorkRecord, ApiError> {
    parse_line(Value::Object(fields).to_string().as_bytes()).map_err(|refusal| {
        let text = format!("影片资料有误：{refusal}");
        ApiError::with_message(ErrorKind::WorkRefused, text)
    })
}

/// `record` with other fields.
pub fn edited(record: &WorkRecord, fields: Map<String, Value>) -> Result<WorkRecord, ApiError> {
    let mut line = fields_of(record);
    line.extend(fields);
    record_of(line)
}

/// Changes a work, and enters that into the audit log. What changes nothing is not entered.
///
/// # Errors
/// 404, 409 for a version that has moved on and for a number of another work, 422 for a field that breaks a rule, or the database's.
pub fn edit(db: &Db, conn: &mut Conn, actor: &Actor, edit: Edit) -> Result<(), ApiError> {
    let work = edit.work;
    names::keep(conn)?;
    lock_version!(conn, works, work, edit.version);
    let whole = detail::whole(conn, work)?;
    let no_channel = || anyhow::anyhow!("a work of an unknown channel");
    let before = whole.record().ok_or_else(no_channel)?;
    let after = edited(&before, whole.without_known(edit.fields))?;
    if edit.known_terms_only {
        unknown::refuse(conn, &after)?;
    }
    let was = Curated::of(whole.row.curated);
    let released = edit.release.within(was);
    let curated = was
        .and(Curated::difference(&before, &after))
        .without(edit.release);
    if after == before && curated == was {
        return Ok(());
    }
    let stored = Stored {
        id: work,
        hidden: whole.row.hidden,
        // What is released follows the very next line, also when that has not changed.
        fingerprint: if released.is_empty() {
            whole.row.fingerprint
        } else {
            0
        },
        curated,
    };
    Store::new(db, actor.clock(), actor.ids())
        .replace(conn, stored, &after)
        .map_err(number_taken)?;
    let (mut before, mut after) = difference(&before, &after);
    if !released.is_empty() {
        for (fields, set) in [(&mut before, was), (&mut after, curated)] {
            if let Some(fields) = fields.as_object_mut() {
                fields.insert("curated".to_owned(), set.shown());
            }
        }
    }
    let change = Change {
        action: Action::WorkEdit,
        target: (TargetKind::Work, work.to_string()),
        before,
        after,
        reason: "",
    };
    Ok(audit::record(conn, actor, &change)?)
}

/// Makes a work, enters that into the audit log, and gives its id. The line of an import that says the same leaves it
/// alone.
///
/// # Errors
/// 409 for a number that a work of the channel has, or the database's.
pub fn create(
    db: &Db,
    conn: &mut Conn,
    actor: &Actor,
    work: &Fingerprinted,
    known_terms_only: bool,
) -> Result<i64, ApiError> {
    names::keep(conn)?;
    if known_terms_only {
        unknown::refuse(conn, &work.record)?;
    }
    let fields = fields_of(&work.record);
    let curated = Curated::named(fields.keys().map(String::as_str));
    let id = Store::new(db, actor.clock(), actor.ids())
        .add(conn, work, curated)
        .map_err(number_taken)?;
    let change = Change {
        action: Action::WorkCreate,
        target: (TargetKind::Work, id.to_string()),
        before: Value::Null,
        after: Value::Object(fields),
        reason: "",
    };
    audit::record(conn, actor, &change)?;
    Ok(id)
}

fn number_taken(error: Error) -> ApiError {
    match error {
        Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => {
            ApiError::new(ErrorKind::NumberTaken)
        }
        error => error.into(),
    }
}

#[cfg(test)]
#[path = "edit_tests.rs"]
mod tests;
