//! Sets of a work's fields. Two matter to an import: fields omitted in a line, which stay unchanged, and curated
//! fields, set by operators, which stay until an operator releases them or the import overrides them.

use serde_json::Value;
use utoipa::ToSchema;
use yingku_http_kit::error::ApiError;

use super::record::WorkRecord;
use crate::kinds::{Channel, TermKind};

/// The fields, in the order of their bits in the database: append new ones. Channel and number are the work's identity,
/// and visibility is handled separately.
const FIELDS: [&str; 20] = [
    "title",
    "pubTime",
    "duration",
    "average",
    "evaluates",
    "isOnline",
    "picBig",
    "picSmall",
    "imageBig",
    "imageSmall",
    "mp4",
    "m3u8",
    "magnets",
    "tags",
    "performers",
    "makers",
    "labels",
    "directors",
    "series",
    "items",
];

/// A field of a work that an operator may set and release.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    missing_docs,
    reason = "names the words of `FIELDS` in the contract; `FieldSet` reads them"
)]
pub enum CuratedField {
    Title,
    PubTime,
    Duration,
    Average,
    Evaluates,
    IsOnline,
    PicBig,
    PicSmall,
    ImageBig,
    ImageSmall,
    Mp4,
    M3u8,
    Magnets,
    Tags,
    Performers,
    Makers,
    Labels,
    Directors,
    Series,
    Items,
}

/// A set of fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FieldSet(i64);

impl FieldSet {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// All fields.
    pub const ALL: Self = Self((1 << FIELDS.len()) - 1);

    /// From the column of the database.
    pub const fn from_bits(bits: i64) -> Self {
        Self(bits)
    }

    /// The column of the database.
    pub const fn bits(self) -> i64 {
        self.0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The union.
    pub const fn and(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// The difference.
    pub const fn without(self, less: Self) -> Self {
        Self(self.0 & !less.0)
    }

    /// The intersection.
    pub const fn within(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Their names in the import format.
    pub fn names(self) -> Vec<&'static str> {
        FIELDS.into_iter().filter(|name| self.has(name)).collect()
    }

    /// The fields of these names; unknown names are ignored.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        names
            .into_iter()
            .fold(Self::NONE, |all, name| all.and(Self(bit(name))))
    }

    /// Parses the names in a form; 400 for an unknown name.
    pub fn parse(names: &[String]) -> Result<Self, ApiError> {
        if names.iter().any(|name| bit(name) == 0) {
            return Err(ApiError::bad_request("参数release含有未知的字段"));
        }
        Ok(Self::named(names.iter().map(String::as_str)))
    }

    /// The fields in which two records differ; terms are compared by name.
    pub fn difference(one: &WorkRecord, other: &WorkRecord) -> Self {
        let mut copy = one.clone();
        Self::ALL.restore(&mut copy, other)
    }

    fn has(self, name: &str) -> bool {
        self.0 & bit(name) != 0
    }

    /// Copies these fields from `stored` to `record` and returns those that differed.
    pub fn restore(self, record: &mut WorkRecord, stored: &WorkRecord) -> Self {
        let mut kept = Self::NONE;
        macro_rules! restore {
            ($($name:literal $field:ident,)+) => {$(
                if self.has($name) && record.$field != stored.$field {
                    record.$field = stored.$field.clone();
                    kept = kept.and(Self(bit($name)));
                }
            )+};
        }
        restore! {
            "title" title,
            "pubTime" pub_time,
            "pubTime" pub_precision,
            "duration" duration,
            "average" average,
            "evaluates" evaluates,
            "isOnline" is_online,
            "picBig" pic_big,
            "picSmall" pic_small,
            "imageBig" image_big,
            "imageSmall" image_small,
            "mp4" mp4,
            "m3u8" m3u8,
            "magnets" magnets,
        }
        for kind in TermKind::ALL {
            if self.has(kind.field()) && names_of(record, kind) != names_of(stored, kind) {
                record.terms.retain(|term| term.kind != kind);
                let theirs = stored.terms.iter().filter(|term| term.kind == kind);
                record.terms.extend(theirs.cloned());
                record.terms.sort_by_key(|term| term.kind);
                kept = kept.and(Self(bit(kind.field())));
            }
        }
        kept
    }

    /// The names as JSON, for the audit log.
    pub fn to_json(self) -> Value {
        self.names().into()
    }
}

impl From<i64> for FieldSet {
    fn from(bits: i64) -> Self {
        Self::from_bits(bits)
    }
}

fn bit(name: &str) -> i64 {
    let place = FIELDS.iter().position(|field| *field == name);
    place.map_or(0, |place| 1 << place)
}

fn names_of(record: &WorkRecord, kind: TermKind) -> Vec<&str> {
    let those = record.terms.iter().filter(|term| term.kind == kind);
    those.map(|term| term.name.as_str()).collect()
}

/// The curated fields of a work that an import did not change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreservedFields {
    /// Channel.
    pub channel: Channel,
    /// Number.
    pub number: String,
    /// The fields that differ from the line.
    pub fields: FieldSet,
}

