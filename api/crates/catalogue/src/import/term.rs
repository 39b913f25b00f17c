//! Terms of a work: tags, performers, makers, labels, directors, series and items.

use super::json::{Json, once, unknown};
use super::text::text;
use super::validation_error::{At, ValidationError};
use crate::kinds::TermKind;

/// Maximum length of a name or alias, in code points.
pub const MAX_NAME_CHARS: usize = 200;
/// Maximum length of a group name, in code points.
pub const MAX_GROUP_CHARS: usize = 64;
/// Maximum number of aliases of a term.
pub const MAX_ALIASES: usize = 200;

const TAG_FIELDS: [&str; 3] = ["name", "nameCn", "group"];
const OTHER_FIELDS: [&str; 3] = ["name", "nameCn", "aliases"];

/// A term of a work. Kind, the work's channel and `name` identify it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermRecord {
    /// Kind.
    pub kind: TermKind,
    /// 1 to 200 code points.
    pub name: String,
    /// The Chinese name, or empty.
    pub name_cn: String,
    /// Other names, each once, without `name` and `name_cn`. Empty for tags.
    pub aliases: Vec<String>,
    /// The group of a tag, or empty. Empty for every other kind.
    pub group: String,
}

/// Parses the list of a kind and appends it to `terms`.
pub fn add_terms(
    terms: &mut Vec<TermRecord>,
    kind: TermKind,
    value: Json<'_>,
    at: &At<'_>,
) -> Result<(), ValidationError> {
    let start = terms.len();
    for (index, entry) in value.list(at, kind.max_per_work())?.into_iter().enumerate() {
        let term = term(kind, entry, &at.item(index))?;
        let known = terms
            .iter_mut()
            .skip(start)
            .find(|known| known.name == term.name);
        match known {
            Some(known) => merge(known, term),
            None => terms.push(term),
        }
    }
    for term in terms.iter_mut().skip(start) {
        clean_names(term);
        if term.aliases.len() > MAX_ALIASES {
            return Err(at.error(format!("{} 的别名超过 {MAX_ALIASES} 个", term.name)));
        }
    }
    Ok(())
}

fn term(kind: TermKind, value: Json<'_>, at: &At<'_>) -> Result<TermRecord, ValidationError> {
    let (mut name, mut name_cn, mut aliases, mut group) = (None, None, None, None);
    for (key, value) in value.object(at)? {
        let place = at.field(&key);
        if value == Json::Null && is_optional(kind, &key) {
            continue;
        }
        match (key.as_ref(), kind) {
            ("name", _) => once(&mut name, &place, text(value, &place, 1, MAX_NAME_CHARS)?)?,
            ("nameCn", _) => once(
                &mut name_cn,
                &place,
                text(value, &place, 0, MAX_NAME_CHARS)?,
            )?,
            ("group", TermKind::Tag) => {
                once(&mut group, &place, text(value, &place, 0, MAX_GROUP_CHARS)?)?
            }
            ("aliases", kind) if kind != TermKind::Tag => {
                once(&mut aliases, &place, names(value, &place)?)?
            }
            (other, TermKind::Tag) => return Err(unknown(at, other, &TAG_FIELDS)),
            (other, _) => return Err(unknown(at, other, &OTHER_FIELDS)),
        }
    }
    Ok(TermRecord {
        kind,
        name: name.ok_or_else(|| at.field("name").error("缺少该字段"))?,
        name_cn: name_cn.unwrap_or_default(),
        aliases: aliases.unwrap_or_default(),
        group: group.unwrap_or_default(),
    })
}

/// Whether this field is optional in a term.
fn is_optional(kind: TermKind, field: &str) -> bool {
    match field {
        "nameCn" => true,
        "group" => kind == TermKind::Tag,
        "aliases" => kind != TermKind::Tag,
        _ => false,
    }
}

fn names(value: Json<'_>, at: &At<'_>) -> Result<Vec<String>, ValidationError> {
    let entries = value.list(at, MAX_ALIASES)?.into_iter().enumerate();
    entries
        .map(|(index, entry)| text(entry, &at.item(index), 1, MAX_NAME_CHARS))
        .collect()
}

/// Merges a repeated term: the first Chinese name and group win, aliases are combined.
fn merge(known: &mut TermRecord, again: TermRecord) {
    if known.name_cn.is_empty() {
        known.name_cn = again.name_cn;
    }
    if known.group.is_empty() {
        known.group = again.group;
    }
    known.aliases.extend(again.aliases);
}

