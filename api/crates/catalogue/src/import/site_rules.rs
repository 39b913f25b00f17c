//! Rules of the site for a line, beyond the format: a plausible publish time, pictures and streams that its pages may load,
//! and one film for each number in a file.

use std::collections::HashMap;
use std::collections::hash_map::{Entry, RandomState};
use std::hash::BuildHasher as _;

use yingku_base::time::format_shanghai;
use yingku_platform::config::{MediaConfig, StreamConfig};

use super::fields::FieldSet;
use super::fingerprint::Fingerprinted;
use super::path::host_of;
use super::record::{MAX_NUMBER_CHARS, ParsedLine, ValidationError, Warning, WorkRecord, parse};
use super::validation_error::At;
use crate::playback::demo::STREAM;
use crate::playback::elsewhere;

/// Maximum publish time in the future, seconds: thirty years, because catalogues have guessed dates. A work of the year
/// 9999 would lead the newest ones for ever.
const MAX_AHEAD: i64 = 30 * 366 * 86_400;

/// The field that says whether a work can be watched.
const ONLINE: &str = "isOnline";

/// The rules, and their state from earlier lines.
pub struct SiteRules {
    now: i64,
    media: MediaConfig,
    streams: StreamConfig,
    allows_duplicates: bool,
    numbers: Numbers,
}

impl SiteRules {
    /// The rules at `now`, seconds since 1970, for a site with these settings.
    pub fn new(now: i64, media: &MediaConfig, streams: &StreamConfig) -> Self {
        Self {
            now,
            media: media.clone(),
            streams: streams.clone(),
            allows_duplicates: false,
            numbers: Numbers::default(),
        }
    }

    /// Whether films with the same number in one file are kept as separate works.
    #[must_use]
    pub fn with_duplicates(self, allows_duplicates: bool) -> Self {
        Self {
            allows_duplicates,
            ..self
        }
    }

    /// Parses a line and applies the rules to it.
    pub fn parse(&mut self, line: &[u8]) -> Result<(Fingerprinted, Vec<Warning>), ValidationError> {
        let mut parsed = parse(line)?;
        check_pub_time(&parsed.record, self.now)?;
        parsed.warnings.extend(self.blocked_address(&parsed.record));
        match elsewhere::allowed(&parsed.record.m3u8, &self.streams) {
            Some(_) => put_online(&mut parsed),
            None => parsed.warnings.extend(blocked_stream(&parsed.record)),
        }
        self.check_number(&mut parsed);
        let warnings = std::mem::take(&mut parsed.warnings);
        Ok((parsed.into(), warnings))
    }

    /// The first address of a picture or clip that the content security policy blocks.
    fn blocked_address(&self, record: &WorkRecord) -> Option<Warning> {
        let single = [
            ("picBig", &record.pic_big),
            ("picSmall", &record.pic_small),
            ("mp4", &record.mp4),
        ];
        let big = record.image_big.iter().map(|still| ("imageBig", still));
        let small = record.image_small.iter().map(|still| ("imageSmall", still));
        let mut all = single.into_iter().chain(big).chain(small);
        all.find_map(|(field, address)| {
            let host = host_of(address).filter(|host| !self.media.may_load_from(host))?;
            let text = format!("网站不会显示 {host} 的图片和视频，除非在 IMAGE_HOSTS 中加入该主机");
            Some(At::Line.field(field).warn(text))
        })
    }

    /// Two titles with one number are two films, of which a site can keep only the last, or both.
    fn check_number(&mut self, parsed: &mut ParsedLine) {
        let Some(nth) = self.numbers.nth(&parsed.record) else {
            return;
        };
        let record = &mut parsed.record;
        let own = format!("{} ({})", record.number, letter(nth));
        let fits = own.chars().count() <= MAX_NUMBER_CHARS;
        let text = match self.allows_duplicates && fits {
            true if nth == 0 => return,
            true => {
                let text = format!("文件里有另一部影片用这个番号，本行导入为 {own}");
                record.number = own;
                text
            }
            false => {
                // Omitted fields would be taken from the other film.
                parsed.left_out = FieldSet::NONE;
                "文件里另一部影片也用这个番号，已被本行替换".to_owned()
            }
        };
        parsed.warnings.push(At::Line.field("number").warn(text));
    }
}

