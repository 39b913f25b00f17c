//! Terms in the API (R14.9), and the parameters of their lists.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType};
use utoipa::openapi::{RefOr, Schema, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};
use yingku_base::string_enum;
use yingku_base::values::{Count, Id};

use super::readings::plain;
use crate::kinds::{Channel, ModId, TermKind};
use crate::works::params::{SearchText, channel};

/// A term of a work.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Term {
    /// The id.
    pub id: Id,
    /// Name.
    #[schema(example = "高清")]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "高清")]
    pub name_cn: String,
    /// Picture of a performer: a path below the image base.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "avatars/910000000000000002.svg")]
    pub avatar: Option<String>,
}

/// A term with its kind.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedTerm {
    /// Kind.
    pub kind: TermKind,
    /// The id.
    pub id: Id,
    /// Name.
    #[schema(example = "高清")]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "高清")]
    pub name_cn: String,
}

impl NamedTerm {
    /// A term of this kind.
    pub fn new(kind: TermKind, row: &TermRow) -> Self {
        Self {
            kind,
            id: Id(row.id),
            name: row.name.clone(),
            name_cn: row.name_cn.clone(),
        }
    }
}

/// An entry of a sidebar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermEntry {
    /// The id.
    pub id: Id,
    /// Name.
    #[schema(example = "林晓月")]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "林晓月")]
    pub name_cn: String,
    /// Visible works.
    pub count: Count,
    /// Visible works of the uncensored channel.
    pub uncensored_count: Count,
    /// Picture of a performer: a path below the image base.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "avatars/910000000000000002.svg")]
    pub avatar: Option<String>,
}

/// A category of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermChoice {
    /// The id.
    pub id: Id,
    /// Name.
    #[schema(example = "高清")]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "高清")]
    pub name_cn: String,
    /// Visible works.
    pub count: Count,
}

/// A group of categories.
#[derive(Debug, Serialize, ToSchema)]
pub struct TermGroup {
    /// Name of the group.
    #[schema(example = "画质")]
    pub name: String,
    /// Its categories, most used first.
    pub items: Vec<TermChoice>,
}

/// A row of `terms`.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = yingku_db::schema::terms)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct TermRow {
    pub id: i64,
    pub kind: i16,
    pub mod_id: i16,
    pub name: String,
    pub name_cn: String,
    pub aliases: String,
    pub group_name: String,
    pub count: i32,
    pub uncensored_count: i32,
    pub version: i64,
}

impl TermRow {
    /// The aliases, which are stored as JSON.
    pub fn alias_list(&self) -> Vec<String> {
        serde_json::from_str(&self.aliases).unwrap_or_default()
    }

    /// Path of a performer's picture.
    pub fn avatar(&self) -> Option<String> {
        let performer = TermKind::from_code(self.kind) == Some(TermKind::Performer);
        performer.then(|| format!("avatars/{}.svg", self.id))
    }
}

impl From<&TermRow> for Term {
    fn from(row: &TermRow) -> Self {
        Self {
            id: Id(row.id),
            name: row.name.clone(),
            name_cn: row.name_cn.clone(),
            avatar: row.avatar(),
        }
    }
}

impl From<TermRow> for TermEntry {
    fn from(row: TermRow) -> Self {
        Self {
            avatar: row.avatar(),
            id: Id(row.id),
            name: row.name,
            name_cn: row.name_cn,
            count: Count(row.count.into()),
            uncensored_count: Count(row.uncensored_count.into()),
        }
    }
}

string_enum! {
    /// The count to order terms by, greatest first.
    pub enum TermSort {
        /// All works.
        Count = "count",
        /// Works of the uncensored channel; omits terms without any.
        UncensoredCount = "uncensoredCount",
    }
}

/// A letter of a sidebar: A to Z, or # for names that begin with none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Letter(char);

impl Letter {
    /// All letters, # first.
    pub fn all() -> Vec<Self> {
        std::iter::once('#').chain('A'..='Z').map(Self).collect()
    }

    /// Parses the stored form.
    pub fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter @ ('A'..='Z' | '#')), None) => Some(Self(letter)),
            _ => None,
        }
    }

    /// The stored form.
    pub fn text(self) -> String {
        self.0.to_string()
    }
}

impl<'de> Deserialize<'de> for Letter {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom("必须是A到Z的字母或#"))
    }
}

impl PartialSchema for Letter {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .description(Some("A to Z, or # for names that begin with none."))
            .pattern(Some("^[A-Z#]$"))
            .examples(["L"])
            .into()
    }
}

impl ToSchema for Letter {}

/// The letters of a sidebar.
#[derive(Debug, Serialize, ToSchema)]
pub struct TermLetters {
    /// Letters with entries: # first, then A to Z. All while a new name is not indexed yet.
    #[schema(example = json!(["#", "A", "L"]))]
    pub letters: Vec<Letter>,
}

/// A query for terms.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TermsQuery {
    /// Kind.
    pub kind: TermKind,
    /// Channel; none for all.
    pub channel: Option<Channel>,
    /// Order.
    pub sort: TermSort,
    /// Only this term.
    pub id: Option<i64>,
    /// Only names with this, in the form of [`super::readings::plain`].
    pub keyword: Option<String>,
    /// Only under this letter.
    pub letter: Option<Letter>,
}

/// Filters of terms.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct TermsParams {
    /// Kind; `tag` by default.
    #[param(inline)]
    pub table_name: Option<TermKind>,
    /// Alias of `tableName`, which wins, for old clients.
    #[param(inline)]
    pub table_nmae: Option<TermKind>,
    /// Channel by number; wins over `modName`.
    #[param(inline)]
    pub mod_id: Option<ModId>,
    /// Channel by name.
    #[param(inline)]
    pub mod_name: Option<Channel>,
}

/// Filter by name.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct TermNameParams {
    /// Part of a name, a Chinese name, an alias, or the pinyin or initials of one of these. Case, spaces and dots do
    /// not matter.
    #[param(inline, example = "lxy")]
    pub keyword: Option<SearchText>,
}

/// Filters and order of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct TermListParams {
    /// Sort order, descending: `count` (default) or `uncensoredCount`.
    #[param(inline)]
    pub sort: Option<TermSort>,
    /// Only this term, in any channel.
    #[param(inline)]
    pub id: Option<Id>,
    /// Only terms under this letter: the first of the shown name or its pinyin; # for others.
    #[param(inline)]
    pub letter: Option<Letter>,
}

impl TermsParams {
    /// All terms of the kind.
    pub fn query(&self) -> TermsQuery {
        TermsQuery {
            kind: self.table_name.or(self.table_nmae).unwrap_or(TermKind::Tag),
            channel: channel(self.mod_id, self.mod_name),
            sort: TermSort::Count,
            id: None,
            keyword: None,
            letter: None,
        }
    }
}

impl TermsQuery {
    /// With a filter by name.
    #[must_use]
    pub fn named(self, TermNameParams { keyword }: &TermNameParams) -> Self {
        Self {
            keyword: keyword.as_ref().map(|keyword| plain(&keyword.0)),
            ..self
        }
    }

    /// With the filters and order of a list.
    #[must_use]
    pub fn listed(self, params: &TermListParams) -> Self {
        Self {
            sort: params.sort.unwrap_or(self.sort),
            id: params.id.map(|Id(id)| id),
            letter: params.letter,
            ..self
        }
    }
}
