//! Forms for creating and editing works.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value, json};
use utoipa::ToSchema;
use yingku_base::values::Id;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::fields::{optional_whole_number, whole_number};
use yingku_http_kit::json::optional_objects;

use super::edit::{Edit, rejected};
use super::state::wanted_state;
use crate::import::fields::{CuratedField, FieldSet};
use crate::import::record::{LineFields, WorkRecord};
use crate::kinds::Channel;
use crate::works::state::WorkState;
use crate::works::visibility::VisibilityCommand;

/// Changes to a work. Omitted fields stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditWorkForm {
    /// Id of the work.
    pub id: Id,
    /// Increases with every change; an edit sends the one it is based on.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// Curated fields that follow imports again.
    #[serde(default)]
    #[schema(value_type = Vec<CuratedField>, max_items = 20)]
    pub release: Vec<String>,
    /// Reject unknown names of terms instead of creating terms.
    #[serde(default)]
    #[schema(example = true)]
    pub known_terms_only: bool,
    /// The state; hiding and restoring have their own calls.
    #[serde(default)]
    pub state: Option<WorkState>,
    /// When a scheduled work appears.
    #[serde(default)]
    #[schema(example = "2026-12-01 08:00:00")]
    pub publish_time: Option<String>,
    /// The changed fields.
    #[serde(flatten)]
    pub fields: WorkFields,
}

/// A new work, with the fields of the import format. Number, title and publish time are required.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateWorkForm {
    /// Channel.
    #[schema(value_type = Channel)]
    pub channel: String,
    /// Whether it is hidden.
    #[serde(default)]
    #[schema(example = false)]
    pub hidden: bool,
    /// Reject unknown names of terms instead of creating terms.
    #[serde(default)]
    #[schema(example = true)]
    pub known_terms_only: bool,
    /// The state; published by default.
    #[serde(default)]
    pub state: Option<WorkState>,
    /// When a scheduled work appears.
    #[serde(default)]
    #[schema(example = "2026-12-01 08:00:00")]
    pub publish_time: Option<String>,
    /// The other fields.
    #[serde(flatten)]
    pub fields: WorkFields,
}

/// The fields of a work.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkFields {
    /// Catalogue number; unique in its channel.
    #[schema(min_length = 1, max_length = 64, example = "ABCD-123")]
    pub number: Option<String>,
    /// Title.
    #[schema(min_length = 1, max_length = 300, example = "山谷里的四季")]
    pub title: Option<String>,
    /// Publish time, date, month or year.
    #[schema(
        pattern = "^[0-9]{4}(-[0-9]{2}(-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?)?)?$",
        example = "2026-11-20 00:00:00"
    )]
    pub pub_time: Option<String>,
    /// Minutes; 0 when unknown.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>, minimum = 0, maximum = 6000, example = 120)]
    pub duration: Option<i64>,
    /// Mean rating; 0 when nobody rated.
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 5, example = 3.85)]
    pub average: Option<Number>,
    /// Number of ratings.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>,
        minimum = 0,
        maximum = 2147483647_i64,
        example = 1071
    )]
    pub evaluates: Option<i64>,
    /// 0 none, 1 watch online, 2 transcoding.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i16>, minimum = 0, maximum = 2, example = 0)]
    pub is_online: Option<i64>,
    /// Big cover: a relative path, an https address, or empty for a generated one.
    #[schema(max_length = 1000, example = "")]
    pub pic_big: Option<String>,
    /// Small cover.
    #[schema(max_length = 1000, example = "")]
    pub pic_small: Option<String>,
    /// Big stills.
    #[schema(max_items = 200)]
    pub image_big: Option<Vec<String>>,
    /// Small stills.
    #[schema(max_items = 200)]
    pub image_small: Option<Vec<String>>,
    /// Preview clip, or empty.
    #[schema(max_length = 1000, example = "clips/test-pattern.mp4")]
    pub mp4: Option<String>,
    /// Address of its stream, or empty.
    #[schema(max_length = 1000, example = "")]
    pub m3u8: Option<String>,
    /// All categories.
    #[serde(default, deserialize_with = "optional_objects")]
    #[schema(max_items = 100)]
    pub tags: Option<Vec<TermForm>>,
    /// The whole cast.
    #[serde(default, deserialize_with = "optional_objects")]
    #[schema(max_items = 200)]
    pub performers: Option<Vec<TermForm>>,
    /// All makers.
    #[serde(default, deserialize_with = "optional_objects")]
    #[schema(max_items = 20)]
    pub makers: Option<Vec<TermForm>>,
    /// All labels.
    #[serde(default, deserialize_with = "optional_objects")]
    #[schema(max_items = 20)]
    pub labels: Option<Vec<TermForm>>,
    /// All directors.
    #[serde(default, deserialize_with = "optional_objects")]
    #[schema(max_items = 20)]
    pub directors: Option<Vec<TermForm>>,
    /// All series.
    #[serde(default, deserialize_with = "optional_objects")]
    #[schema(max_items = 20)]
    pub series: Option<Vec<TermForm>>,
    /// All items (相同系列).
    #[serde(default, deserialize_with = "optional_objects")]
    #[schema(max_items = 20)]
    pub items: Option<Vec<TermForm>>,
    /// All magnet links.
    #[serde(default, deserialize_with = "optional_objects")]
    #[schema(max_items = 500)]
    pub magnets: Option<Vec<MagnetForm>>,
}

