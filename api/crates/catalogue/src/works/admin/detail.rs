//! The operators' detail of a work.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use yingku_base::values::{Bit, Count, Id, Time};
use yingku_db::Conn;
use yingku_db::schema::{magnets, terms, work_terms, works};
use yingku_http_kit::error::ApiError;

use crate::import::fields::{CuratedField, FieldSet};
use crate::import::record::{MagnetRecord, TermRecord, WorkRecord};
use crate::kinds::{Channel, TermKind};
use crate::precision::Precision;
use crate::works::visibility::Withheld;

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
    /// Precision of `pubTime`: `month` or `year`; missing when the day is known.
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
    /// Address of the stream, or empty.
    #[schema(example = "")]
    pub m3u8: String,
    /// Categories.
    pub tags: Vec<WorkTerm>,
    /// Cast.
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
    /// Fields that operators have set. Imports do not change them until they are released.
    #[schema(value_type = Vec<CuratedField>, example = json!(["title"]))]
    pub curated: Vec<&'static str>,
    /// Increases with every change; an edit sends the version it is based on.
    #[schema(minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// Time of creation.
    pub create_time: Time,
    /// Time of the last change.
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

/// A row of `works`.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = works)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct DetailRow {
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
    pub m3u8: String,
    pub duration: i32,
    pub average: f64,
    pub evaluates: i32,
    pub is_online: i16,
    pub hidden: bool,
    pub withheld: Withheld,
    pub collects: i64,
    pub likes: i64,
    pub views: i64,
    pub fingerprint: i64,
    pub created_at: i64,
    pub updated_at: i64,
    pub version: i64,
    pub curated: i64,
    pub pub_precision: Precision,
}

/// A work with its terms and magnet links.
#[derive(Debug, Clone)]
pub struct Detail {
    /// The work.
    pub row: DetailRow,
    /// Its terms, in order.
    pub terms: Vec<(TermKind, WorkTerm)>,
    /// Its magnet links, in order.
    pub magnets: Vec<MagnetRecord>,
}

/// A work, hidden or not.
pub fn detail(conn: &mut Conn, work: i64) -> QueryResult<Detail> {
    details(conn, &[work])?
        .pop()
        .ok_or(diesel::result::Error::NotFound)
}

/// Works read in one query.
const CHUNK: usize = 500;

