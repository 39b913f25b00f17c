//! A work with its terms and magnet links, for operators and for the export.

use std::collections::HashMap;

use diesel::prelude::*;
use yingku_base::values::{Bit, Count, Id, Time};
use yingku_db::Conn;
use yingku_db::schema::{magnets, terms, work_terms, works};
use yingku_http_kit::error::ApiError;

use super::detail_model::{AdminWorkDetail, WorkMagnet, WorkTerm};
use crate::import::fields::FieldSet;
use crate::import::record::{MagnetRecord, TermRecord, WorkRecord};
use crate::kinds::{Channel, TermKind};
use crate::precision::Precision;
use crate::works::state::WorkState;
use crate::works::visibility::Withheld;

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
    pub publish_at: Option<i64>,
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

    /// Removes details of a record's terms that equal the stored ones, because they are not changes.
    pub fn remove_known(&self, record: &mut WorkRecord) {
        for term in &mut record.terms {
            let stored = |(kind, stored): &&(TermKind, WorkTerm)| {
                (*kind, &stored.name) == (term.kind, &term.name)
            };
            let Some((_, stored)) = self.terms.iter().find(stored) else {
                continue;
            };
            if term.name_cn == stored.name_cn {
                term.name_cn.clear();
            }
            if term.group == stored.group {
                term.group.clear();
            }
        }
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
            state: WorkState::of(self.row.hidden, self.row.withheld),
            publish_time: self.row.publish_at.map(Time),
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
