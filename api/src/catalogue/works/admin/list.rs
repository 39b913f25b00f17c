//! The operators' list of works. Visible works come from the works index, like on the site; hidden ones are not in it
//! and come from a partial index of the database. No query scans all works.

use std::collections::HashMap;

use diesel::dsl::exists;
use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::string_enum;
use yingku_base::values::{Bit, Count, Id, Time, parse_id};
use yingku_search::{self, Sort, WorksFilter, WorksIndex, WorksQuery, normalise, number_groups};

use crate::catalogue::kinds::{Channel, ModId};
use crate::catalogue::precision::Precision;
use crate::catalogue::works::model::SearchText;
use crate::catalogue::works::visibility::Withheld;
use crate::db::Conn;
use crate::db::like::{contains, contains_all, lower};
use crate::db::page::Page;
use crate::db::schema::{terms, work_terms, works};
use crate::http::error::ApiError;
use crate::http::param_types::{Flag, Keyword};
use crate::{count_up_to_most, names_contain};

/// Minimum number of digits of an id: a keyword with that many is looked up as one.
const ID_DIGITS: usize = 16;

/// A work in the operators' list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedWork {
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
    /// Precision of `pubTime`: `month` or `year`; missing when the day is known.
    #[serde(skip_serializing_if = "Precision::is_day")]
    #[schema(value_type = Option<Precision>)]
    pub pub_precision: Precision,
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
    pub is_online: i16,
    pub is_dht: bool,
    pub hidden: bool,
    pub withheld: Withheld,
    pub collects: i64,
    pub likes: i64,
    pub views: i64,
    pub updated_at: i64,
}

impl From<ListedRow> for ListedWork {
    fn from(row: ListedRow) -> Self {
        let withheld = row.withheld;
        Self {
            id: Id(row.id),
            number: row.number,
            title: row.title,
            mod_id: row.mod_id,
            pub_time: Time(row.pub_time),
            pub_precision: row.pub_precision,
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

/// Filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct ListedFilter {
    /// A number, part of a title or of a name, or an id; visible works are searched like on the site.
    #[param(inline, example = "山谷")]
    pub keyword: Option<SearchText>,
    /// Channel by number.
    #[param(inline)]
    pub mod_id: Option<ModId>,
    /// 0 = visible works, 1 = hidden works; both by default.
    #[param(inline)]
    pub hidden: Option<Flag>,
    /// Order, greatest or newest first; by default the best match, or without a keyword the newest work.
    #[param(inline)]
    pub sort: Option<WorkSort>,
}

string_enum! {
    /// The fields to sort works by.
    pub enum WorkSort {
        /// Publish time.
        PubTime = "pubTime",
        /// Members who collected it.
        Collects = "collects",
    }
}

impl ListedFilter {
    fn channel(&self) -> Option<Channel> {
        self.mod_id.and_then(ModId::channel)
    }

    fn hidden(&self) -> Option<bool> {
        self.hidden.map(Flag::is_set)
    }

    /// The keyword as an id.
    fn id(&self) -> Option<i64> {
        let Keyword(part) = self.keyword.as_ref()?;
        (part.len() >= ID_DIGITS).then(|| parse_id(part)).flatten()
    }
}

/// One page of works, and the total. Hidden works come first, the last changed one first; then the visible ones, the
/// best match or the newest first. A sort order applies within each of the two groups.
pub fn page(
    conn: &mut Conn,
    index: &WorksIndex,
    wanted: &ListedFilter,
    page: Page,
) -> Result<(Vec<ListedRow>, u64), ApiError> {
    let (mut offset, mut limit) = (page.offset(), page.limit());
    if let Some(id) = wanted.id() {
        return Ok(one(conn, wanted, id, offset)?);
    }
    let (mut rows, mut total) = (Vec::new(), 0);
    if wanted.hidden() != Some(false) {
        let hidden;
        (rows, hidden) = off_the_site(conn, wanted, offset, limit)?;
        let found = u32::try_from(rows.len()).unwrap_or(limit);
        limit = limit.saturating_sub(found);
        offset = offset.saturating_sub(u32::try_from(hidden).unwrap_or(u32::MAX));
        total += hidden;
    }
    if wanted.hidden() != Some(true) {
        let keyword = wanted.keyword.as_ref();
        let question = WorksQuery {
            filter: WorksFilter {
                channels: wanted.channel().into_iter().collect(),
                keyword: keyword.map(|Keyword(part)| yingku_search::Keyword::parse(part)),
                ..WorksFilter::default()
            },
            sort: match (wanted.sort, keyword) {
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

/// The work with an id, if it matches the filter.
fn one(
    conn: &mut Conn,
    wanted: &ListedFilter,
    id: i64,
    offset: u32,
) -> QueryResult<(Vec<ListedRow>, u64)> {
    let row: Option<ListedRow> = works::table
        .find(id)
        .select(ListedRow::as_select())
        .first(conn)
        .optional()?;
    let channel = wanted.channel().map(Channel::code);
    let row = row
        .filter(|row| wanted.hidden().is_none_or(|hidden| hidden == row.hidden))
        .filter(|row| channel.is_none_or(|code| code == row.mod_id))
        .filter(|_| offset == 0);
    let total = u64::from(row.is_some());
    Ok((row.into_iter().collect(), total))
}

/// Hidden works. The condition is `hidden` alone, like that of the partial index; with a bound value the planner would
/// not use the index.
fn off_the_site(
    conn: &mut Conn,
    wanted: &ListedFilter,
    offset: u32,
    limit: u32,
) -> QueryResult<(Vec<ListedRow>, u64)> {
    let matching = || {
        let mut list = works::table.filter(works::hidden).into_boxed();
        if let Some(channel) = wanted.channel() {
            list = list.filter(works::mod_id.eq(channel.code()));
        }
        if let Some(Keyword(part)) = &wanted.keyword {
            // As typed, and normalised. A number may have any punctuation and zeros between its groups.
            let folded = normalise(part);
            let typed = contains(part);
            let number = match &*number_groups(part) {
                [] => typed.clone(),
                groups => contains_all(groups),
            };
            let named = work_terms::table
                .inner_join(terms::table)
                .filter(work_terms::work_id.eq(works::id))
                .filter(names_contain!(part).or(names_contain!(&folded)));
            list = list.filter(
                lower(works::number)
                    .like(number)
                    .escape('\\')
                    .or(lower(works::title).like(typed).escape('\\'))
                    .or(lower(works::title).like(contains(&folded)).escape('\\'))
                    .or(exists(named)),
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