/// Rejects a work that is published too far after `now`, seconds since 1970.
pub fn check_pub_time(record: &WorkRecord, now: i64) -> Result<(), ValidationError> {
    let last = now + MAX_AHEAD;
    if record.pub_time <= last {
        return Ok(());
    }
    let text = format!(
        "最晚为 {}，实际是 {}",
        format_shanghai(last),
        format_shanghai(record.pub_time)
    );
    Err(At::Line.field("pubTime").error(text))
}

/// A work whose film plays from another host can be watched, unless its line says that it cannot.
fn put_online(parsed: &mut ParsedLine) {
    let online = FieldSet::named([ONLINE]);
    if !parsed.left_out.within(online).is_empty() {
        parsed.left_out = parsed.left_out.without(online);
        parsed.record.is_online = 1;
    }
}

/// Warns of a stream's address that is not played.
fn blocked_stream(record: &WorkRecord) -> Option<Warning> {
    if record.m3u8.is_empty() || record.m3u8 == STREAM {
        return None;
    }
    let text = match host_of(&record.m3u8) {
        Some(host) => format!("网站不会播放 {host} 的影片，除非在 STREAM_HOSTS 中加入该主机"),
        None => "网站只播放 STREAM_HOSTS 所列主机的 https 地址；自己的影片按作品编号放在 STREAM_DIR 中，不用填地址".to_owned(),
    };
    Some(At::Line.field("m3u8").warn(text))
}

/// `b` for the second film of a number. Letters, because digits would make it another number.
fn letter(nth: usize) -> char {
    ('a'..='z').nth(nth).unwrap_or('z')
}

/// The titles of each number of a file, as hashes: a file may have millions of lines.
#[derive(Default)]
struct Numbers {
    hasher: RandomState,
    first: HashMap<u64, u64>,
    more: HashMap<u64, Vec<u64>>,
}

