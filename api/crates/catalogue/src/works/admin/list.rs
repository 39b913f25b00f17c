//! The operators' list of works. Visible works come from the works index, like on the site; hidden ones are not in it
//! and come from partial indexes of the database. No query scans all works.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::values::{Bit, Count, Id, Time};
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::page::Page;
use yingku_db::schema::works;
use yingku_http_kit::error::ApiError;
use yingku_search::{Sort, WorksFilter, WorksIndex, WorksQuery};

use super::filter::{Wanted, WorkSort};
use crate::media;
use crate::precision::Precision;
use crate::works::completeness::{Known, Lack, lacking, score, with_cast};
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
    /// Precision of `pubTime`, unless it is a day.
    #[serde(skip_serializing_if = "Precision::is_day")]
    #[schema(value_type = Option<Precision>)]
    pub pub_precision: Precision,
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
    /// Time of the last change.
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
    pub is_online: i16,
    pub is_dht: bool,
    pub hidden: bool,
    pub withheld: Withheld,
    pub publish_at: Option<i64>,
    pub leads_to: Option<i64>,
    pub collects: i64,
    pub likes: i64,
    pub views: i64,
    pub updated_at: i64,
}

impl ListedRow {
    /// The work, which may have performers, and an operator who changed it last.
    fn work(self, has_cast: bool, edited_by: Option<String>) -> AdminWork {
        let row = self;
        let withheld = row.withheld;
        let lacks = Known {
            covers: [&row.pic_small, &row.pic_big],
            is_dht: row.is_dht,
            duration: row.duration,
            precision: row.pub_precision,
            has_cast,
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
            state: WorkState::of(row.hidden, withheld),
            publish_time: row.publish_at.map(Time),
            merged_into: row.leads_to.map(Id),
            hidden: Bit(row.hidden),
            taken_down: Bit(withheld == Withheld::TakenDown),
            reported: Bit(withheld == Withheld::Reported),
            is_online: row.is_online,
            is_dht: Bit(row.is_dht),
            collects: Count(row.collects),
            likes: Count(row.likes),
            views: Count(row.views),
            update_time: Time(row.updated_at),
        }
    }
}

/// The works of these rows.
pub fn works_of(conn: &mut Conn, rows: Vec<ListedRow>) -> QueryResult<Vec<AdminWork>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let with_cast = with_cast(conn, &ids)?;
    let mut editors = last_editors(conn, &ids)?;
    let works = rows.into_iter().map(|row| {
        let editor = editors.remove(&row.id);
        let has_cast = with_cast.contains(&row.id);
        row.work(has_cast, editor)
    });
    Ok(works.collect())
}

/// One page of works, and the total. Hidden works come first, the last changed one first; then the visible ones, the
/// best match or the newest first. A sort order applies within each of the two groups.
pub fn page(
    conn: &mut Conn,
    index: &WorksIndex,
    wanted: &Wanted,
    page: Page,
) -> Result<(Vec<ListedRow>, u64), ApiError> {
    let (mut offset, mut limit) = (page.offset(), page.limit());
    if let Some(id) = wanted.id() {
        let row = wanted.of_id(id).select(ListedRow::as_select());
        let rows: Vec<ListedRow> = row.load(conn)?;
        let total = u64::from(!rows.is_empty());
        let rows = rows.into_iter().filter(|_| offset == 0);
        return Ok((rows.collect(), total));
    }
    let (mut rows, mut total) = (Vec::new(), 0);
    if wanted.is_of_hidden() {
        let hidden;
        (rows, hidden) = hidden_page(conn, wanted, offset, limit)?;
        let found = u32::try_from(rows.len()).unwrap_or(limit);
        limit = limit.saturating_sub(found);
        offset = offset.saturating_sub(u32::try_from(hidden).unwrap_or(u32::MAX));
        total += hidden;
    }
    if wanted.is_of_visible() {
        let question = WorksQuery {
            filter: wanted.index_filter(),
            sort: Sort::Id,
            offset: usize::try_from(offset).unwrap_or(usize::MAX),
            limit: usize::try_from(limit).unwrap_or(0),
        };
        let found = match wanted.index_sort() {
            Ok(sort) => index.search(&WorksQuery { sort, ..question })?,
            Err(order) => index.search_for_operators(&question, order)?,
        };
        let shown = by_ids(conn, wanted, &found.ids)?;
        let left_out = found.ids.len().saturating_sub(shown.len());
        rows.extend(shown);
        total += found
            .total
            .saturating_sub(u64::try_from(left_out).unwrap_or(0));
    }
    Ok((rows, total))
}

/// Hidden works of a page, and their total.
fn hidden_page(
    conn: &mut Conn,
    wanted: &Wanted,
    offset: u32,
    limit: u32,
) -> QueryResult<(Vec<ListedRow>, u64)> {
    let total = count_up_to_max!(conn, wanted.hidden(), works::id)?;
    let list = wanted.hidden().select(ListedRow::as_select());
    let list = match wanted.sort() {
        None | Some(WorkSort::UpdateTime) => {
            list.order((works::updated_at.desc(), works::id.desc()))
        }
        Some(WorkSort::Score) => list.order((lacking().desc(), works::id.desc())),
        Some(WorkSort::PubTime) => list.order((works::pub_time.desc(), works::id.desc())),
        Some(WorkSort::Collects) => list.order((works::collects.desc(), works::id.desc())),
    };
    let rows = list
        .limit(i64::from(limit))
        .offset(i64::from(offset))
        .load(conn)?;
    Ok((rows, u64::try_from(total).unwrap_or(0)))
}

/// The visible works of `ids`, in that order. One that was changed since the index has read it, and matches no more, is
/// left out, so that a list of works to do is shorter as soon as one is done.
fn by_ids(conn: &mut Conn, wanted: &Wanted, ids: &[i64]) -> QueryResult<Vec<ListedRow>> {
    let rows: Vec<ListedRow> = wanted
        .of_visible(ids)
        .select(ListedRow::as_select())
        .load(conn)?;
    let mut by_id: HashMap<i64, ListedRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// The total of the list, as its pages show it.
pub fn total(conn: &mut Conn, index: &WorksIndex, wanted: &Wanted) -> Result<u64, ApiError> {
    page(conn, index, wanted, Page::new(1, 0)).map(|(_, total)| total)
}

/// The next works of the list in the order of their ids, greatest first, below an id. Walking down the ids visits each
/// work once, although what is done to it may take it out of the list; works that are new meanwhile are not visited.
pub fn next(
    conn: &mut Conn,
    index: &WorksIndex,
    wanted: &Wanted,
    below: i64,
    limit: usize,
) -> Result<Vec<i64>, ApiError> {
    if let Some(id) = wanted.id() {
        let list = wanted.of_id(id).filter(works::id.lt(below));
        return Ok(list.select(works::id).load(conn)?);
    }
    let mut ids = BTreeSet::new();
    if wanted.is_of_hidden() {
        let hidden: Vec<i64> = wanted
            .hidden()
            .filter(works::id.lt(below))
            .select(works::id)
            .order(works::id.desc())
            .limit(i64::try_from(limit).unwrap_or(i64::MAX))
            .load(conn)?;
        ids.extend(hidden);
    }
    if wanted.is_of_visible() {
        let question = WorksQuery {
            filter: WorksFilter {
                below: Some(below),
                ..wanted.index_filter()
            },
            sort: Sort::Id,
            offset: 0,
            limit,
        };
        ids.extend(index.search(&question)?.ids);
    }
    Ok(ids.into_iter().rev().take(limit).collect())
}
