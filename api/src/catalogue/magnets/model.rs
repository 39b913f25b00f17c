//! Magnet links on the wire (R5.2).

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::routes::NUMBER_CHARS;
use crate::base::values::{Count, Id, Time};
use crate::http::fields::IdText;
use crate::http::params::Keyword;

/// A work's number, as it is typed.
type NumberText = Keyword<NUMBER_CHARS>;
/// Hex digits of a hash that a list shows.
const SHOWN_DIGITS: usize = 8;

/// Longest name in a link, in code points.
const DISPLAY_NAME_CHARS: usize = 100;

/// A magnet link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Magnet {
    /// The id.
    pub id: Id,
    /// Name; may hold `<em>` and `</em>` around the number, and no other markup counts.
    #[schema(example = "<em>ABCD-123</em> 1080p")]
    pub name: String,
    /// 40 hex digits, or the first 8 and 32 `*` while locked.
    #[schema(example = "c12fe1c0********************************")]
    pub info_hash: String,
    /// True while the hash is masked.
    pub locked: bool,
    /// Size in bytes.
    pub length: Count,
    /// When it was found.
    pub create_time: Time,
}

/// A magnet link as the database keeps it.
#[derive(Debug, Clone, diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = crate::db::schema::magnets)]
#[expect(missing_docs, reason = "the columns of the table")]
pub struct MagnetRow {
    pub id: i64,
    pub name: String,
    pub info_hash: String,
    pub length: i64,
    pub create_time: i64,
}

impl Magnet {
    /// With its hash, or locked.
    pub fn of(row: MagnetRow, locked: bool) -> Self {
        Self {
            id: Id(row.id),
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

/// The first digits, and a star for each of the rest.
fn masked(hash: &str) -> String {
    hash.chars()
        .enumerate()
        .map(|(at, digit)| if at < SHOWN_DIGITS { digit } else { '*' })
        .collect()
}

/// A link that is to be copied.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CopyForm {
    /// Id of the link.
    pub id: IdText,
}

/// A copied link, and how many there are left today.
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
    /// The link, with the name that a program for downloads shows.
    #[schema(
        example = "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=ABCD-123%201080p"
    )]
    pub magnet: String,
    /// Different links copied today, this one included.
    pub used: Count,
    /// Links a day; null = as many as one likes.
    #[schema(required = true, minimum = 0, example = 3)]
    pub limit: Option<i32>,
    /// Links left today; null = as many as one likes.
    #[schema(required = true, minimum = 0, example = 2)]
    pub remaining: Option<i32>,
}

impl CopiedMagnet {
    /// The link of an id with what is left of the day's quota.
    pub fn of(id: i64, info_hash: String, name: &str, used: i32, limit: Option<i32>) -> Self {
        Self {
            id: Id(id),
            magnet: format!("magnet:?xt=urn:btih:{info_hash}&dn={}", display_name(name)),
            info_hash,
            used: Count(used.into()),
            limit,
            remaining: limit.map(|limit| (limit - used).max(0)),
        }
    }
}

/// A name as a link carries it: without its marks, cut short, and percent-encoded.
fn display_name(name: &str) -> String {
    let plain = name.replace("<em>", "").replace("</em>", "");
    let short: String = plain.trim().chars().take(DISPLAY_NAME_CHARS).collect();
    short.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            encoded.push_str(&format!("{byte:02X}"));
        }
        encoded
    })
}

/// Parameters of a magnet list. Clients also send `order`, `data`, `category`, `modId` and `remark`, which are
/// ignored (R5.1).
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct MagnetParams {
    /// Number of the work, with or without hyphen; not white space alone. The work with exactly this spelling has the
    /// links; where there is none, zeros before the digits do not matter.
    #[param(value_type = NumberText, inline, required = true, example = "ABCD-123")]
    pub keyword: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_carries_its_name_without_marks() {
        assert_eq!(display_name("<em>ABC-1</em> 4K"), "ABC-1%204K");
        assert_eq!(display_name("山&x=1"), "%E5%B1%B1%26x%3D1");
        assert_eq!(display_name(&"a".repeat(300)).len(), DISPLAY_NAME_CHARS);
    }

    #[test]
    fn a_masked_hash_shows_eight_digits() {
        let hash = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a";
        assert_eq!(masked(hash), format!("c12fe1c0{}", "*".repeat(32)));
    }
}
