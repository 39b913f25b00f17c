//! Fields that operators have set. An import leaves them as they are, until an operator releases them or the import is
//! told to override; everything else of a work follows its line.

use serde_json::Value;
use utoipa::ToSchema;

use super::record::WorkRecord;
use crate::catalogue::kinds::{Channel, TermKind};
use crate::http::error::ApiError;

/// The fields, each by its bit in the database: new ones go to the end. Channel and number are the work's identity,
/// and whether it is on the site is a question of its own.
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

/// A field that an operator may set, and release again.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    missing_docs,
    reason = "names the words of `FIELDS` in the contract; `Curated` reads them"
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

/// Some of a work's fields.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Curated(i64);

impl Curated {
    /// None of them.
    pub const NONE: Self = Self(0);

    /// As the database keeps them.
    pub const fn of(bits: i64) -> Self {
        Self(bits)
    }

    /// For the database.
    pub const fn bits(self) -> i64 {
        self.0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// These and those.
    pub const fn and(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    /// These but not those.
    pub const fn without(self, less: Self) -> Self {
        Self(self.0 & !less.0)
    }

    /// Those that are among both.
    pub const fn within(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Their names, as an import's line has them.
    pub fn names(self) -> Vec<&'static str> {
        let named = FIELDS.iter().filter(|name| self.has(name));
        named.copied().collect()
    }

    /// The fields of these names; others than [`FIELDS`] are left out.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        names
            .into_iter()
            .fold(Self::NONE, |all, name| all.and(Self(bit(name))))
    }

    /// The fields that a form names.
    ///
    /// # Errors
    /// 400 for what is no field that can be set.
    pub fn parse(names: &[String]) -> Result<Self, ApiError> {
        if names.iter().any(|name| bit(name) == 0) {
            return Err(ApiError::bad_request("参数release含有未知的字段"));
        }
        Ok(Self::named(names.iter().map(String::as_str)))
    }

    /// The fields in which two records differ; terms are told apart by their names.
    pub fn difference(one: &WorkRecord, other: &WorkRecord) -> Self {
        let mut copy = one.clone();
        Self(-1).keep(&mut copy, other)
    }

    fn has(self, name: &str) -> bool {
        self.0 & bit(name) != 0
    }

    /// Gives `record` these fields of `stored`, and says in which of them it was different.
    pub fn keep(self, record: &mut WorkRecord, stored: &WorkRecord) -> Self {
        let mut kept = Self::NONE;
        macro_rules! keep {
            ($($name:literal $field:ident,)+) => {$(
                if self.has($name) && record.$field != stored.$field {
                    record.$field = stored.$field.clone();
                    kept = kept.and(Self(bit($name)));
                }
            )+};
        }
        keep! {
            "title" title,
            "pubTime" pub_time,
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

    /// For the audit log.
    pub fn shown(self) -> Value {
        self.names().into()
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

/// What an import has left as operators have set it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The work's channel.
    pub channel: Channel,
    /// Its number.
    pub number: String,
    /// The fields in which the line said something else.
    pub fields: Curated,
}

/// Works that an import lists by name; the counts go on.
pub const MOST_LISTED: usize = 1_000;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::catalogue::import::record::parse_line;

    fn record(more: &Value) -> WorkRecord {
        let mut line =
            json!({ "channel": "censored", "number": "A", "title": "甲", "pubTime": "2026-09-01" });
        for (name, value) in more.as_object().unwrap() {
            line[name] = value.clone();
        }
        parse_line(line.to_string().as_bytes()).unwrap()
    }

    #[test]
    fn every_field_of_a_line_can_be_kept() {
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
            let field = Curated::named([name]);
            assert_eq!(field.names(), [name]);
            assert_eq!(Curated::difference(&news, &stored), field);
            assert_eq!(
                Curated::of(!field.bits()).keep(&mut news, &stored),
                Curated::NONE
            );
            assert_eq!(news, record(&json!({})), "{name}");
            assert_eq!(field.keep(&mut news, &stored), field);
            assert_eq!(news, stored, "{name}");
            assert_eq!(field.keep(&mut news, &stored), Curated::NONE);
        }
        assert_eq!(FIELDS.len(), 20);
    }

    #[test]
    fn the_contract_names_every_field() {
        let schema =
            serde_json::to_value(<CuratedField as utoipa::PartialSchema>::schema()).unwrap();
        assert_eq!(schema["enum"], Curated::of(-1).shown());
    }

    #[test]
    fn what_a_line_says_of_a_term_beside_its_name_is_no_difference() {
        let stored = record(&json!({ "tags": [{ "name": "x" }] }));
        let line = record(&json!({ "tags": [{ "name": "x", "group": "y" }] }));
        let mut news = line.clone();
        assert_eq!(
            Curated::named(["tags"]).keep(&mut news, &stored),
            Curated::NONE
        );
        assert_eq!(news, line);
    }

    #[test]
    fn unknown_names_are_refused() {
        assert!(Curated::parse(&["number".to_owned()]).is_err());
        let some = Curated::parse(&["items".to_owned(), "title".to_owned()]).unwrap();
        assert_eq!(some.names(), ["title", "items"]);
        assert_eq!(some.without(Curated::named(["title"])).names(), ["items"]);
        assert!(Curated::NONE.is_empty() && !some.is_empty());
    }
}
