//! Which works operators look for. The visible ones come out of the works index, as on the site; the hidden ones,
//! which it does not have, out of a database index of their own. Nothing looks at every work.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::base::time::format_shanghai;
use crate::catalogue::index::{Sort, WorksFilter, WorksIndex, WorksQuery};
use crate::catalogue::kinds::Channel;
use crate::catalogue::works::model::{channel, parse_keyword};
use crate::catalogue::works::visibility::Withheld;
use crate::count_up_to_most;
use crate::db::Conn;
use crate::db::like::{contains, lower};
use crate::db::schema::works;
use crate::http::error::ApiError;
use crate::http::params::{Page, choice, parse_id, ranged};

/// Fewest digits of a work's id: a keyword of so many is looked up as one.
const ID_DIGITS: usize = 16;

/// A work in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedWork {
    /// 64-bit number as text.
    #[schema(example = "910000000000000001")]
    pub id: String,
    /// Catalogue number.
    #[schema(example = "ABCD-123", max_length = 64)]
    pub number: String,
    /// Title.
    #[schema(example = "山谷里的四季", max_length = 300)]
    pub title: String,
    /// 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Publish time, Asia/Shanghai.
    #[schema(example = "2026-11-20 00:00:00")]
    pub pub_time: String,
    /// 1 when it is off the site.
    #[schema(minimum = 0, maximum = 1, example = 0)]
    pub hidden: i16,
    /// 1 when it is taken down.
    #[schema(minimum = 0, maximum = 1, example = 0)]
    pub taken_down: i16,
    /// 1 when it is off the site until its reports are decided.
    #[schema(minimum = 0, maximum = 1, example = 0)]
    pub reported: i16,
    /// 0 none, 1 watch online, 2 transcoding.
    #[schema(minimum = 0, maximum = 2, example = 0)]
    pub is_online: i16,
    /// 1 when it has magnet links.
    #[schema(minimum = 0, maximum = 1, example = 1)]
    pub is_dht: i16,
    /// How many members have collected it.
    #[schema(minimum = 0, example = 12)]
    pub collects: i64,
    /// How many members like it.
    #[schema(minimum = 0, example = 30)]
    pub likes: i64,
    /// How often it was looked at.
    #[schema(minimum = 0, example = 500)]
    pub views: i64,
    /// When it was last changed, Asia/Shanghai.
    #[schema(example = "2026-11-20 08:00:00")]
    pub update_time: String,
}

/// A work as the list reads it.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = works)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct ListedRow {
    pub id: i64,
    pub mod_id: i16,
    pub number: String,
    pub title: String,
    pub pub_time: i64,
    pub is_online: i16,
    pub is_dht: bool,
    pub hidden: bool,
    pub withheld: i16,
    pub collects: i64,
    pub likes: i64,
    pub views: i64,
    pub updated_at: i64,
}

impl From<ListedRow> for ListedWork {
    fn from(row: ListedRow) -> Self {
        let withheld = Withheld::of(row.withheld);
        Self {
            id: row.id.to_string(),
            number: row.number,
            title: row.title,
            mod_id: row.mod_id,
            pub_time: format_shanghai(row.pub_time),
            hidden: i16::from(row.hidden),
            taken_down: i16::from(withheld == Withheld::TakenDown),
            reported: i16::from(withheld == Withheld::Reported),
            is_online: row.is_online,
            is_dht: i16::from(row.is_dht),
            collects: row.collects,
            likes: row.likes,
            views: row.views,
            update_time: format_shanghai(row.updated_at),
        }
    }
}

/// Which works.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct ListParams {
    /// Page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10000, example = 1)]
    pub page_num: Option<String>,
    /// Rows on a page; 10 when not given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 20)]
    pub page_size: Option<String>,
    /// A number, part of a title, or an id; of visible works also names, as on the site.
    #[param(
        min_length = 1,
        max_length = 32,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "山谷"
    )]
    pub keyword: Option<String>,
    /// Channel by number.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 3)]
    pub mod_id: Option<String>,
    /// 0 visible works, 1 those off the site; both when not given.
    #[param(value_type = Option<u32>, minimum = 0, maximum = 1)]
    pub hidden: Option<String>,
    /// By what, the greatest or newest first; the best match or else the newest entry first when not given.
    #[param(value_type = Option<WorkSort>, inline)]
    pub sort: Option<String>,
}

/// What works can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "camelCase")]
pub enum WorkSort {
    /// Publish time.
    PubTime,
    /// How many members have collected it.
    Collects,
}

const SORTS: [(&str, WorkSort); 2] = [
    ("pubTime", WorkSort::PubTime),
    ("collects", WorkSort::Collects),
];

/// What is looked for.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The id that the keyword is.
    id: Option<i64>,
    /// The keyword as it was typed.
    part: Option<String>,
    filter: WorksFilter,
    hidden: Option<bool>,
    sort: Option<WorkSort>,
    page: Page,
}

