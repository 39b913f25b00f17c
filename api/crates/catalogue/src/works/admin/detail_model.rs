//! The operators' detail of a work, in the API.

use diesel::Queryable;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::values::{Bit, Count, Id, Time};

use crate::import::fields::CuratedField;
use crate::import::record::MagnetRecord;
use crate::precision::Precision;
use crate::works::state::WorkState;

/// A work with all its fields.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminWorkDetail {
    /// The id.
    pub id: Id,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Catalogue number.
    #[schema(example = "ABCD-123", max_length = 64)]
    pub number: String,
    /// Title.
    #[schema(example = "山谷里的四季", max_length = 300)]
    pub title: String,
    /// Publish time.
    pub pub_time: Time,
    /// How much of the publish time is known; responses omit `day`. The rest is the beginning of the month or year.
    #[serde(skip_serializing_if = "Precision::is_day")]
    #[schema(value_type = Option<Precision>)]
    pub pub_precision: Precision,
    /// Minutes; 0 when unknown.
    #[schema(minimum = 0, maximum = 6000, example = 120)]
    pub duration: i32,
    /// Mean rating, 0–5; 0 when nobody rated.
    #[schema(minimum = 0, maximum = 5, example = 3.85)]
    pub average: f64,
    /// Number of ratings.
    pub evaluates: Count,
    /// 0 none, 1 watch online, 2 transcoding.
    #[schema(minimum = 0, maximum = 2, example = 0)]
    pub is_online: i16,
    /// Big cover: a relative path, an https address, or empty for a generated one.
    #[schema(example = "")]
    pub pic_big: String,
    /// Small cover.
    #[schema(example = "")]
    pub pic_small: String,
    /// Big stills.
    pub image_big: Vec<String>,
    /// Small stills.
    pub image_small: Vec<String>,
    /// Preview clip, or empty.
    #[schema(example = "clips/test-pattern.mp4")]
    pub mp4: String,
    /// Address of its stream, or empty.
    #[schema(example = "")]
    pub m3u8: String,
    /// Tags.
    pub tags: Vec<WorkTerm>,
    /// Performers.
    pub performers: Vec<WorkTerm>,
    /// Makers.
    pub makers: Vec<WorkTerm>,
    /// Labels.
    pub labels: Vec<WorkTerm>,
    /// Directors.
    pub directors: Vec<WorkTerm>,
    /// Series.
    pub series: Vec<WorkTerm>,
    /// Items (相同系列).
    pub items: Vec<WorkTerm>,
    /// Magnet links.
    pub magnets: Vec<WorkMagnet>,
    /// State.
    pub state: WorkState,
    /// When a scheduled work appears.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publish_time: Option<Time>,
    /// 1 if it is hidden.
    pub hidden: Bit,
    /// 1 if it is taken down.
    pub taken_down: Bit,
    /// 1 if it is hidden until its reports are decided.
    pub reported: Bit,
    /// Members who collected it.
    pub collects: Count,
    /// Members who like it.
    pub likes: Count,
    /// Number of views.
    pub views: Count,
    /// Fields that operators have set; imports do not change them.
    #[schema(value_type = Vec<CuratedField>, example = json!(["title"]))]
    pub curated: Vec<&'static str>,
    /// Increases with every change; an edit sends the one it is based on.
    #[schema(minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// Time of creation.
    pub create_time: Time,
    /// Last change.
    pub update_time: Time,
}

/// A term of a work.
#[derive(Debug, Clone, Queryable, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkTerm {
    /// Name.
    #[schema(example = "高清", max_length = 200)]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "", max_length = 200)]
    pub name_cn: String,
    /// Group of a tag, or empty.
    #[schema(example = "画质", max_length = 64)]
    pub group: String,
}

/// A magnet link of a work.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkMagnet {
    /// Name, possibly with markup.
    #[schema(example = "ABCD-123 1080p", max_length = 500)]
    pub name: String,
    /// 40 hex digits.
    #[schema(example = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a")]
    pub info_hash: String,
    /// Size in bytes.
    #[schema(minimum = 0, example = 5_000_000_000_i64)]
    pub length: i64,
    /// Time of creation.
    pub create_time: Time,
}

impl From<MagnetRecord> for WorkMagnet {
    fn from(magnet: MagnetRecord) -> Self {
        Self {
            name: magnet.name,
            info_hash: magnet.info_hash,
            length: magnet.length,
            create_time: Time(magnet.create_time),
        }
    }
}
