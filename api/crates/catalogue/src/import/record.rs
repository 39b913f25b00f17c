//! Parses a line of the import format into a `WorkRecord`. The rules of the format are enforced only here and in the
//! sibling modules: `kinds`, `term`, `magnet` and `path` have their own bounds.

use yingku_base::enums::parse_enum;

use super::fields::FieldSet;
use super::json::{Fields, Json, once, unknown};
pub use super::magnet::MagnetRecord;
use super::magnet::magnets;
use super::path::{address, listed_address};
pub use super::term::TermRecord;
use super::term::add_terms;
use super::text::{number, text};
use super::time::release;
use super::validation_error::{At, excerpt};
pub use super::validation_error::{ValidationError, Warning};
pub use crate::kinds::{Channel, TermKind};
use crate::precision::Precision;

/// Maximum length of a work's number, in code points.
pub const MAX_NUMBER_CHARS: usize = 64;
/// Maximum length of a title, in code points.
pub const MAX_TITLE_CHARS: usize = 300;
/// Maximum duration, in minutes.
pub const MAX_DURATION: i32 = 6000;
/// Maximum number of entries of `imageBig` and of `imageSmall`.
pub const MAX_IMAGES: usize = 200;

/// Required fields.
const REQUIRED: [&str; 4] = ["channel", "number", "title", "pubTime"];
const FIELDS: [&str; 23] = [
    "channel",
    "number",
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
    "tags",
    "performers",
    "makers",
    "labels",
    "directors",
    "series",
    "items",
    "magnets",
    "hidden",
];

/// A work as the import format describes it. Channel and number are its identity.
#[derive(Clone, Debug, PartialEq)]
pub struct WorkRecord {
    /// Its part of the catalogue.
    pub channel: Channel,
    /// 1 to 64 code points, as written.
    pub number: String,
    /// 1 to 300 code points, on one line.
    pub title: String,
    /// Publish time, seconds since 1970, UTC; may be in the future.
    pub pub_time: i64,
    /// How much of it is known; the rest is the beginning of the month or year.
    pub pub_precision: Precision,
    /// Minutes, 0 to 6000; 0 is unknown.
    pub duration: i32,
    /// Mean rating, 0 to 5; 0 is unrated.
    pub average: f64,
    /// Number of ratings.
    pub evaluates: i32,
    /// 0 not online, 1 online, 2 transcoding.
    pub is_online: i16,
    /// Relative path or https URL of the cover, or empty.
    pub pic_big: String,
    /// The small cover, or empty.
    pub pic_small: String,
    /// Stills; no entry is empty or contains a comma.
    pub image_big: Vec<String>,
    /// The small stills.
    pub image_small: Vec<String>,
    /// Relative path or https URL of a preview clip, or empty.
    pub mp4: String,
    /// Relative path or https URL of the stream, or empty.
    pub m3u8: String,
    /// Terms by kind, and within a kind in the order of the line; each once.
    pub terms: Vec<TermRecord>,
    /// Magnets in the order of the line; each hash once.
    pub magnets: Vec<MagnetRecord>,
    /// Whether it is hidden.
    pub hidden: bool,
}

impl WorkRecord {
    /// Whether it has magnets: `isDht` of the API.
    pub fn is_dht(&self) -> bool {
        !self.magnets.is_empty()
    }
}

/// A line, and the fields that it leaves to the stored work.
#[derive(Clone, Debug)]
pub struct ParsedLine {
    /// The work; omitted fields are empty.
    pub record: WorkRecord,
    /// Fields that the line omits. They stay unchanged.
    pub left_out: FieldSet,
    /// Fields that the line clears: with `null`, 0, an empty text or list.
    pub emptied: FieldSet,
    /// The value of `hidden`, if given.
    pub hidden: Option<bool>,
    /// Problems that did not reject the line.
    pub warnings: Vec<Warning>,
}

/// Parses a line as a whole work. Returns the first error in the order of the line; missing fields come last.
pub fn parse_line(line: &[u8]) -> Result<WorkRecord, ValidationError> {
    parse(line).map(|parsed| parsed.record)
}

/// Parses a line.
pub fn parse(line: &[u8]) -> Result<ParsedLine, ValidationError> {
    let mut draft = Draft::default();
    let (mut given, mut emptied) = (FieldSet::NONE, FieldSet::NONE);
    let fields: Fields<'_> = Json::read(line)?.object(&At::Line)?;
    for (name, value) in fields {
        let field = FieldSet::named([name.as_ref()]);
        given = given.and(field);
        if value.is_empty() {
            emptied = emptied.and(field);
        }
        if value == Json::Null && is_optional(&name) {
            continue;
        }
        let at = At::Line.field(&name);
        let kind = TermKind::ALL.into_iter().find(|kind| kind.field() == name);
        match kind {
            Some(kind) => draft.take_terms(kind, value, &at)?,
            None => draft.take(&name, value, &at)?,
        }
    }
    let warnings = std::mem::take(&mut draft.warnings);
    Ok(ParsedLine {
        left_out: FieldSet::ALL.without(given),
        emptied,
        hidden: draft.hidden,
        warnings,
        record: draft.finish()?,
    })
}