impl ListParams {
    /// Checks every parameter.
    ///
    /// # Errors
    /// 400 that names the first parameter that breaks its rule.
    pub fn parse(&self) -> Result<Wanted, ApiError> {
        let page = Page::parse(self.page_num.as_deref(), self.page_size.as_deref())?;
        let keyword = self.keyword.as_deref().map(parse_keyword).transpose()?;
        let part = self.keyword.as_deref().map(|text| text.trim().to_owned());
        let id = part.as_deref().filter(|part| part.len() >= ID_DIGITS);
        Ok(Wanted {
            id: id.and_then(parse_id),
            part,
            filter: WorksFilter {
                channel: channel(self.mod_id.as_deref(), None)?,
                keyword,
                ..WorksFilter::default()
            },
            hidden: ranged("hidden", self.hidden.as_deref(), 0, 1)?.map(|hidden| hidden == 1),
            sort: choice("sort", self.sort.as_deref(), &SORTS)?,
            page,
        })
    }
}

/// One page of the works that are wanted, and how many there are: those off the site first, the one that changed
/// last first, and then the visible ones, the best match or else the newest first. A sort is kept to in each of the two.
///
/// # Errors
/// The database's or the index's.
pub fn page(
    conn: &mut Conn,
    index: &WorksIndex,
    wanted: &Wanted,
) -> Result<(Vec<ListedRow>, u64), ApiError> {
    if let Some(id) = wanted.id {
        return Ok(one(conn, wanted, id)?);
    }
    let (mut offset, mut limit) = (wanted.page.offset(), wanted.page.limit());
    let (mut rows, mut total) = (Vec::new(), 0);
    if wanted.hidden != Some(false) {
        let hidden;
        (rows, hidden) = off_the_site(conn, wanted, offset, limit)?;
        let found = u32::try_from(rows.len()).unwrap_or(limit);
        limit = limit.saturating_sub(found);
        offset = offset.saturating_sub(u32::try_from(hidden).unwrap_or(u32::MAX));
        total += hidden;
    }
    if wanted.hidden != Some(true) {
        let question = WorksQuery {
            filter: wanted.filter.clone(),
            sort: match (wanted.sort, &wanted.filter.keyword) {
                (Some(WorkSort::PubTime), _) => Sort::PubTime,
                (Some(WorkSort::Collects), _) => Sort::Collects,
                (None, Some(_)) => Sort::Relevance,
                (None, None) => Sort::Id,
            },
            offset: usize::try_from(offset).unwrap_or(usize::MAX),
            limit: usize::try_from(limit).unwrap_or(0),
        };
        let found = index.search(&question)?;
        rows.extend(by_ids(conn, &found.ids)?);
        total += found.total;
    }
    Ok((rows, total))
}

/// The work of an id, if it is wanted.
fn one(conn: &mut Conn, wanted: &Wanted, id: i64) -> QueryResult<(Vec<ListedRow>, u64)> {
    let row: Option<ListedRow> = works::table
        .find(id)
        .select(ListedRow::as_select())
        .first(conn)
        .optional()?;
    let channel = wanted.filter.channel.map(Channel::code);
    let row = row
        .filter(|row| wanted.hidden.is_none_or(|hidden| hidden == row.hidden))
        .filter(|row| channel.is_none_or(|code| code == row.mod_id))
        .filter(|_| wanted.page.offset() == 0);
    let total = u64::from(row.is_some());
    Ok((row.into_iter().collect(), total))
}

/// Works off the site. `hidden` stands alone, as in the index of these works: compared with a bound value it would
/// not be known to be the same.
fn off_the_site(
    conn: &mut Conn,
    wanted: &Wanted,
    offset: u32,
    limit: u32,
) -> QueryResult<(Vec<ListedRow>, u64)> {
    let matching = || {
        let mut list = works::table.filter(works::hidden).into_boxed();
        if let Some(channel) = wanted.filter.channel {
            list = list.filter(works::mod_id.eq(channel.code()));
        }
        if let Some(part) = &wanted.part {
            let part = contains(part);
            list = list.filter(
                lower(works::number)
                    .like(part.clone())
                    .escape('\\')
                    .or(lower(works::title).like(part).escape('\\')),
            );
        }
        list
    };
    let total = count_up_to_most!(conn, matching(), works::id)?;
    let list = matching().select(ListedRow::as_select());
    let list = match wanted.sort {
        None => list.order((works::updated_at.desc(), works::id.desc())),
        Some(WorkSort::PubTime) => list.order((works::pub_time.desc(), works::id.desc())),
        Some(WorkSort::Collects) => list.order((works::collects.desc(), works::id.desc())),
    };
    let rows = list
        .limit(i64::from(limit))
        .offset(i64::from(offset))
        .load(conn)?;
    Ok((rows, u64::try_from(total).unwrap_or(0)))
}

/// The visible works of `ids`, in that order.
fn by_ids(conn: &mut Conn, ids: &[i64]) -> QueryResult<Vec<ListedRow>> {
    let rows: Vec<ListedRow> = works::table
        .select(ListedRow::as_select())
        .filter(works::id.eq_any(ids))
        .filter(works::hidden.eq(false))
        .load(conn)?;
    let mut by_id: HashMap<i64, ListedRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}
