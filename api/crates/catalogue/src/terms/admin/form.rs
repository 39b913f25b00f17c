//! Forms for terms. Their fields follow the rules of the import.

use serde::Deserialize;
use utoipa::ToSchema;
use yingku_base::values::Id;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::whole_number;
use yingku_http_kit::reason::{OperatorReason, parse_reason};

use crate::import::term::{MAX_ALIASES, MAX_GROUP_CHARS, MAX_NAME_CHARS};
use crate::import::text::text;
use crate::kinds::{Channel, TermKind};
use crate::terms::healing::others;

/// A new term.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateTermForm {
    /// Kind.
    pub kind: TermKind,
    /// Channel: 1 censored, 2 uncensored, 3 western.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = u32, minimum = 1, maximum = 3, example = 1)]
    pub mod_id: i64,
    /// Name; unique for its kind and channel.
    #[schema(min_length = 1, max_length = 200, example = "林晓月")]
    pub name: String,
    /// Chinese name, or empty.
    #[serde(default)]
    #[schema(max_length = 200, example = "")]
    pub name_cn: String,
    /// Other names.
    #[serde(default)]
    #[schema(max_items = 200)]
    pub aliases: Vec<String>,
    /// Group of a tag; other kinds have none.
    #[serde(default)]
    #[schema(max_length = 64, example = "")]
    pub group: String,
}

/// Changes to a term. Omitted fields stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EditTermForm {
    /// Id of the term.
    pub id: Id,
    /// Increases with every change; an edit sends the one it is based on.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
    /// New name. The current one becomes an alias, and imports that use it still mean this term.
    #[schema(min_length = 1, max_length = 200, example = "林晓月")]
    pub name: Option<String>,
    /// Chinese name, or empty.
    #[schema(max_length = 200, example = "")]
    pub name_cn: Option<String>,
    /// All other names.
    #[schema(max_items = 200)]
    pub aliases: Option<Vec<String>>,
    /// Group of a tag; other kinds have none.
    #[schema(max_length = 64, example = "")]
    pub group: Option<String>,
}

/// The term to delete.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DeleteTermForm {
    /// Id of the term.
    pub id: Id,
    /// Increases with every change; an edit sends the one it is based on.
    #[serde(deserialize_with = "whole_number")]
    #[schema(value_type = i64, minimum = 1, maximum = 9007199254740991_i64, example = 1)]
    pub version: i64,
}

/// Two terms to merge.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MergeTermsForm {
    /// Id of the term that is merged into the other.
    pub from: Id,
    /// Id of the term that stays.
    pub into: Id,
    /// The reason, for the audit log; not blank.
    #[schema(value_type = OperatorReason)]
    pub reason: String,
}

/// The editable fields of a term.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// 1 to 200 code points.
    pub name: String,
    /// The Chinese name, or empty.
    pub name_cn: String,
    /// Other names, each once, without the two above.
    pub aliases: Vec<String>,
    /// The group of a tag, or empty.
    pub group: String,
}

impl Facts {
    /// Normalises the fields; 422 if one breaks a rule of the import.
    pub fn checked(self, kind: TermKind) -> Result<Self, ApiError> {
        if self.aliases.len() > MAX_ALIASES {
            return Err(rejected("aliases"));
        }
        let group_most = if kind == TermKind::Tag {
            MAX_GROUP_CHARS
        } else {
            0
        };
        let name = one("name", &self.name, 1, MAX_NAME_CHARS)?;
        let name_cn = one("nameCn", &self.name_cn, 0, MAX_NAME_CHARS)?;
        let aliases = self
            .aliases
            .iter()
            .map(|alias| one("aliases", alias, 1, MAX_NAME_CHARS))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Self {
            aliases: others(aliases, &name, &name_cn),
            group: one("group", &self.group, 0, group_most)?,
            name,
            name_cn,
        })
    }
}

/// 422 if a merge or a new name would give a term more aliases than it may have.
pub fn check_number(aliases: &[String]) -> Result<(), ApiError> {
    if aliases.len() > MAX_ALIASES {
        let text = format!("别名会超过{MAX_ALIASES}个，请先删去一些");
        return Err(ApiError::with_message(ErrorKind::TermRefused, text));
    }
    Ok(())
}

fn one(field: &str, value: &str, low: usize, high: usize) -> Result<String, ApiError> {
    text(value, low, high).map_err(|_| rejected(field))
}

/// 422 with the field.
fn rejected(field: &str) -> ApiError {
    ApiError::with_message(ErrorKind::TermRefused, format!("词条资料有误：{field}"))
}

impl CreateTermForm {
    /// Kind, channel and fields of the new term.
    pub fn parse(self) -> Result<(TermKind, Channel, Facts), ApiError> {
        let channel = i16::try_from(self.mod_id).ok().and_then(Channel::from_code);
        let channel =
            channel.ok_or_else(|| ApiError::bad_request("参数modId必须是1到3之间的整数"))?;
        let facts = Facts {
            name: self.name,
            name_cn: self.name_cn,
            aliases: self.aliases,
            group: self.group,
        };
        Ok((self.kind, channel, facts.checked(self.kind)?))
    }
}

impl MergeTermsForm {
    /// The two ids and the reason.
    pub fn parse(&self) -> Result<(i64, i64, String), ApiError> {
        let (from, into) = (self.from.0, self.into.0);
        Ok((from, into, parse_reason(&self.reason)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(name: &str, aliases: &[&str], group: &str) -> Facts {
        Facts {
            name: name.to_owned(),
            name_cn: "小月".to_owned(),
            aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
            group: group.to_owned(),
        }
    }

    #[test]
    fn names_are_trimmed_and_unique() {
        let aliases = ["Yue", " 林晓月", "小月", "Yue ", "林 月"];
        let checked = facts(" 林晓月 ", &aliases, "").checked(TermKind::Performer);
        assert_eq!(checked.unwrap(), facts("林晓月", &["Yue", "林 月"], ""));
    }

    #[test]
    fn import_rules_apply() {
        let long = "长".repeat(201);
        for (facts, kind, field) in [
            (facts(" ", &[], ""), TermKind::Tag, "name"),
            (facts(&long, &[], ""), TermKind::Tag, "name"),
            (facts("a", &[""], ""), TermKind::Tag, "aliases"),
            (facts("a", &["x"; 201], ""), TermKind::Tag, "aliases"),
            (facts("a", &[], "画质"), TermKind::Maker, "group"),
            (facts("a\0", &[], ""), TermKind::Maker, "name"),
        ] {
            let rejected = facts.checked(kind).unwrap_err();
            assert_eq!(rejected.kind, ErrorKind::TermRefused);
            assert!(rejected.body("").msg.ends_with(field), "{field}");
        }
        let tag = facts("a", &[], "画质").checked(TermKind::Tag).unwrap();
        assert_eq!(tag.group, "画质");
    }
}
