//! A 64-bit fingerprint of a record, stored with the work, so that an import recognises unchanged works without reading
//! their terms and magnets.

use sha2::{Digest, Sha256};

use super::fields::FieldSet;
use super::record::{ParsedLine, WorkRecord};
use crate::precision::Precision;

/// Increase it when the fingerprint of an equal record changes; every work is then updated once.
const VERSION: u8 = 1;

/// A record and its fingerprint, which the reading thread computes.
pub struct Fingerprinted {
    /// The record.
    pub record: WorkRecord,
    /// Its fingerprint.
    pub fingerprint: i64,
    /// Omitted fields, which a stored work keeps.
    pub left_out: FieldSet,
    /// Whether a stored work stays hidden if it is.
    pub leaves_hidden: bool,
}

/// A whole work.
impl From<WorkRecord> for Fingerprinted {
    fn from(record: WorkRecord) -> Self {
        let fingerprint = fingerprint(&record, FieldSet::NONE, false);
        Self {
            record,
            fingerprint,
            left_out: FieldSet::NONE,
            leaves_hidden: false,
        }
    }
}

/// A line, which may omit fields.
impl From<ParsedLine> for Fingerprinted {
    fn from(line: ParsedLine) -> Self {
        let shows = line.hidden == Some(false);
        Self {
            fingerprint: fingerprint(&line.record, line.emptied, shows),
            left_out: line.left_out,
            leaves_hidden: line.hidden.is_none(),
            record: line.record,
        }
    }
}

/// The first 64 bits of a SHA-256 of the normalised content: the same on every machine and in every release with the
/// same `VERSION`. Two different records collide with a probability of 2⁻⁶⁴. Explicitly emptied fields and
/// `hidden: false` are included, because omitted ones have the same value in the record.
fn fingerprint(record: &WorkRecord, emptied: FieldSet, shows: bool) -> i64 {
    let mut writer = Writer(Vec::with_capacity(1024));
    writer.0.push(VERSION);
    writer.number(record.channel.code());
    writer.text(&record.number);
    writer.text(&record.title);
    writer.number(record.pub_time);
    writer.number(record.duration);
    writer.0.extend(record.average.to_bits().to_be_bytes());
    writer.number(record.evaluates);
    writer.number(record.is_online);
    for address in [
        &record.pic_big,
        &record.pic_small,
        &record.mp4,
        &record.m3u8,
    ] {
        writer.text(address);
    }
    writer.texts(&record.image_big);
    writer.texts(&record.image_small);
    writer.count(record.terms.len());
    for term in &record.terms {
        writer.number(term.kind.code());
        writer.text(&term.name);
        writer.text(&term.name_cn);
        writer.texts(&term.aliases);
        writer.text(&term.group);
    }
    writer.count(record.magnets.len());
    for magnet in &record.magnets {
        writer.text(&magnet.name);
        writer.text(&magnet.info_hash);
        writer.number(magnet.length);
        writer.number(magnet.create_time);
    }
    writer.number(i16::from(record.hidden));
    if record.pub_precision != Precision::Day {
        writer.text(record.pub_precision.as_str());
    }
    if shows || !emptied.is_empty() {
        writer.number(emptied.bits());
        writer.number(i16::from(shows));
    }
    let digest = Sha256::digest(&writer.0);
    let first = digest.iter().take(8);
    first.fold(0i64, |all, byte| (all << 8) | i64::from(*byte))
}

/// Length-prefixes each text, so that no two records have the same bytes.
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: impl Into<i64>) {
        self.0.extend(number.into().to_be_bytes());
    }

    fn count(&mut self, count: usize) {
        self.number(i64::try_from(count).unwrap_or(i64::MAX));
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend(text.as_bytes());
    }

    fn texts(&mut self, texts: &[String]) {
        self.count(texts.len());
        texts.iter().for_each(|text| self.text(text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::record::parse;

    fn print(line: &str) -> i64 {
        Fingerprinted::from(parse(line.as_bytes()).unwrap()).fingerprint
    }

    #[test]
    fn the_fingerprint_never_changes() {
        let line = r#"{"channel":"western","number":"FILM-0001","title":"The Land Girls","pubTime":"1998-06-12","average":3.05}"#;
        assert_eq!(print(line), -2_888_865_849_241_591_850);
        assert_eq!(print(&line.replace("3.05", " 3.050")), print(line));
    }

    #[test]
    fn an_emptied_field_differs_from_an_omitted_one() {
        let line = r#"{"channel":"western","number":"A","title":"t","pubTime":"1998-06-12"}"#;
        let with = |more: &str| print(&line.replace('}', &format!(",{more}}}")));
        assert_eq!(with(r#""tags":[]"#), with(r#""tags":null"#));
        let prints = [
            print(line),
            with(r#""tags":[]"#),
            with(r#""magnets":[]"#),
            with(r#""hidden":false"#),
        ];
        assert_eq!(
            prints
                .iter()
                .collect::<std::collections::HashSet<_>>()
                .len(),
            4
        );
    }

    #[test]
    fn every_field_counts() {
        let line = r#"{"channel":"western","number":"A","title":"t","pubTime":"1998-06-12"#;
        let mut seen = std::collections::HashSet::from([print(&format!("{line}\"}}"))]);
        for more in [
            r#" 00:00:01"}"#,
            r#"","duration":1}"#,
            r#"","average":1}"#,
            r#"","evaluates":1}"#,
            r#"","isOnline":1}"#,
            r#"","picBig":"a"}"#,
            r#"","picSmall":"a"}"#,
            r#"","mp4":"a"}"#,
            r#"","m3u8":"a"}"#,
            r#"","imageBig":["a"]}"#,
            r#"","imageSmall":["a"]}"#,
            r#"","tags":[{"name":"a"}]}"#,
            r#"","tags":[{"name":"a","group":"b"}]}"#,
            r#"","items":[{"name":"a"}]}"#,
            r#"","items":[{"name":"a","nameCn":"b"}]}"#,
            r#"","items":[{"name":"a","aliases":["b"]}]}"#,
            r#"","items":[{"name":"a"},{"name":"b"}]}"#,
            r#"","items":[{"name":"b"},{"name":"a"}]}"#,
            r#"","hidden":true}"#,
            r#"","magnets":[{"name":"a","infoHash":"0000000000000000000000000000000000000000","length":1,"createTime":"2024-01-01"}]}"#,
        ] {
            assert!(
                seen.insert(print(&format!("{line}{more}"))),
                "{more} changes nothing"
            );
        }
    }
}