/// A term of the work, found by its name or created.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermForm {
    /// Name.
    #[schema(min_length = 1, max_length = 200, example = "高清")]
    pub name: String,
    /// Chinese name, if known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 200, example = "")]
    pub name_cn: String,
    /// Group of a tag; other kinds have none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 64, example = "")]
    pub group: String,
}

/// A magnet link of the work.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MagnetForm {
    /// Name, possibly with markup.
    #[schema(min_length = 1, max_length = 500, example = "ABCD-123 1080p")]
    pub name: String,
    /// 40 hex digits or 32 base32 digits.
    #[schema(
        pattern = "^([0-9a-fA-F]{40}|[a-zA-Z2-7]{32})$",
        example = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a"
    )]
    pub info_hash: String,
    /// Size in bytes.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 0, maximum = 9007199254740991_i64,
        example = 5_000_000_000_i64
    )]
    pub length: i64,
    /// Time or date of creation.
    #[schema(
        pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$",
        example = "2026-11-20 08:00:00"
    )]
    pub create_time: String,
}

impl EditWorkForm {
    /// The edit; 422 with the field that breaks a rule of the import.
    pub fn parse(&self) -> Result<Edit, ApiError> {
        Ok(Edit {
            work: self.id.0,
            version: self.version,
            fields: self.fields.read(Map::new())?,
            release: FieldSet::parse(&self.release)?,
            known_terms_only: self.known_terms_only,
            state: wanted_state(self.state, self.publish_time.as_deref())?,
        })
    }
}

impl CreateWorkForm {
    /// The state that it gets; none for a published one.
    pub fn state(&self) -> Result<Option<VisibilityCommand>, ApiError> {
        let scheduled = self.publish_time.as_ref().map(|_| WorkState::Scheduled);
        wanted_state(self.state.or(scheduled), self.publish_time.as_deref())
    }

    /// The record; 422 with the field that breaks a rule of the import.
    pub fn record(&self) -> Result<WorkRecord, ApiError> {
        let more = [
            ("channel", json!(self.channel)),
            ("hidden", json!(self.hidden)),
        ];
        let more = more.map(|(name, value)| (name.to_owned(), value));
        let fields = self.fields.read(Map::from_iter(more))?;
        Ok(fields.parsed().map_err(rejected)?.record)
    }
}

impl WorkFields {
    /// The fields that were sent, and `more`.
    fn read(&self, mut more: Map<String, Value>) -> Result<LineFields, ApiError> {
        if let Ok(Value::Object(fields)) = serde_json::to_value(self) {
            let sent = fields.into_iter().filter(|(_, value)| !value.is_null());
            more.extend(sent);
        }
        LineFields::read(more).map_err(rejected)
    }
}
