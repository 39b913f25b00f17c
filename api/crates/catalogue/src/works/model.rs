//! Works in the API (R14.8).

use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::values::{Bit, Count, Id, Time};
use yingku_search::Sort;

use super::matches::Match;
use crate::media;
use crate::precision::Precision;

/// A work, the same in lists and details.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Work {
    /// The id.
    pub id: Id,
    /// Catalogue number.
    #[schema(example = "ABCD-123", max_length = 64)]
    pub number: String,
    /// Title.
    #[schema(example = "山谷里的四季", max_length = 300)]
    pub title: String,
    /// Publish time; in the future when not yet released.
    pub pub_time: Time,
    /// How much of the publish time is known; responses omit `day`. The rest is the beginning of the month or year.
    #[serde(skip_serializing_if = "Precision::is_day")]
    #[schema(value_type = Option<Precision>)]
    pub pub_precision: Precision,
    /// Small cover, 480×320: a path below the image base or an https address.
    #[schema(example = "covers/910000000000000001-small.svg")]
    pub pic_small: String,
    /// Big cover, 1200×800.
    #[schema(example = "covers/910000000000000001-big.svg")]
    pub pic_big: String,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// 0 none, 1 watch online, 2 transcoding.
    #[schema(minimum = 0, maximum = 2, example = 0)]
    pub is_online: i16,
    /// 1 if it has magnet links.
    pub is_dht: Bit,
    /// Preview clip, or empty.
    #[schema(example = "clips/test-pattern.mp4")]
    pub mp4: String,
    /// Small stills, separated by commas, or empty.
    #[schema(example = "")]
    pub image_small: String,
    /// Big stills, separated by commas, or empty.
    #[schema(example = "")]
    pub image_big: String,
    /// Minutes; 0 when unknown.
    #[schema(minimum = 0, maximum = 6000, example = 120)]
    pub duration: i32,
    /// Mean rating, 0–5; 0 when nobody rated.
    #[schema(minimum = 0, maximum = 5, example = 3.85)]
    pub average: f64,
    /// Number of ratings.
    pub evaluates: Count,
    /// Dominant colour of the cover, shown while it loads.
    #[schema(example = "#3a4a6b", pattern = "^#[0-9a-f]{6}$")]
    pub tint: String,
    /// Members who collected it; only in lists ordered by that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 42)]
    pub collects: Option<i64>,
    /// Number of views; only in lists ordered by that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 420)]
    pub views: Option<i64>,
    /// Why the keyword found it; only in searches.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub found: Option<Match>,
}

impl Work {
    /// A work in a list of this order.
    pub fn in_order(row: WorkRow, sort: Sort) -> Self {
        Self {
            collects: (sort == Sort::Collects).then_some(row.collects),
            views: (sort == Sort::Views).then_some(row.views),
            ..Self::from(row)
        }
    }
}

/// A row of `works`.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = yingku_db::schema::works)]
#[expect(missing_docs, reason = "the fields of Work")]
pub struct WorkRow {
    pub id: i64,
    pub mod_id: i16,
    pub number: String,
    pub title: String,
    pub pub_time: i64,
    pub pic_small: String,
    pub pic_big: String,
    pub image_small: String,
    pub image_big: String,
    pub mp4: String,
    pub duration: i32,
    pub average: f64,
    pub evaluates: i32,
    pub is_online: i16,
    pub is_dht: bool,
    pub collects: i64,
    pub views: i64,
    pub pub_precision: Precision,
}

impl WorkRow {
    /// The small cover: its own or a drawn one.
    pub fn small_cover(&self) -> String {
        small_cover(self.id, &self.pic_small)
    }
}

/// A work's small cover: its own or a drawn one.
pub fn small_cover(id: i64, own: &str) -> String {
    cover(id, own, "small")
}

fn cover(id: i64, own: &str, size: &str) -> String {
    if own.is_empty() {
        format!("covers/{id}-{size}.svg")
    } else {
        own.to_owned()
    }
}

impl From<WorkRow> for Work {
    fn from(row: WorkRow) -> Self {
        Self {
            id: Id(row.id),
            pic_small: row.small_cover(),
            pic_big: cover(row.id, &row.pic_big, "big"),
            number: row.number,
            title: row.title,
            pub_time: Time(row.pub_time),
            pub_precision: row.pub_precision,
            mod_id: row.mod_id,
            is_online: row.is_online,
            is_dht: Bit(row.is_dht),
            mp4: row.mp4,
            image_small: row.image_small,
            image_big: row.image_big,
            duration: row.duration,
            average: row.average,
            evaluates: Count(row.evaluates.into()),
            tint: media::tint_of(row.id),
            collects: None,
            views: None,
            found: None,
        }
    }
}