fn is_optional(field: &str) -> bool {
    FIELDS.contains(&field) && !REQUIRED.contains(&field)
}

/// The fields read so far.
#[derive(Default)]
struct Draft {
    channel: Option<Channel>,
    number: Option<String>,
    title: Option<String>,
    pub_time: Option<(i64, Precision)>,
    duration: Option<i32>,
    average: Option<f64>,
    evaluates: Option<i32>,
    is_online: Option<i16>,
    pic_big: Option<String>,
    pic_small: Option<String>,
    image_big: Option<Vec<String>>,
    image_small: Option<Vec<String>>,
    mp4: Option<String>,
    m3u8: Option<String>,
    magnets: Option<Vec<MagnetRecord>>,
    hidden: Option<bool>,
    kinds: Vec<TermKind>,
    terms: Vec<TermRecord>,
    warnings: Vec<Warning>,
}

impl Draft {
    fn take(&mut self, name: &str, value: Json<'_>, at: &At<'_>) -> Result<(), ValidationError> {
        match name {
            "channel" => once(&mut self.channel, at, channel(value, at)?),
            "number" => once(&mut self.number, at, number(value, at, MAX_NUMBER_CHARS)?),
            "title" => once(&mut self.title, at, text(value, at, 1, MAX_TITLE_CHARS)?),
            "pubTime" => once(&mut self.pub_time, at, release(value, at)?),
            "duration" => once(&mut self.duration, at, value.whole(at, 0, MAX_DURATION)?),
            "average" => once(&mut self.average, at, value.real(at, 0.0, 5.0)?),
            "evaluates" => once(&mut self.evaluates, at, value.whole(at, 0, i32::MAX)?),
            "isOnline" => once(&mut self.is_online, at, value.whole(at, 0, 2)?),
            "picBig" => once(&mut self.pic_big, at, address(value, at)?),
            "picSmall" => once(&mut self.pic_small, at, address(value, at)?),
            "imageBig" => once(&mut self.image_big, at, images(value, at)?),
            "imageSmall" => once(&mut self.image_small, at, images(value, at)?),
            "mp4" => once(&mut self.mp4, at, address(value, at)?),
            "m3u8" => once(&mut self.m3u8, at, address(value, at)?),
            "magnets" => {
                let magnets = magnets(value, at, &mut self.warnings)?;
                once(&mut self.magnets, at, magnets)
            }
            "hidden" => once(&mut self.hidden, at, value.flag(at)?),
            other => Err(unknown(&At::Line, other, &FIELDS)),
        }
    }

    fn take_terms(
        &mut self,
        kind: TermKind,
        value: Json<'_>,
        at: &At<'_>,
    ) -> Result<(), ValidationError> {
        if self.kinds.contains(&kind) {
            return Err(at.error("重复出现"));
        }
        self.kinds.push(kind);
        add_terms(&mut self.terms, kind, value, at)
    }

    fn finish(mut self) -> Result<WorkRecord, ValidationError> {
        let missing = |field| At::Line.field(field).error("缺少该字段");
        // The order of the fields has no meaning; the order within a list has.
        self.terms.sort_by_key(|term| term.kind);
        Ok(WorkRecord {
            channel: self.channel.ok_or_else(|| missing("channel"))?,
            number: self.number.ok_or_else(|| missing("number"))?,
            title: self.title.ok_or_else(|| missing("title"))?,
            pub_time: self.pub_time.ok_or_else(|| missing("pubTime"))?.0,
            pub_precision: self.pub_time.unwrap_or_default().1,
            duration: self.duration.unwrap_or_default(),
            average: self.average.unwrap_or_default(),
            evaluates: self.evaluates.unwrap_or_default(),
            is_online: self.is_online.unwrap_or_default(),
            pic_big: self.pic_big.unwrap_or_default(),
            pic_small: self.pic_small.unwrap_or_default(),
            image_big: self.image_big.unwrap_or_default(),
            image_small: self.image_small.unwrap_or_default(),
            mp4: self.mp4.unwrap_or_default(),
            m3u8: self.m3u8.unwrap_or_default(),
            terms: self.terms,
            magnets: self.magnets.unwrap_or_default(),
            hidden: self.hidden.unwrap_or_default(),
        })
    }
}

fn channel(value: Json<'_>, at: &At<'_>) -> Result<Channel, ValidationError> {
    let raw = value.text(at)?;
    parse_enum(raw.trim()).ok_or_else(|| {
        at.error(format!(
            "应为 censored、uncensored 或 western，实际是 \"{}\"",
            excerpt(&raw)
        ))
    })
}

fn images(value: Json<'_>, at: &At<'_>) -> Result<Vec<String>, ValidationError> {
    let entries = value.list(at, MAX_IMAGES)?.into_iter().enumerate();
    entries
        .map(|(index, entry)| listed_address(entry, &at.item(index)))
        .collect()
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
