//! The operators' list of terms, including those without works.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::string_enum;
use yingku_base::values::{Bit, Count, Id};
use yingku_db::Conn;
use yingku_db::count_up_to_max;
use yingku_db::names_contain;
use yingku_db::page::{Page, Paged as _};
use yingku_db::schema::{term_merges, terms};
use yingku_http_kit::in_order;
use yingku_http_kit::param_types::Keyword;
use yingku_http_kit::sorting::Sorting;

use crate::kinds::{ModId, TermKind};
use crate::terms::model::TermRow;
use crate::terms::names;
use crate::works::params::SearchText;

/// A keyword is searched in this many of the most used terms; others are found only by their full name.
const MAX_SEARCHED: i64 = 50_000;

/// A term for operators.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTerm {
    /// The id.
    pub id: Id,
    /// Kind.
    pub kind: TermKind,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Name; unique for its kind and channel.
    #[schema(example = "林晓月", max_length = 200)]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "林晓月", max_length = 200)]
    pub name_cn: String,
    /// Other names by which its works are found.
    pub aliases: Vec<String>,
    /// Group of a tag, or empty.
    #[schema(example = "", max_length = 64)]
    pub group: String,
    /// Visible works.
    pub count: Count,
    /// Visible works of the uncensored channel.
    pub uncensored_count: Count,
    /// Increases with every change; an edit sends the one it is based on.
    #[schema(minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// 1 while works of merged terms are being moved to it.
    pub merging: Bit,
    /// Visible works that are not moved yet.
    pub moving: Count,
}

/// Everything about a term.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTermDetail {
    /// The term.
    #[serde(flatten)]
    pub term: AdminTerm,
    /// Its former names, and the names of terms merged into it. Imports that use one mean this term.
    pub former_names: Vec<String>,
}

/// Filters of the list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct TermsFilter {
    /// Only this kind.
    #[param(inline)]
    pub kind: Option<TermKind>,
    /// Only this channel.
    #[param(inline)]
    pub mod_id: Option<ModId>,
    /// Part of a name, Chinese name or alias.
    #[param(inline, example = "晓月")]
    pub keyword: Option<SearchText>,
}

string_enum! {
    /// The fields to sort terms by.
    pub enum TermSort {
        /// Name.
        Name = "name",
        /// Visible works.
        Count = "count",
    }
}

/// The terms of a filter's kind and channel. A macro, because the type is too long to write.
macro_rules! filtered {
    ($wanted:expr) => {{
        let mut list = terms::table
            .filter(terms::merged_into.is_null())
            .into_boxed();
        if let Some(kind) = $wanted.kind {
            list = list.filter(terms::kind.eq(kind));
        }
        if let Some(channel) = $wanted.mod_id {
            list = list.filter(terms::mod_id.eq(channel.small()));
        }
        list
    }};
}

/// One page of the terms, by default the most used first, and the total.
pub fn list(
    conn: &mut Conn,
    wanted: &TermsFilter,
    sorting: Sorting<TermSort>,
    page: Page,
) -> QueryResult<(Vec<AdminTerm>, i64)> {
    let min = match wanted.keyword {
        Some(_) => least_searched_count(conn, wanted)?,
        None => None,
    };
    let matching = || {
        let mut list = filtered!(wanted);
        if let Some(Keyword(part)) = &wanted.keyword {
            let named = names_contain!(part);
            list = match min {
                None => list.filter(named),
                Some(min) => list.filter(terms::name.eq(part).or(terms::count.gt(min).and(named))),
            };
        }
        list
    };
    let total = count_up_to_max!(conn, matching(), terms::id)?;
    let list = matching().select(TermRow::as_select());
    let list = match sorting.chosen() {
        None => list.order((terms::count.desc(), terms::id.asc())),
        Some((TermSort::Name, way)) => in_order!(list, way, terms::name, terms::id),
        Some((TermSort::Count, way)) => in_order!(list, way, terms::count, terms::id),
    };
    let rows: Vec<TermRow> = list.paged(page).load(conn)?;
    Ok((to_responses(conn, rows)?, total))
}

/// The count of the first term beyond [`MAX_SEARCHED`], if there is one.
fn least_searched_count(conn: &mut Conn, wanted: &TermsFilter) -> QueryResult<Option<i32>> {
    filtered!(wanted)
        .select(terms::count)
        .order(terms::count.desc())
        .offset(MAX_SEARCHED)
        .first(conn)
        .optional()
}

/// The term that an id means, and its former names.
pub fn detail(conn: &mut Conn, id: i64) -> QueryResult<AdminTermDetail> {
    let id = names::resolve(conn, id)?;
    let row: TermRow = terms::table
        .find(id)
        .select(TermRow::as_select())
        .first(conn)?;
    let former_names = terms::table
        .select(terms::name)
        .filter(terms::merged_into.eq(id))
        .order(terms::id)
        .load(conn)?;
    let term = to_responses(conn, vec![row])?.pop();
    Ok(AdminTermDetail {
        term: term.ok_or(diesel::result::Error::NotFound)?,
        former_names,
    })
}

/// Terms with the progress of merges into them; unknown kinds are omitted.
fn to_responses(conn: &mut Conn, rows: Vec<TermRow>) -> QueryResult<Vec<AdminTerm>> {
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let unfinished: Vec<(i64, i32)> = term_merges::table
        .inner_join(terms::table)
        .select((term_merges::into_id, terms::count))
        .filter(term_merges::into_id.eq_any(ids))
        .load(conn)?;
    let mut moving: HashMap<i64, i64> = HashMap::new();
    for (into, count) in unfinished {
        *moving.entry(into).or_default() += i64::from(count);
    }
    let terms = rows.into_iter().filter_map(|row| {
        Some(AdminTerm {
            kind: TermKind::from_code(row.kind)?,
            aliases: row.alias_list(),
            id: Id(row.id),
            mod_id: row.mod_id,
            name: row.name,
            name_cn: row.name_cn,
            group: row.group_name,
            count: Count(row.count.into()),
            uncensored_count: Count(row.uncensored_count.into()),
            version: row.version,
            merging: Bit(moving.contains_key(&row.id)),
            moving: Count(moving.get(&row.id).copied().unwrap_or(0)),
        })
    });
    Ok(terms.collect())
}
