//! Magnet links in the API (R5.2).

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use yingku_base::values::{Count, Id, Time};
use yingku_http_kit::error::ApiError;
use yingku_http_kit::param_types::Keyword;

use super::marks::{Mark, Siblings, marks};

/// Maximum length of a work's number, in code points (R17.16).
const NUMBER_CHARS: usize = 64;
/// A work's number as typed.
type NumberText = Keyword<NUMBER_CHARS>;
/// Visible hex digits of a masked hash.
const VISIBLE_DIGITS: usize = 8;

/// Maximum length of a link's display name, bytes in UTF-8. Clients name a file or directory after it, with their own
/// extensions, and file systems allow 255 bytes.
const DISPLAY_NAME_BYTES: usize = 200;

/// A magnet link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Magnet {
    /// The id.
    pub id: Id,
    /// Name; may contain `<em>` and `</em>` around the number, but no other markup.
    #[schema(example = "<em>ABCD-123</em> 1080p")]
    pub name: String,
    /// 40 hex digits, or the first 8 and 32 `*` while locked.
    #[schema(example = "c12fe1c0********************************")]
    pub info_hash: String,
    /// True while the hash is masked.
    pub locked: bool,
    /// Size in bytes.
    pub length: Count,
    /// Time of creation.
    pub create_time: Time,
    /// Quality, from the name.
    pub marks: Vec<Mark>,
}

/// A row of `magnets`.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = yingku_db::schema::magnets)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct MagnetRow {
    pub id: i64,
    pub name: String,
    pub info_hash: String,
    pub length: i64,
    pub create_time: i64,
}

impl Magnet {
    /// The link with its hash, or masked if `locked`.
    pub fn new(row: MagnetRow, locked: bool, siblings: Siblings) -> Self {
        Self {
            id: Id(row.id),
            marks: marks(&row.name, siblings),
            name: row.name,
            info_hash: if locked {
                masked(&row.info_hash)
            } else {
                row.info_hash
            },
            locked,
            length: Count(row.length),
            create_time: Time(row.create_time),
        }
    }
}

/// Replaces all but the first digits by `*`.
fn masked(hash: &str) -> String {
    hash.chars()
        .enumerate()
        .map(|(at, digit)| if at < VISIBLE_DIGITS { digit } else { '*' })
        .collect()
}

/// The link to copy.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CopyForm {
    /// Id of the link.
    pub id: Id,
}

/// A copied link and the rest of the quota.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CopiedMagnet {
    /// The id.
    pub id: Id,
    /// 40 hex digits.
    #[schema(
        example = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
        pattern = "^[0-9a-f]{40}$"
    )]
    pub info_hash: String,
    /// The link, with a display name for clients.
    #[schema(
        example = "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=ABCD-123%201080p"
    )]
    pub magnet: String,
    /// Different links copied today, including this one.
    pub used: Count,
    /// Links per day; missing = unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 3)]
    pub limit: Option<i32>,
    /// Links left today; missing = unlimited.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 0, example = 2)]
    pub remaining: Option<i32>,
}

impl CopiedMagnet {
    /// The link with the rest of the quota.
    pub fn new(id: i64, info_hash: String, magnet: String, used: i32, limit: Option<i32>) -> Self {
        Self {
            id: Id(id),
            magnet,
            info_hash,
            used: Count(used.into()),
            limit,
            remaining: limit.map(|limit| (limit - used).max(0)),
        }
    }
}

/// A link with a display name for clients, and the trackers that the site adds for those without DHT.
pub fn magnet_link(info_hash: &str, name: &str, trackers: &[String]) -> String {
    let link = format!("magnet:?xt=urn:btih:{info_hash}&dn={}", display_name(name));
    trackers
        .iter()
        .fold(link, |link, tracker| link + "&tr=" + &escaped(tracker))
}

/// The name of a link without its markup.
pub fn plain_name(name: &str) -> String {
    let plain = name.replace("<em>", "").replace("</em>", "");
    plain.trim().to_owned()
}

/// The display name of a link: without markup, truncated, and percent-encoded.
fn display_name(name: &str) -> String {
    let plain = plain_name(name);
    let end = plain.floor_char_boundary(DISPLAY_NAME_BYTES);
    let short = plain.get(..end).unwrap_or_default().trim_end();
    escaped(short)
}

/// Percent-encodes everything but unreserved characters.
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            encoded.push_str(&format!("{byte:02X}"));
        }
        encoded
    })
}

/// Parameters of a list of magnets. Clients also send `order`, `data`, `category`, `modId` and `remark`, which are
/// ignored (R5.1).
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct MagnetParams {
    /// Number of the work, with or without hyphen; not blank. Leading zeros matter only if a work has
    /// exactly this spelling.
    #[param(value_type = NumberText, inline, required = true, example = "ABCD-123")]
    pub keyword: Option<String>,
    /// Id of the work, to exclude others with the same number.
    pub id: Option<Id>,
}

impl MagnetParams {
    /// The work's number.
    pub fn number(&self) -> Result<String, ApiError> {
        let keyword = self.keyword.as_deref().unwrap_or_default();
        let number = keyword.trim();
        if number.is_empty() || keyword.chars().count() > NUMBER_CHARS || number.contains('\0') {
            return Err(ApiError::bad_request("请提供作品番号，限制为1-64个字符"));
        }
        Ok(number.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_carries_its_name_without_marks() {
        assert_eq!(display_name("<em>ABC-1</em> 4K"), "ABC-1%204K");
        assert_eq!(display_name("山&x=1"), "%E5%B1%B1%26x%3D1");
        assert_eq!(display_name(&"a".repeat(300)).len(), DISPLAY_NAME_BYTES);
        // 66 characters of three bytes, each written as nine letters.
        assert_eq!(display_name(&"山".repeat(100)).len(), 66 * 9);
        let emoji = format!("{}🎬", "a".repeat(198));
        assert_eq!(display_name(&emoji), "a".repeat(198));
    }

    #[test]
    fn a_masked_hash_shows_eight_digits() {
        let hash = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a";
        assert_eq!(masked(hash), format!("c12fe1c0{}", "*".repeat(32)));
    }
}
