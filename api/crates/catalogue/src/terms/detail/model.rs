//! The header of a term in the API.

use serde::Serialize;
use utoipa::ToSchema;
use yingku_base::values::{Count, Id};

use crate::kinds::TermKind;

/// The header of a term's page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermDetail {
    /// The id; differs from the requested one if that term was merged.
    pub id: Id,
    /// Kind.
    pub kind: TermKind,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Name.
    #[schema(example = "林晓月")]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "林晓月")]
    pub name_cn: String,
    /// Other names.
    #[schema(example = json!(["Lin Xiaoyue"]))]
    pub aliases: Vec<String>,
    /// Group of a tag, or empty.
    #[schema(example = "")]
    pub group_name: String,
    /// Picture of a performer: a path below the image base.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "avatars/910000000000000002.svg")]
    pub avatar: Option<String>,
    /// Visible works in each channel that has any, under exactly this name. Each channel has its own term.
    pub channels: Vec<TermInChannel>,
    /// Year of the first work, in Shanghai; missing = unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 2019)]
    pub first_year: Option<i32>,
    /// Year of the last work; missing with the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = 2026)]
    pub last_year: Option<i32>,
    /// The performers in most of the term's works, at most 8; never itself.
    pub performers: Vec<RelatedTerm>,
    /// The tags of most of the term's works, at most 8; never itself.
    pub tags: Vec<RelatedTerm>,
    /// Members who follow it.
    pub followers: Count,
}

/// A term of this name in one channel.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TermInChannel {
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// The id.
    pub id: Id,
    /// Its visible works there.
    pub count: Count,
}

/// A term that shares works with another one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RelatedTerm {
    /// The id.
    pub id: Id,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[schema(minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i16,
    /// Name.
    #[schema(example = "王远山")]
    pub name: String,
    /// Chinese name, or empty.
    #[schema(example = "王远山")]
    pub name_cn: String,
    /// Picture of a performer: a path below the image base.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "avatars/910000000000000003.svg")]
    pub avatar: Option<String>,
    /// Works in common.
    pub count: Count,
}
