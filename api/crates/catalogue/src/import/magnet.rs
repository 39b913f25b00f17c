//! Magnets of a work: name, hash, size and time.

use serde::{Deserialize, Deserializer};
use yingku_http_kit::json::Object;

use super::rule::{By, Moment, Rule, Text, Whole, list, text_rules};
use super::text::Reason;
use super::validation_error::{At, Warning};

/// The most magnets of one work.
pub const MAX_MAGNETS: usize = 500;
/// The longest magnet name, in code points; markup such as `<em>` counts.
pub const MAX_MAGNET_NAME_CHARS: usize = 500;
/// The largest size in bytes: the largest integer that every JSON parser represents exactly.
pub const MAX_LENGTH: i64 = 9_007_199_254_740_991;

/// A magnet; the hash identifies it within the work.
#[derive(Clone, Debug, PartialEq, Eq, diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = yingku_db::schema::magnets)]
pub struct MagnetRecord {
    /// 1 to 500 code points, perhaps with markup.
    pub name: String,
    /// 40 lower-case hex digits.
    pub info_hash: String,
    /// Bytes, 0 to 2⁵³ − 1.
    pub length: i64,
    /// Seconds since 1970, UTC.
    pub create_time: i64,
}

text_rules! {
    /// A hash; none for one of BitTorrent v2.
    Hash: Option<String>, hash;
}

/// A magnet as a line has it; its hash is none for one of BitTorrent v2.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "对象")]
struct MagnetEntry {
    name: By<Text<1, MAX_MAGNET_NAME_CHARS>>,
    info_hash: By<Hash>,
    length: By<Whole<i64, 0, MAX_LENGTH>>,
    create_time: By<Moment>,
}

impl Rule for MagnetEntry {
    type Value = Self;

    fn read<'de, D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        Object::deserialize(source).map(|Object(entry)| entry)
    }
}

/// The magnets of a line. Of those with the same hash the first wins. One with only a BitTorrent v2 hash is skipped, so
/// that the other links are imported.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Magnets {
    /// Each hash once.
    pub(super) kept: Vec<MagnetRecord>,
    /// The positions of those skipped.
    pub(super) skipped: Vec<usize>,
}

impl Rule for Magnets {
    type Value = Self;

    fn read<'de, D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let mut read = Self::default();
        let entries = list::<D, MagnetEntry>(source, MAX_MAGNETS)?;
        for (index, entry) in entries.into_iter().enumerate() {
            let By(Some(info_hash)) = entry.info_hash else {
                read.skipped.push(index);
                continue;
            };
            if !read.kept.iter().any(|known| known.info_hash == info_hash) {
                read.kept.push(MagnetRecord {
                    name: entry.name.0,
                    info_hash,
                    length: entry.length.0,
                    create_time: entry.create_time.0,
                });
            }
        }
        Ok(read)
    }
}

impl Magnets {
    /// A warning for each link that was skipped.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Warning> {
        self.skipped.iter().map(|index| {
            let list = At::Line.field("magnets");
            let place = list.item(*index);
            let hash = place.field("infoHash");
            hash.warn("BitTorrent v2 的哈希值，没有导入这条链接")
        })
    }
}

/// A v1 hash; `None` for a v2 hash.
fn hash(raw: &str) -> Result<Option<String>, Reason> {
    let written = raw.trim();
    if is_v2(written) {
        return Ok(None);
    }
    let found = info_hash(written);
    found
        .map(Some)
        .ok_or_else(|| "应为 40 位十六进制或 32 位 base32 字符".to_owned())
}

/// Whether it is the SHA-256 of a torrent (BEP 52): 64 hex digits, in magnet links with the prefix `1220`.
fn is_v2(written: &str) -> bool {
    let digits = match written.len() {
        68 => written.strip_prefix("1220").unwrap_or_default(),
        _ => written,
    };
    digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A hash as 40 lower-case hex digits, from 40 hex or 32 base32 digits in either case.
pub fn info_hash(written: &str) -> Option<String> {
    match written.len() {
        40 if written.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            Some(written.to_ascii_lowercase())
        }
        32 => base32(written),
        _ => None,
    }
}

