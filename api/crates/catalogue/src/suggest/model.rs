//! Suggestions in the API.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::values::{Bit, Count, Id, Time};
use yingku_http_kit::param_types::Number;
use yingku_search::{Keyword, is_reading_of, marks_in_name};

use super::names::NameMatch;
use crate::kinds::TermKind;
use crate::media;
use crate::terms::model::TermRow;
use crate::works::matches::Match;
use crate::works::model::WorkRow;
use crate::works::params::{SearchText, UnwantedTerms};

/// Default number of suggestions per group.
pub const DEFAULT_LIMIT: u32 = 5;
/// A number of suggestions.
type Limit = Number<1, 10>;

/// Parameters of suggestions.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct SuggestParams {
    /// Words, a number, a name or its pinyin; not blank.
    #[param(value_type = SearchText, inline, example = "山谷")]
    pub keyword: SearchText,
    /// Maximum of works, and of terms of each kind; default 5.
    #[serde(default)]
    #[param(inline)]
    pub limit: Option<Limit>,
    /// Exclude these terms and works with them: up to 200 ids, separated by commas.
    #[serde(default)]
    #[param(inline, example = "910000000000000003")]
    pub without_terms: Option<UnwantedTerms>,
}

/// Suggested works and terms.
#[derive(Debug, Serialize, ToSchema)]
pub struct Suggestions {
    /// Works, best match first.
    pub works: Vec<SuggestedWork>,
    /// Terms by kind: tags, performers, makers, labels, directors, series, items; best match of each first.
    pub terms: Vec<SuggestedTerm>,
    /// The corrected keyword, if nothing else is found.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "灯塔", max_length = 100)]
    pub corrected: Option<String>,
}

/// A suggested work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedWork {
    /// The id.
    pub id: Id,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Catalogue number.
    #[schema(example = "ABCD-123")]
    pub number: String,
    /// Title.
    #[schema(example = "山谷里的四季")]
    pub title: String,
    /// Publication date.
    pub pub_time: Time,
    /// Small cover: a path below the image base or an https address.
    #[schema(example = "covers/910000000000000001-small.svg")]
    pub pic_small: String,
    /// Dominant colour of the cover, shown while it loads.
    #[schema(example = "#3a4a6b", pattern = "^#[0-9a-f]{6}$")]
    pub tint: String,
    /// 1 if it has magnet links.
    pub is_dht: Bit,
    /// Why it matches.
    #[serde(rename = "match")]
    pub found: Match,
}

/// A suggested term.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedTerm {
    /// Kind.
    pub kind: TermKind,
    /// The id.
    pub id: Id,
    /// Channel with most of its works: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Name.
    #[schema(example = "林晓月")]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "林晓月")]
    pub name_cn: String,
    /// The matching alias.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "Luna Lin")]
    pub alias: Option<String>,
    /// How well the name matches: `whole` for a whole name in any script, its two words in either order, all of its
    /// pinyin or initials, or all of its words written as one; `begin` for a prefix; `part` for text within it or a
    /// prefix of its pinyin.
    #[serde(rename = "match")]
    pub named: NameMatch,
    /// Visible works.
    pub count: Count,
    /// Picture of a performer: a path below the image base.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "avatars/910000000000000002.svg")]
    pub avatar: Option<String>,
}

impl SuggestedWork {
    /// A matching work.
    pub fn new(row: WorkRow, found: Match) -> Self {
        Self {
            found,
            id: Id(row.id),
            mod_id: row.mod_id,
            tint: media::tint_of(row.id),
            is_dht: Bit(row.is_dht),
            pic_small: row.small_cover(),
            number: row.number,
            title: row.title,
            pub_time: Time(row.pub_time),
        }
    }
}

impl SuggestedTerm {
    /// A matching term.
    pub fn new(kind: TermKind, row: TermRow, keyword: &Keyword, named: NameMatch) -> Self {
        Self {
            kind,
            named,
            id: Id(row.id),
            mod_id: row.mod_id,
            alias: alias(&row, keyword),
            avatar: row.avatar(),
            count: Count(row.count.into()),
            name: row.name,
            name_cn: row.name_cn,
        }
    }
}

/// The alias that matches, unless a proper name does.
fn alias(row: &TermRow, keyword: &Keyword) -> Option<String> {
    let names =
        |name: &str| !marks_in_name(keyword, name).spans.is_empty() || is_reading_of(keyword, name);
    if names(&row.name) || names(&row.name_cn) {
        return None;
    }
    row.alias_list().into_iter().find(|alias| names(alias))
}