fn clean_names(term: &mut TermRecord) {
    let mut seen: Vec<String> = Vec::with_capacity(term.aliases.len());
    for alias in std::mem::take(&mut term.aliases) {
        if alias != term.name && alias != term.name_cn && !seen.contains(&alias) {
            seen.push(alias);
        }
    }
    term.aliases = seen;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(kind: TermKind, raw: &str) -> Result<Vec<TermRecord>, String> {
        let mut terms = Vec::new();
        add_terms(
            &mut terms,
            kind,
            Json::read(raw.as_bytes()).unwrap(),
            &At::Line.field(kind.field()),
        )
        .map(|()| terms)
        .map_err(|validation_error| validation_error.to_string())
    }

    #[test]
    fn the_same_name_twice_is_one_term() {
        let raw = r#"[{"name":" 霧原"},{"name":"月野"},{"name":"霧原","nameCn":"雾原","aliases":["きりはら","雾原","きりはら"]}]"#;
        let terms = read(TermKind::Performer, raw).unwrap();
        assert_eq!(terms.len(), 2);
        assert_eq!(
            (terms[0].name.as_str(), terms[0].name_cn.as_str()),
            ("霧原", "雾原")
        );
        assert_eq!(terms[0].aliases, ["きりはら"]);
    }

    #[test]
    fn aliases_of_a_name_are_limited_over_all_its_entries() {
        let entry = |from: usize, to: usize| {
            let aliases: Vec<_> = (from..to).map(|number| format!("\"別{number}\"")).collect();
            format!(r#"{{"name":"霧原","aliases":[{}]}}"#, aliases.join(","))
        };
        let read = |entries: &[String]| read(TermKind::Maker, &format!("[{}]", entries.join(",")));
        let full = read(&[entry(0, 150), entry(100, MAX_ALIASES)]).unwrap();
        assert_eq!(full[0].aliases.len(), MAX_ALIASES);
        assert_eq!(
            read(&[entry(0, 150), entry(150, MAX_ALIASES + 1)]),
            Err("makers: 霧原 的别名超过 200 个".into())
        );
    }

    #[test]
    fn fields_depend_on_the_kind() {
        assert_eq!(
            read(TermKind::Tag, r#"[{"name":"山","group":"主题"}]"#).unwrap()[0].group,
            "主题"
        );
        assert_eq!(
            read(TermKind::Tag, r#"[{"name":"山","aliases":[]}]"#),
            Err("tags[0].aliases: 未知字段".into())
        );
        assert_eq!(
            read(TermKind::Maker, r#"[{"name":"山","group":"x"}]"#),
            Err("makers[0].group: 未知字段".into())
        );
        assert_eq!(
            read(TermKind::Series, r#"[{"name":"山","name_cn":"x"}]"#),
            Err("series[0].name_cn: 未知字段，是否想写 nameCn？".into())
        );
    }

    #[test]
    fn invalid_terms_are_rejected_with_their_position() {
        assert_eq!(
            read(TermKind::Tag, r#"{"name":"山"}"#),
            Err("tags: 应为列表，实际是对象".into())
        );
        assert_eq!(
            read(TermKind::Tag, r#"["山"]"#),
            Err("tags[0]: 应为对象，实际是文字".into())
        );
        assert_eq!(
            read(TermKind::Tag, r#"[{"name":"山"},{}]"#),
            Err("tags[1].name: 缺少该字段".into())
        );
        assert_eq!(
            read(TermKind::Tag, r#"[{"name":"山","name":"水"}]"#),
            Err("tags[0].name: 重复出现".into())
        );
        assert_eq!(
            read(TermKind::Item, r#"[{"name":"山","aliases":["a",7]}]"#),
            Err("items[0].aliases[1]: 应为文字，实际是数字".into())
        );
        let many = format!("[{}]", vec![r#"{"name":"山"}"#; 21].join(","));
        assert_eq!(
            read(TermKind::Label, &many),
            Err("labels: 最多 20 项，实际有 21 项".into())
        );
        let long = format!(r#"[{{"name":"{}"}}]"#, "山".repeat(201));
        assert_eq!(
            read(TermKind::Label, &long),
            Err("labels[0].name: 应为 1 到 200 个字符，实际是 201 个".into())
        );
    }
}