/// The details of these works, unordered.
pub fn details(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<Detail>> {
    let mut details: HashMap<i64, Detail> = HashMap::new();
    for ids in ids.chunks(CHUNK) {
        let rows: Vec<DetailRow> = works::table
            .select(DetailRow::as_select())
            .filter(works::id.eq_any(ids))
            .load(conn)?;
        for row in rows {
            let (terms, magnets) = (vec![], vec![]);
            details.insert(
                row.id,
                Detail {
                    row,
                    terms,
                    magnets,
                },
            );
        }
        let columns = (terms::name, terms::name_cn, terms::group_name);
        let filed: Vec<(i64, i16, WorkTerm)> = work_terms::table
            .inner_join(terms::table)
            .select((work_terms::work_id, terms::kind, columns))
            .filter(work_terms::work_id.eq_any(ids))
            .order((work_terms::work_id, work_terms::position, terms::id))
            .load(conn)?;
        for (work, kind, term) in filed {
            if let (Some(detail), Some(kind)) = (details.get_mut(&work), TermKind::from_code(kind))
            {
                detail.terms.push((kind, term));
            }
        }
        let links: Vec<(i64, MagnetRecord)> = magnets::table
            .select((magnets::work_id, MagnetRecord::as_select()))
            .filter(magnets::work_id.eq_any(ids))
            .order(magnets::id)
            .load(conn)?;
        for (work, magnet) in links {
            if let Some(detail) = details.get_mut(&work) {
                detail.magnets.push(magnet);
            }
        }
    }
    Ok(details.into_values().collect())
}

/// The entries of a comma-separated list.
fn entries(joined: &str) -> Vec<String> {
    joined
        .split(',')
        .filter(|entry| !entry.is_empty())
        .map(str::to_owned)
        .collect()
}

impl Detail {
    /// The work as a record of the import. Terms have only their names; the rest belongs to the terms.
    pub fn record(&self) -> Option<WorkRecord> {
        let row = &self.row;
        let named = |(kind, term): &(TermKind, WorkTerm)| TermRecord {
            kind: *kind,
            name: term.name.clone(),
            name_cn: String::new(),
            aliases: Vec::new(),
            group: String::new(),
        };
        let mut terms: Vec<TermRecord> = self.terms.iter().map(named).collect();
        terms.sort_by_key(|term| term.kind);
        Some(WorkRecord {
            channel: Channel::from_code(row.mod_id)?,
            number: row.number.clone(),
            title: row.title.clone(),
            pub_time: row.pub_time,
            pub_precision: row.pub_precision,
            duration: row.duration,
            average: row.average,
            evaluates: row.evaluates,
            is_online: row.is_online,
            pic_big: row.pic_big.clone(),
            pic_small: row.pic_small.clone(),
            image_big: entries(&row.image_big),
            image_small: entries(&row.image_small),
            mp4: row.mp4.clone(),
            m3u8: row.m3u8.clone(),
            terms,
            magnets: self.magnets.clone(),
            hidden: row.hidden,
        })
    }

    /// [`Self::record`], or an error.
    pub fn known_record(&self) -> Result<WorkRecord, ApiError> {
        let unknown = || anyhow::anyhow!("the work has an unknown channel");
        Ok(self.record().ok_or_else(unknown)?)
    }

    /// Removes details of terms that equal the stored ones from a form, because they are not changes.
    pub fn without_known(&self, mut fields: Map<String, Value>) -> Map<String, Value> {
        for (kind, term) in &self.terms {
            let list = fields.get_mut(kind.field()).and_then(Value::as_array_mut);
            let same = list.into_iter().flatten().filter_map(Value::as_object_mut);
            for sent in same.filter(|sent| sent.get("name").is_some_and(|name| name == &term.name))
            {
                for (field, known) in [("nameCn", &term.name_cn), ("group", &term.group)] {
                    if sent.get(field).is_some_and(|text| text == known) {
                        sent.remove(field);
                    }
                }
            }
        }
        fields
    }

    /// The work for the API.
    pub fn into_response(self) -> AdminWorkDetail {
        let of = |kind: TermKind| {
            let those = self.terms.iter().filter(|(k, _)| *k == kind);
            those.map(|(_, term)| term.clone()).collect()
        };
        AdminWorkDetail {
            tags: of(TermKind::Tag),
            performers: of(TermKind::Performer),
            makers: of(TermKind::Maker),
            labels: of(TermKind::Label),
            directors: of(TermKind::Director),
            series: of(TermKind::Series),
            items: of(TermKind::Item),
            magnets: self.magnets.into_iter().map(WorkMagnet::from).collect(),
            id: Id(self.row.id),
            mod_id: self.row.mod_id,
            number: self.row.number,
            title: self.row.title,
            pub_time: Time(self.row.pub_time),
            pub_precision: self.row.pub_precision,
            duration: self.row.duration,
            average: self.row.average,
            evaluates: Count(self.row.evaluates.into()),
            is_online: self.row.is_online,
            pic_big: self.row.pic_big,
            pic_small: self.row.pic_small,
            image_big: entries(&self.row.image_big),
            image_small: entries(&self.row.image_small),
            mp4: self.row.mp4,
            m3u8: self.row.m3u8,
            hidden: Bit(self.row.hidden),
            taken_down: Bit(self.row.withheld == Withheld::TakenDown),
            reported: Bit(self.row.withheld == Withheld::Reported),
            collects: Count(self.row.collects),
            likes: Count(self.row.likes),
            views: Count(self.row.views),
            version: self.row.version,
            curated: FieldSet::from_bits(self.row.curated).names(),
            create_time: Time(self.row.created_at),
            update_time: Time(self.row.updated_at),
        }
    }
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
