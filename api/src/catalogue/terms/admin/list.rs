//! Which terms operators look for, those without works too.

use std::collections::HashMap;

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::base::values::{Bit, Count, Id};
use crate::catalogue::kinds::{ModId, TermKind};
use crate::catalogue::terms::model::TermRow;
use crate::catalogue::terms::names;
use crate::catalogue::works::model::SearchText;
use crate::count_up_to_most;
use crate::db::Conn;
use crate::db::like::{contains, lower};
use crate::db::page::{Page, Paged as _};
use crate::db::schema::{term_merges, terms};
use crate::http::params::Keyword;
use crate::http::sorting::Sorting;
use crate::in_order;
use crate::word_enum;

/// Terms that a keyword is looked for in, the most used ones; others are found by their whole name.
const LOOKED_THROUGH: i64 = 50_000;

/// A term as operators see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTerm {
    /// The id.
    pub id: Id,
    /// What it is to a work.
    pub kind: TermKind,
    /// 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Name; no two terms of a kind and channel have the same.
    #[schema(example = "林晓月", max_length = 200)]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "林晓月", max_length = 200)]
    pub name_cn: String,
    /// Other names that its works are found by.
    pub aliases: Vec<String>,
    /// The group a tag is listed under, or empty.
    #[schema(example = "", max_length = 64)]
    pub group: String,
    /// Visible works.
    pub count: Count,
    /// Visible works of the uncensored channel.
    pub uncensored_count: Count,
    /// Moves with every change by anybody; whoever saves sends the one they have seen.
    #[schema(minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// 1 while works of terms that were merged into it are being moved here.
    pub merging: Bit,
    /// Visible works that are still to be moved.
    pub moving: Count,
}

/// Everything about a term.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminTermDetail {
    /// The term.
    #[serde(flatten)]
    pub term: AdminTerm,
    /// Names that lead to it: what it was called before, and what was merged into it. An import that uses one
    /// means this term.
    pub former_names: Vec<String>,
}

/// Which terms.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct TermsFilter {
    /// Of this kind.
    #[param(inline)]
    pub kind: Option<TermKind>,
    /// Of this channel.
    #[param(inline)]
    pub mod_id: Option<ModId>,
    /// Part of a name, of a Chinese name or of an alias.
    #[param(inline, example = "晓月")]
    pub keyword: Option<SearchText>,
}

word_enum! {
    /// What terms can be sorted by.
    pub enum TermSort {
        /// Name.
        Name = "name",
        /// Visible works.
        Count = "count",
    }
}

/// Terms of a kind and channel, as far as they are given; a macro, because its type is longer than what it says.
macro_rules! of {
    ($wanted:expr) => {{
        let mut list = terms::table.filter(terms::leads_to.is_null()).into_boxed();
        if let Some(kind) = $wanted.kind {
            list = list.filter(terms::kind.eq(kind.code()));
        }
        if let Some(channel) = $wanted.mod_id {
            list = list.filter(terms::mod_id.eq(channel.small()));
        }
        list
    }};
}

/// One page of the terms that are wanted, most used first or as they are sorted, and how many there are.
pub fn list(
    conn: &mut Conn,
    wanted: &TermsFilter,
    sorting: Sorting<TermSort>,
    page: Page,
) -> QueryResult<(Vec<AdminTerm>, i64)> {
    let least = match wanted.keyword {
        Some(_) => least_looked_through(conn, wanted)?,
        None => None,
    };
    let matching = || {
        let mut list = of!(wanted);
        if let Some(Keyword(part)) = &wanted.keyword {
            let pattern = contains(part);
            // Aliases are a JSON list, in which some signs stand otherwise.
            let quoted = serde_json::to_string(part).unwrap_or_default();
            let quoted = contains(quoted.trim_matches('"'));
            let named = lower(terms::name)
                .like(pattern.clone())
                .escape('\\')
                .or(lower(terms::name_cn).like(pattern).escape('\\'))
                .or(lower(terms::aliases).like(quoted).escape('\\'));
            list = match least {
                None => list.filter(named),
                Some(least) => {
                    list.filter(terms::name.eq(part).or(terms::count.gt(least).and(named)))
                }
            };
        }
        list
    };
    let total = count_up_to_most!(conn, matching(), terms::id)?;
    let list = matching().select(TermRow::as_select());
    let list = match sorting.chosen() {
        None => list.order((terms::count.desc(), terms::id.asc())),
        Some((TermSort::Name, way)) => in_order!(list, way, terms::name, terms::id),
        Some((TermSort::Count, way)) => in_order!(list, way, terms::count, terms::id),
    };
    let rows: Vec<TermRow> = list.paged(page).load(conn)?;
    Ok((shown(conn, rows)?, total))
}

/// The count of the first term that a keyword is not looked for in, if there are so many.
fn least_looked_through(conn: &mut Conn, wanted: &TermsFilter) -> QueryResult<Option<i32>> {
    of!(wanted)
        .select(terms::count)
        .order(terms::count.desc())
        .offset(LOOKED_THROUGH)
        .first(conn)
        .optional()
}

/// Everything about the term that an id means.
pub fn detail(conn: &mut Conn, id: i64) -> QueryResult<AdminTermDetail> {
    let id = names::meant(conn, id)?;
    let row: TermRow = terms::table
        .find(id)
        .select(TermRow::as_select())
        .first(conn)?;
    let former_names = terms::table
        .select(terms::name)
        .filter(terms::leads_to.eq(id))
        .order(terms::id)
        .load(conn)?;
    let term = shown(conn, vec![row])?.pop();
    Ok(AdminTermDetail {
        term: term.ok_or(diesel::result::Error::NotFound)?,
        former_names,
    })
}

/// Terms with how far merges into them are; one of an unknown kind is left out.
fn shown(conn: &mut Conn, rows: Vec<TermRow>) -> QueryResult<Vec<AdminTerm>> {
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