/// 32 base32 digits (RFC 4648, either case) as 40 hex digits.
fn base32(written: &str) -> Option<String> {
    let mut hex = String::with_capacity(40);
    // Eight digits are 40 bits, which are ten hex digits.
    for eight in written.as_bytes().chunks(8) {
        let mut bits = 0u64;
        for digit in eight {
            let value = match digit.to_ascii_uppercase() {
                letter @ b'A'..=b'Z' => letter - b'A',
                number @ b'2'..=b'7' => number - b'2' + 26,
                _ => return None,
            };
            bits = (bits << 5) | u64::from(value);
        }
        hex.push_str(&format!("{bits:010x}"));
    }
    Some(hex)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::record::{ParsedLine, parse};

    const HEX: &str = "0123456789abcdef0123456789abcdef01234567";
    const BASE32: &str = "AERUKZ4JVPG66AJDIVTYTK6N54ASGRLH";

    fn parsed(raw: &str) -> Result<ParsedLine, String> {
        let line = format!(
            r#"{{"channel":"western","number":"A","title":"t","pubTime":"1998-06-12","magnets":{raw}}}"#
        );
        parse(line.as_bytes()).map_err(|error| error.to_string())
    }

    fn read(raw: &str) -> Result<Vec<MagnetRecord>, String> {
        parsed(raw).map(|line| line.record.magnets)
    }

    fn one(hash: &str, length: &str, time: &str) -> String {
        format!(
            r#"[{{"name":"<em>A-1</em> 1080p","infoHash":"{hash}","length":{length},"createTime":"{time}"}}]"#
        )
    }

    #[test]
    fn hex_and_base32_are_one_hash() {
        let hex = read(&one(&HEX.to_uppercase(), "5", "2024-01-01")).unwrap();
        let base32 = read(&one(&BASE32.to_lowercase(), "5", "2024-01-01")).unwrap();
        assert_eq!(hex, base32);
        assert_eq!(hex[0].info_hash, HEX);
    }

    #[test]
    fn a_hash_given_twice_is_one_magnet() {
        let entry = |hash: &str| {
            one(hash, "7", "2024-01-01")
                .trim_matches(['[', ']'])
                .to_owned()
        };
        assert_eq!(
            read(&format!("[{},{}]", entry(HEX), entry(BASE32)))
                .unwrap()
                .len(),
            1
        );
    }

    #[test]
    fn a_v2_hash_is_skipped_with_a_warning() {
        for hash in ["ab".repeat(32), format!("1220{}", "AB".repeat(32))] {
            let entries = [one(&hash, "5", "2024-01-01"), one(HEX, "5", "2024-01-01")]
                .map(|list| list.trim_matches(['[', ']']).to_owned());
            let raw = format!("[{}]", entries.join(","));
            let line = parsed(&raw).unwrap();
            let (kept, warnings) = (line.record.magnets, line.warnings);
            assert_eq!((kept.len(), kept[0].info_hash.as_str()), (1, HEX));
            assert_eq!(warnings.len(), 1);
            assert_eq!(
                warnings[0].to_string(),
                "magnets[0].infoHash: BitTorrent v2 的哈希值，没有导入这条链接"
            );
        }
    }

    #[test]
    fn invalid_magnets_are_rejected_with_their_position() {
        let bad_hash = "magnets[0].infoHash: 应为 40 位十六进制或 32 位 base32 字符";
        for hash in [
            "",
            "abc",
            &"g".repeat(40),
            &"1".repeat(32),
            &"é".repeat(16),
            HEX.get(1..).unwrap_or_default(),
        ] {
            assert_eq!(
                read(&one(hash, "5", "2024-01-01")),
                Err(bad_hash.into()),
                "{hash}"
            );
        }
        assert_eq!(
            read(&one(HEX, "-1", "2024-01-01")),
            Err("magnets[0].length: 应为 0 到 9007199254740991，实际是 -1".into())
        );
        assert_eq!(
            read(&one(HEX, "1.5", "2024-01-01")),
            Err("magnets[0].length: 应为 0 到 9007199254740991 的整数，实际是 1.5".into())
        );
        assert_eq!(
            read(&one(HEX, "5", "2024-02-30")),
            Err("magnets[0].createTime: 没有这个日期或时间：2024-02-30".into())
        );
        assert_eq!(read("[{}]"), Err("magnets[0].name: 缺少该字段".into()));
        assert_eq!(
            read(r#"[{"infohash":"x"}]"#),
            Err("magnets[0].infohash: 未知字段，是否想写 infoHash？".into())
        );
    }
}