/// Maximum number of works that an import lists by name; the rest are only counted.
pub const MAX_LISTED: usize = 1_000;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::import::record::parse_line;

    fn record(more: &Value) -> WorkRecord {
        let mut line =
            json!({ "channel": "censored", "number": "A", "title": "甲", "pubTime": "2026-09-01" });
        for (name, value) in more.as_object().unwrap() {
            line[name] = value.clone();
        }
        parse_line(line.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn every_field_of_a_line_can_be_curated() {
        let magnet = json!([{ "name": "a", "infoHash": "0".repeat(40), "length": 1, "createTime": "2024-01-01" }]);
        for (name, value) in [
            ("title", json!("乙")),
            ("pubTime", json!("2026-09-02")),
            ("duration", json!(9)),
            ("average", json!(1.5)),
            ("evaluates", json!(3)),
            ("isOnline", json!(1)),
            ("picBig", json!("a")),
            ("picSmall", json!("a")),
            ("imageBig", json!(["a"])),
            ("imageSmall", json!(["a"])),
            ("mp4", json!("a")),
            ("m3u8", json!("a")),
            ("magnets", magnet),
            ("tags", json!([{ "name": "x" }])),
            ("performers", json!([{ "name": "x" }])),
            ("makers", json!([{ "name": "x" }])),
            ("labels", json!([{ "name": "x" }])),
            ("directors", json!([{ "name": "x" }])),
            ("series", json!([{ "name": "x" }])),
            ("items", json!([{ "name": "x" }])),
        ] {
            let (stored, mut news) = (record(&json!({ name: value })), record(&json!({})));
            let field = FieldSet::named([name]);
            assert_eq!(field.names(), [name]);
            assert_eq!(FieldSet::difference(&news, &stored), field);
            assert_eq!(
                FieldSet::from_bits(!field.bits()).restore(&mut news, &stored),
                FieldSet::NONE
            );
            assert_eq!(news, record(&json!({})), "{name}");
            assert_eq!(field.restore(&mut news, &stored), field);
            assert_eq!(news, stored, "{name}");
            assert_eq!(field.restore(&mut news, &stored), FieldSet::NONE);
        }
        assert_eq!(FIELDS.len(), 20);
    }

    #[test]
    fn the_contract_names_every_field() {
        let schema =
            serde_json::to_value(<CuratedField as utoipa::PartialSchema>::schema()).unwrap();
        assert_eq!(schema["enum"], FieldSet::ALL.to_json());
    }

    #[test]
    fn terms_of_a_field_are_compared_by_name() {
        let stored = record(&json!({ "tags": [{ "name": "x" }] }));
        let line = record(&json!({ "tags": [{ "name": "x", "group": "y" }] }));
        let mut news = line.clone();
        assert_eq!(
            FieldSet::named(["tags"]).restore(&mut news, &stored),
            FieldSet::NONE
        );
        assert_eq!(news, line);
    }

    #[test]
    fn unknown_names_are_rejected() {
        assert!(FieldSet::parse(&["number".to_owned()]).is_err());
        let some = FieldSet::parse(&["items".to_owned(), "title".to_owned()]).unwrap();
        assert_eq!(some.names(), ["title", "items"]);
        assert_eq!(some.without(FieldSet::named(["title"])).names(), ["items"]);
        assert!(FieldSet::NONE.is_empty() && !some.is_empty());
    }
}
