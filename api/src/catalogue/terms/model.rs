//! Terms in the API (R14.9), and the parameters of their lists.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::base::values::{Count, Id};
use crate::catalogue::kinds::{Channel, ModId, TermKind};
use crate::catalogue::works::model::channel;
use crate::db::page::Page;
use crate::word_enum;

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
#[diesel(table_name = crate::db::schema::terms)]
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
    fn avatar(&self) -> Option<String> {
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

word_enum! {
    /// The count to order terms by, greatest first.
    pub enum TermSort {
        /// All works.
        Count = "count",
        /// Works of the uncensored channel; omits terms without any.
        UncensoredCount = "uncensoredCount",
    }
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
    /// Page.
    pub page: Page,
}

/// Parameters of a list of terms.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct TermsParams {
    /// Kind; `tag` by default.
    #[param(inline)]
    pub table_name: Option<TermKind>,
    /// The same as `tableName`, which wins: the spelling of the first clients.
    #[param(inline)]
    pub table_nmae: Option<TermKind>,
    /// Channel by number; wins over `modName`.
    #[param(inline)]
    pub mod_id: Option<ModId>,
    /// Channel by name.
    #[param(inline)]
    pub mod_name: Option<Channel>,
    /// Order, greatest first: `count` (default) or `uncensoredCount`.
    #[param(inline)]
    pub sort: Option<TermSort>,
    /// Only this term, in any channel.
    #[param(inline)]
    pub id: Option<Id>,
}

impl TermsParams {
    /// The query for one page.
    pub fn query(&self, page: Page) -> TermsQuery {
        TermsQuery {
            kind: self.table_name.or(self.table_nmae).unwrap_or(TermKind::Tag),
            channel: channel(self.mod_id, self.mod_name),
            sort: self.sort.unwrap_or(TermSort::Count),
            id: self.id.map(|Id(id)| id),
            page,
        }
    }
}
