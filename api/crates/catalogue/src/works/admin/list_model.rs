//! A work as the operators' list shows it.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::values::{Bit, Count, Id, Time};
use yingku_db::Conn;
use yingku_db::schema::{terms, work_terms, works};

use super::detail_model::WorkTerm;
use crate::kinds::TermKind;
use crate::media;
use crate::precision::Precision;
use crate::works::completeness::{Known, Lack, score};
use crate::works::editors::last_editors;
use crate::works::model::small_cover;
use crate::works::state::WorkState;
use crate::works::visibility::Withheld;

/// A work in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminWork {
    /// The id.
    pub id: Id,
    /// Catalogue number.
    #[schema(example = "ABCD-123", max_length = 64)]
    pub number: String,
    /// Title.
    #[schema(example = "山谷里的四季", max_length = 300)]
    pub title: String,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
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
    /// Makers.
    pub makers: Vec<WorkTerm>,
    /// Performers.
    pub performers: Vec<WorkTerm>,
    /// Tags.
    pub tags: Vec<WorkTerm>,
    /// Small cover, 480×320: a path below the image base or an https address; drawn if it has none.
    #[schema(example = "covers/910000000000000001-small.svg")]
    pub pic_small: String,
    /// Dominant colour of the cover, shown while it loads.
    #[schema(example = "#3a4a6b", pattern = "^#[0-9a-f]{6}$")]
    pub tint: String,
    /// State.
    pub state: WorkState,
    /// When a scheduled work appears.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub publish_time: Option<Time>,
    /// The work that it was merged into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<Id>,
    /// 1 if it is hidden.
    pub hidden: Bit,
    /// 1 if it is taken down.
    pub taken_down: Bit,
    /// 1 if it is hidden until its reports are decided.
    pub reported: Bit,
    /// 0 none, 1 watch online, 2 transcoding.
    #[schema(minimum = 0, maximum = 2, example = 0)]
    pub is_online: i16,
    /// 1 if it has magnet links.
    pub is_dht: Bit,
    /// What it lacks.
    pub lacks: Vec<Lack>,
    /// Completeness in percent.
    #[schema(minimum = 0, maximum = 100, example = 83)]
    pub score: usize,
    /// The operator who changed it last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edited_by: Option<String>,
    /// Members who collected it.
    pub collects: Count,
    /// Members who like it.
    pub likes: Count,
    /// Number of views.
    pub views: Count,
    /// Time of creation.
    pub create_time: Time,
    /// Last change.
    pub update_time: Time,
}

/// The columns of `works` in the list.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = works)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct ListedRow {
    pub id: i64,
    pub mod_id: i16,
    pub number: String,
    pub title: String,
    pub pub_time: i64,
    pub pub_precision: Precision,
    pub pic_small: String,
    pub pic_big: String,
    pub duration: i32,
    pub average: f64,
    pub is_online: i16,
    pub is_dht: bool,
    pub hidden: bool,
    pub withheld: Withheld,
    pub publish_at: Option<i64>,
    pub merged_into: Option<i64>,
    pub collects: i64,
    pub likes: i64,
    pub views: i64,
    pub created_at: i64,
    pub updated_at: i64,
}

/// The terms of a work in the list.
#[derive(Debug, Default)]
struct ListedTerms {
    makers: Vec<WorkTerm>,
    performers: Vec<WorkTerm>,
    tags: Vec<WorkTerm>,
}

impl ListedRow {
    /// The work with its terms, and the operator who changed it last.
    fn work(self, named: ListedTerms, edited_by: Option<String>) -> AdminWork {
        let row = self;
        let withheld = row.withheld;
        let lacks = Known {
            covers: [&row.pic_small, &row.pic_big],
            is_dht: row.is_dht,
            duration: row.duration,
            precision: row.pub_precision,
            has_cast: !named.performers.is_empty(),
            is_online: row.is_online,
        }
        .lacks();
        AdminWork {
            id: Id(row.id),
            score: score(lacks.len()),
            lacks,
            edited_by,
            pic_small: small_cover(row.id, &row.pic_small),
            tint: media::tint_of(row.id),
            number: row.number,
            title: row.title,
            mod_id: row.mod_id,
            pub_time: Time(row.pub_time),
            pub_precision: row.pub_precision,
            duration: row.duration,
            average: row.average,
            makers: named.makers,
            performers: named.performers,
            tags: named.tags,
            state: WorkState::of(row.hidden, withheld),
            publish_time: row.publish_at.map(Time),
            merged_into: row.merged_into.map(Id),
            hidden: Bit(row.hidden),
            taken_down: Bit(withheld == Withheld::TakenDown),
            reported: Bit(withheld == Withheld::Reported),
            is_online: row.is_online,
            is_dht: Bit(row.is_dht),
            collects: Count(row.collects),
            likes: Count(row.likes),
            views: Count(row.views),
            create_time: Time(row.created_at),
            update_time: Time(row.updated_at),
        }
    }
}

/// The works of these rows.
pub fn works_of(conn: &mut Conn, rows: Vec<ListedRow>) -> QueryResult<Vec<AdminWork>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut filed = terms_of(conn, &ids)?;
    let mut editors = last_editors(conn, &ids)?;
    let works = rows.into_iter().map(|row| {
        let editor = editors.remove(&row.id);
        let named = filed.remove(&row.id).unwrap_or_default();
        row.work(named, editor)
    });
    Ok(works.collect())
}

/// The makers, performers and tags of these works, in order.
fn terms_of(conn: &mut Conn, ids: &[i64]) -> QueryResult<HashMap<i64, ListedTerms>> {
    let listed = [TermKind::Maker, TermKind::Performer, TermKind::Tag];
    let columns = (terms::name, terms::name_cn, terms::group_name);
    let rows: Vec<(i64, i16, WorkTerm)> = work_terms::table
        .inner_join(terms::table)
        .select((work_terms::work_id, terms::kind, columns))
        .filter(work_terms::work_id.eq_any(ids))
        .filter(terms::kind.eq_any(listed.map(TermKind::code)))
        .order((work_terms::work_id, work_terms::position, terms::id))
        .load(conn)?;
    let mut filed: HashMap<i64, ListedTerms> = HashMap::new();
    for (work, kind, term) in rows {
        let named = filed.entry(work).or_default();
        match TermKind::from_code(kind) {
            Some(TermKind::Maker) => named.makers.push(term),
            Some(TermKind::Performer) => named.performers.push(term),
            _ => named.tags.push(term),
        }
    }
    Ok(filed)
}
