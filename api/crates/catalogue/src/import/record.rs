//! A line of the import format as [`LineFields`], and the `WorkRecord` that it describes. The types of the fields are the
//! rules of the format: `rule`, `term` and `magnet` have them, and `fault` says which is broken where.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::fault;
use super::fields::FieldSet;
pub use super::magnet::MagnetRecord;
use super::magnet::Magnets;
use super::rule::{
    Address, ChannelName, Given, List, ListedAddress, Must, Release, Rule, Score, Text, Whole,
    text_rules,
};
pub use super::term::TermRecord;
use super::term::Terms;
use super::text;
pub use super::validation_error::{ValidationError, Warning};
pub use crate::kinds::{Channel, TermKind};
use crate::precision::Precision;

/// Maximum length of a work's number, in code points.
pub const MAX_NUMBER_CHARS: usize = 64;
/// Maximum length of a title, in code points.
pub const MAX_TITLE_CHARS: usize = 300;
/// Maximum duration, in minutes.
pub const MAX_DURATION: i64 = 6000;
/// Fields that a line must have.
const REQUIRED: [&str; 4] = ["channel", "number", "title", "pubTime"];
/// Maximum number of ratings.
const MAX_EVALUATES: i64 = 2_147_483_647;
/// Maximum number of entries of `imageBig` and of `imageSmall`.
pub const MAX_IMAGES: usize = 200;

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

text_rules! {
    /// The number of a work.
    WorkNumber: String, |raw| text::number(raw, MAX_NUMBER_CHARS);
}

/// The fields of a line, or the changes of an edit; null empties a field.
#[derive(Default, Deserialize)]
#[serde(
    rename_all = "camelCase",
    default,
    deny_unknown_fields,
    expecting = "对象"
)]
pub struct LineFields {
    channel: Must<ChannelName>,
    number: Must<WorkNumber>,
    title: Must<Text<1, MAX_TITLE_CHARS>>,
    pub_time: Must<Release>,
    duration: Given<Whole<i32, 0, MAX_DURATION>>,
    average: Given<Score>,
    evaluates: Given<Whole<i32, 0, MAX_EVALUATES>>,
    is_online: Given<Whole<i16, 0, 2>>,
    pic_big: Given<Address>,
    pic_small: Given<Address>,
    image_big: Given<List<ListedAddress, MAX_IMAGES>>,
    image_small: Given<List<ListedAddress, MAX_IMAGES>>,
    mp4: Given<Address>,
    m3u8: Given<Address>,
    tags: Given<Terms<{ TermKind::Tag.code() }>>,
    performers: Given<Terms<{ TermKind::Performer.code() }>>,
    makers: Given<Terms<{ TermKind::Maker.code() }>>,
    labels: Given<Terms<{ TermKind::Label.code() }>>,
    directors: Given<Terms<{ TermKind::Director.code() }>>,
    series: Given<Terms<{ TermKind::Series.code() }>>,
    items: Given<Terms<{ TermKind::Item.code() }>>,
    magnets: Given<Magnets>,
    hidden: Option<bool>,
}

/// Parses a line as a whole work. The error begins with the first fault in the order of the line; missing fields come last.
pub fn parse_line(line: &[u8]) -> Result<WorkRecord, ValidationError> {
    parse(line).map(|parsed| parsed.record)
}

/// Parses a line. The error has all its faults.
pub fn parse(line: &[u8]) -> Result<ParsedLine, ValidationError> {
    let parsed = fault::read::<LineFields>(line).and_then(LineFields::parsed);
    parsed.map_err(|first| fault::all::<LineFields>(line, first, &REQUIRED))
}

impl<R: Rule<Value: Default + PartialEq>> Given<R> {
    /// The value, or else the default. Adds `name` to the fields that are given, and to those that are empty.
    fn take(self, name: &str, [given, empty]: &mut [FieldSet; 2]) -> R::Value {
        if let Some(value) = &self.0 {
            *given = given.and(FieldSet::named([name]));
            if *value == R::Value::default() {
                *empty = empty.and(FieldSet::named([name]));
            }
        }
        self.0.unwrap_or_default()
    }
}

impl LineFields {
    /// Reads fields that are named as in a line.
    pub fn read(fields: Map<String, Value>) -> Result<Self, ValidationError> {
        fault::read_fields(fields)
    }

    /// `record` with these fields replaced.
    pub fn applied_to(mut self, record: &WorkRecord) -> Result<WorkRecord, ValidationError> {
        let pub_time = (record.pub_time, record.pub_precision);
        self.channel.0.get_or_insert(record.channel);
        self.number.0.get_or_insert_with(|| record.number.clone());
        self.title.0.get_or_insert_with(|| record.title.clone());
        self.pub_time.0.get_or_insert(pub_time);
        self.hidden.get_or_insert(record.hidden);
        let mut line = self.parsed()?;
        line.left_out.restore(&mut line.record, record);
        Ok(line.record)
    }

    /// The line, if it has every field that it must have.
    pub fn parsed(self) -> Result<ParsedLine, ValidationError> {
        let mut sets = [FieldSet::NONE; 2];
        let channel = self.channel.value("channel")?;
        let number = self.number.value("number")?;
        let title = self.title.value("title")?;
        let (pub_time, pub_precision) = self.pub_time.value("pubTime")?;
        let terms = [
            self.tags.take("tags", &mut sets),
            self.performers.take("performers", &mut sets),
            self.makers.take("makers", &mut sets),
            self.labels.take("labels", &mut sets),
            self.directors.take("directors", &mut sets),
            self.series.take("series", &mut sets),
            self.items.take("items", &mut sets),
        ];
        let magnets = self.magnets.take("magnets", &mut sets);
        let warnings = magnets.warnings().collect();
        let record = WorkRecord {
            channel,
            number,
            title,
            pub_time,
            pub_precision,
            duration: self.duration.take("duration", &mut sets),
            average: self.average.take("average", &mut sets),
            evaluates: self.evaluates.take("evaluates", &mut sets),
            is_online: self.is_online.take("isOnline", &mut sets),
            pic_big: self.pic_big.take("picBig", &mut sets),
            pic_small: self.pic_small.take("picSmall", &mut sets),
            image_big: self.image_big.take("imageBig", &mut sets),
            image_small: self.image_small.take("imageSmall", &mut sets),
            mp4: self.mp4.take("mp4", &mut sets),
            m3u8: self.m3u8.take("m3u8", &mut sets),
            terms: terms.into_iter().flatten().collect(),
            magnets: magnets.kept,
            hidden: self.hidden.unwrap_or_default(),
        };
        let [given, emptied] = sets;
        Ok(ParsedLine {
            record,
            // A line without the other two was rejected.
            left_out: FieldSet::ALL
                .without(given)
                .without(FieldSet::named(["title", "pubTime"])),
            emptied,
            hidden: self.hidden,
            warnings,
        })
    }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
