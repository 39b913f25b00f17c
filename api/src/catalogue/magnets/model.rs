//! What a magnet link looks like on the wire (spec §3).

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::time::wire;

/// Hex digits of a hash that a list shows.
const SHOWN_DIGITS: usize = 8;

/// A magnet link.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Magnet {
    /// 64-bit number as text.
    #[schema(example = "910000000000000003")]
    pub id: String,
    /// Name; may hold `<em>` and `</em>` around the number, and no other markup counts.
    #[schema(example = "<em>ABCD-123</em> 1080p")]
    pub name: String,
    /// 40 hex digits, or the first 8 and 32 `*` while locked.
    #[schema(example = "c12fe1c0********************************")]
    pub info_hash: String,
    /// True while the hash is masked.
    pub locked: bool,
    /// Size in bytes.
    #[schema(minimum = 0, example = 1_610_612_736)]
    pub length: i64,
    /// When it was found, Asia/Shanghai.
    #[schema(example = "2026-11-20 08:00:00")]
    pub create_time: String,
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

impl From<MagnetRow> for Magnet {
    fn from(row: MagnetRow) -> Self {
        Self {
            id: row.id.to_string(),
            name: row.name,
            info_hash: masked(&row.info_hash),
            locked: true,
            length: row.length,
            create_time: wire(row.create_time),
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

/// What a magnet list is asked for. `order`, `data`, `category`, `modId` and `remark` are sent by
/// clients (spec §7) and change nothing here.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct MagnetParams {
    /// Number of the work, with or without hyphen; not white space alone.
    #[param(
        required = true,
        min_length = 1,
        max_length = 64,
        pattern = r"^[\s\S]*\S[\s\S]*$",
        example = "ABCD-123"
    )]
    pub keyword: Option<String>,
    /// Page, from 1.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 10000, example = 1)]
    pub page_num: Option<String>,
    /// Rows on a page; 10 when not given.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 100, example = 48)]
    pub page_size: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_masked_hash_shows_eight_digits() {
        let hash = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a";
        assert_eq!(masked(hash), format!("c12fe1c0{}", "*".repeat(32)));
    }
}
