//! Terms of a work: tags, performers, makers, labels, directors, series and items.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use yingku_http_kit::json::Object;

use super::rule::{By, Given, List, Rule, Text, list};
use crate::kinds::TermKind;

/// Maximum length of a name or alias, in code points.
pub const MAX_NAME_CHARS: usize = 200;
/// Maximum length of a group name, in code points.
pub const MAX_GROUP_CHARS: usize = 64;
/// Maximum number of aliases of a term.
pub const MAX_ALIASES: usize = 200;

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

/// A tag as a line has it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "对象")]
struct TagEntry {
    name: By<Name>,
    #[serde(default)]
    name_cn: Given<Text<0, MAX_NAME_CHARS>>,
    #[serde(default)]
    group: Given<Text<0, MAX_GROUP_CHARS>>,
}

/// A term of another kind.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "对象")]
struct NamedEntry {
    name: By<Name>,
    #[serde(default)]
    name_cn: Given<Text<0, MAX_NAME_CHARS>>,
    #[serde(default)]
    aliases: Given<List<Name, MAX_ALIASES>>,
}

type Name = Text<1, MAX_NAME_CHARS>;

/// A term of the kind with this number.
struct Entry<const KIND: i16>;

impl<const KIND: i16> Rule for Entry<KIND> {
    type Value = TermRecord;

    fn read<'de, D: Deserializer<'de>>(source: D) -> Result<TermRecord, D::Error> {
        let kind = TermKind::from_code(KIND).unwrap_or(TermKind::Tag);
        let (name, name_cn, aliases, group) = match kind {
            TermKind::Tag => {
                let Object(tag) = Object::<TagEntry>::deserialize(source)?;
                (tag.name, tag.name_cn, Given(None), tag.group)
            }
            _ => {
                let Object(term) = Object::<NamedEntry>::deserialize(source)?;
                (term.name, term.name_cn, term.aliases, Given(None))
            }
        };
        Ok(TermRecord {
            kind,
            name: name.0,
            name_cn: name_cn.0.unwrap_or_default(),
            aliases: aliases.0.unwrap_or_default(),
            group: group.0.unwrap_or_default(),
        })
    }
}

/// The terms of the kind with this number, each once.
pub(super) struct Terms<const KIND: i16>;

impl<const KIND: i16> Rule for Terms<KIND> {
    type Value = Vec<TermRecord>;

    fn read<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<TermRecord>, D::Error> {
        let max = TermKind::from_code(KIND).map_or(0, TermKind::max_per_work);
        let mut terms: Vec<TermRecord> = Vec::new();
        for term in list::<D, Entry<KIND>>(source, max)? {
            match terms.iter_mut().find(|known| known.name == term.name) {
                Some(known) => merge(known, term),
                None => terms.push(term),
            }
        }
        for term in &mut terms {
            clean_names(term);
            if term.aliases.len() > MAX_ALIASES {
                let text = format!("{} 的别名超过 {MAX_ALIASES} 个", term.name);
                return Err(D::Error::custom(text));
            }
        }
        Ok(terms)
    }
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
    use crate::import::record::parse_line;

    fn read(kind: TermKind, raw: &str) -> Result<Vec<TermRecord>, String> {
        let line = format!(
            r#"{{"channel":"western","number":"A","title":"t","pubTime":"1998-06-12","{}":{raw}}}"#,
            kind.field()
        );
        let work = parse_line(line.as_bytes()).map_err(|error| error.to_string());
        work.map(|work| work.terms)
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