impl Numbers {
    /// The index of a work among the films of its number, from 0; `None` while all lines with the number have one
    /// title.
    fn nth(&mut self, record: &WorkRecord) -> Option<usize> {
        let number = self
            .hasher
            .hash_one((record.channel.code(), record.number.as_str()));
        let title = self.hasher.hash_one(record.title.as_str());
        match self.first.entry(number) {
            Entry::Vacant(free) => {
                free.insert(title);
                None
            }
            Entry::Occupied(first) if *first.get() == title => {
                self.more.contains_key(&number).then_some(0)
            }
            Entry::Occupied(_) => {
                let more = self.more.entry(number).or_default();
                let known = more.iter().position(|one| *one == title);
                Some(
                    1 + known.unwrap_or_else(|| {
                        more.push(title);
                        more.len() - 1
                    }),
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use yingku_platform::config::Config;

    use super::*;

    /// 2026-09-21 in Shanghai.
    const NOW: i64 = 1_790_000_000;

    fn rules() -> SiteRules {
        let hosts = [
            ("IMAGE_HOSTS", "img.example"),
            ("STREAM_HOSTS", "films.example"),
        ];
        let config = Config::from_pairs(&hosts).unwrap();
        SiteRules::new(NOW, &config.media, &config.streams)
    }

    fn line(more: &Value) -> Vec<u8> {
        let mut line = json!({ "channel": "censored", "number": "MZU-017", "title": "山谷", "pubTime": "2026-09-01" });
        for (name, value) in more.as_object().unwrap() {
            line[name] = value.clone();
        }
        line.to_string().into_bytes()
    }

    fn warnings(rules: &mut SiteRules, more: &Value) -> (String, Vec<String>) {
        let (work, warnings) = rules
            .parse(&line(more))
            .map_err(|validation_error| validation_error.to_string())
            .unwrap();
        let warnings = warnings.iter().map(ToString::to_string).collect();
        (work.record.number, warnings)
    }

    #[test]
    fn a_date_far_in_the_future_is_rejected() {
        let parse = |day: &str| {
            let line = line(&json!({ "pubTime": day }));
            rules()
                .parse(&line)
                .map(|_| ())
                .map_err(|validation_error| validation_error.to_string())
        };
        assert_eq!(parse("2056-09-01"), Ok(()));
        let rejected = parse("9999-12-31").unwrap_err();
        assert!(
            rejected.starts_with("pubTime: 最晚为 2056-10-"),
            "{rejected}"
        );
    }

    #[test]
    fn content_that_the_site_does_not_show_is_warned_of() {
        for (fields, field) in [
            (json!({ "picBig": "https://cdn.example/a.jpg" }), "picBig"),
            (
                json!({ "imageSmall": ["a.jpg", "https://cdn.example/a.jpg"] }),
                "imageSmall",
            ),
            (
                json!({ "m3u8": "https://cdn.example/a/index.m3u8" }),
                "m3u8",
            ),
            (json!({ "m3u8": "films/a/index.m3u8" }), "m3u8"),
            // A host of pictures is no host of films.
            (json!({ "m3u8": "https://img.example/a.m3u8" }), "m3u8"),
        ] {
            let (_, warned) = warnings(&mut rules(), &fields);
            assert_eq!(warned.len(), 1, "{fields}");
            assert!(warned[0].starts_with(&format!("{field}: ")), "{warned:?}");
        }
        let shown =
            json!({ "picBig": "https://img.example/a.jpg", "mp4": "a.mp4", "m3u8": STREAM });
        assert_eq!(warnings(&mut rules(), &shown).1, [""; 0]);
        let played = json!({ "m3u8": "https://films.example/a.m3u8" });
        assert_eq!(warnings(&mut rules(), &played).1, [""; 0]);
    }

    #[test]
    fn a_work_with_a_stream_on_another_host_is_online_unless_its_line_says_otherwise() {
        let online = |fields: Value| {
            let (work, _) = rules()
                .parse(&line(&fields))
                .map_err(|error| error.to_string())
                .unwrap();
            let is_given = work.left_out.within(FieldSet::named([ONLINE])).is_empty();
            (work.record.is_online, is_given)
        };
        let address = "https://films.example/a.m3u8";
        assert_eq!(online(json!({ "m3u8": address })), (1, true));
        assert_eq!(online(json!({ "m3u8": address, "isOnline": 0 })), (0, true));
        assert_eq!(online(json!({ "m3u8": address, "isOnline": 2 })), (2, true));
        assert_eq!(
            online(json!({ "m3u8": "https://cdn.example/a.m3u8" })),
            (0, false)
        );
        assert_eq!(online(json!({})), (0, false));
    }

    #[test]
    fn two_films_with_one_number_are_warned_of_and_can_be_forced() {
        let mut replacing = rules();
        for (title, count) in [("山谷", 0), ("山谷", 0), ("河流", 1), ("山谷", 1)] {
            let (number, warned) = warnings(&mut replacing, &json!({ "title": title }));
            assert_eq!(
                (number.as_str(), warned.len()),
                ("MZU-017", count),
                "{title}"
            );
        }
        assert!(
            warnings(
                &mut replacing,
                &json!({ "title": "河流", "channel": "western" })
            )
            .1
            .is_empty()
        );
        // It inherits nothing from the other one.
        let (other, _) = replacing
            .parse(&line(&json!({ "title": "河流" })))
            .map_err(|validation_error| validation_error.to_string())
            .unwrap();
        assert!(other.left_out.is_empty());
        let mut keeping = rules().with_duplicates(true);
        for (title, own) in [
            ("山谷", "MZU-017"),
            ("河流", "MZU-017 (b)"),
            ("海边", "MZU-017 (c)"),
            ("河流", "MZU-017 (b)"),
            ("山谷", "MZU-017"),
        ] {
            assert_eq!(warnings(&mut keeping, &json!({ "title": title })).0, own);
        }
    }
}
