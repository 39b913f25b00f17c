//! Requests and responses of program keys (R5.20).

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;
use yingku_base::values::{Id, Time};
use yingku_http_kit::error::ApiError;
use yingku_http_kit::text::is_blank;
use yingku_signer::hex;

/// Maximum length of a key's name, in code points.
const NAME_CHARS: usize = 40;
/// Length of a key: 160 bits in hex.
const KEY_DIGITS: usize = 40;

/// A new key.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProgramKeyForm {
    /// What the key is for; not only white space, and without control characters.
    #[schema(
        example = "家里的下载器",
        min_length = 1,
        max_length = 40,
        pattern = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
    )]
    pub name: String,
}

impl ProgramKeyForm {
    /// Validates and trims the name.
    pub fn checked(self) -> Result<String, ApiError> {
        let name = self.name.trim();
        let fits = name.chars().count() <= NAME_CHARS && !name.contains(char::is_control);
        if is_blank(name) || !fits {
            return Err(ApiError::bad_request("密钥名称限制为1-40个字符"));
        }
        Ok(name.to_owned())
    }
}

/// A key, without its digits.
#[derive(Debug, Serialize, ToSchema, diesel::Queryable)]
#[serde(rename_all = "camelCase")]
pub struct ProgramKey {
    /// The id.
    pub id: Id,
    /// What it is for.
    #[schema(example = "家里的下载器", max_length = 40)]
    pub name: String,
    /// When it was created.
    pub create_time: Time,
    /// Last use, to the minute; missing = never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_time: Option<Time>,
}

/// A new key.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewKey {
    /// The id.
    pub id: Id,
    /// The key; it is not shown again.
    #[schema(example = "4f6c0d2b8e9a4f6c0d2b8e9a4f6c0d2b8e9a1c3d")]
    pub key: String,
}

/// A random key.
pub fn random_key() -> anyhow::Result<String> {
    Ok(hex(&yingku_base::random::bytes::<{ KEY_DIGITS / 2 }>()?))
}

/// The stored hash of a key; `None` for a malformed one. Keys are random, so one round of hashing is enough.
pub fn hash_of(key: &str) -> Option<String> {
    let is_key = key.len() == KEY_DIGITS && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_key.then(|| hex(&Sha256::digest(key.to_ascii_lowercase())))
}
