//! Requests and responses of program keys (R5.20, R21.30).

use std::borrow::Cow;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::sql_types::Text;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType};
use utoipa::openapi::{RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};
use yingku_access::auth::program_key;
use yingku_base::role::{Permission, Permissions};
use yingku_base::values::{Id, Time};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::optional_whole_number;
use yingku_http_kit::text::is_blank;
use yingku_signer::hex;

/// Maximum length of a key's name, in code points.
const NAME_CHARS: usize = 40;
/// Length of a key: 160 bits in hex.
const KEY_DIGITS: usize = 40;

/// Longest validity of a key, and that of an operator's key when none is given, days.
const MAX_DAYS: i64 = 366;
const DAYS: i64 = 90;

/// A permission that a key may give to a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Scope(pub Permission);

/// The scopes in a key's column.
#[derive(Debug, Serialize, FromSqlRow)]
#[serde(transparent)]
pub struct Scopes(Vec<Scope>);

impl<'de> Deserialize<'de> for Scope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let permission = Permission::deserialize(deserializer)?;
        match Permission::OF_PROGRAMS.contains(&permission) {
            true => Ok(Self(permission)),
            false => Err(serde::de::Error::custom("密钥不能有这个权限")),
        }
    }
}

impl PartialSchema for Scope {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::String))
            .enum_values(Some(Permission::OF_PROGRAMS.map(Permission::as_str)))
            .into()
    }
}

impl ToSchema for Scope {
    fn name() -> Cow<'static, str> {
        "Scope".into()
    }
}

impl<B: diesel::backend::Backend> FromSql<Text, B> for Scopes
where
    String: FromSql<Text, B>,
{
    fn from_sql(bytes: B::RawValue<'_>) -> deserialize::Result<Self> {
        let column = String::from_sql(bytes)?;
        let scopes = program_key::scopes(&column).into_iter().map(Scope);
        Ok(Self(scopes.collect()))
    }
}

/// A new key.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgramKeyForm {
    /// What the key is for; not blank, and without control characters.
    #[schema(
        example = "家里的下载器",
        min_length = 1,
        max_length = 40,
        pattern = r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"
    )]
    pub name: String,
    /// What the program of an operator may do, of what the operator may. Without any, the key searches.
    #[serde(default)]
    #[schema(max_items = 7)]
    pub scopes: Vec<Scope>,
    /// Days it is valid; 90 with scopes, forever without, if omitted.
    #[serde(default, deserialize_with = "optional_whole_number")]
    #[schema(value_type = Option<i32>, minimum = 1, maximum = 366, example = 90)]
    pub valid_days: Option<i64>,
}

/// A checked [`ProgramKeyForm`].
#[derive(Debug, PartialEq, Eq)]
pub struct KeySpec {
    /// What the key is for.
    pub name: String,
    /// The scopes as in their column; empty for a key that searches.
    pub scopes: String,
    /// Seconds it is valid.
    pub valid_seconds: Option<i64>,
}

impl ProgramKeyForm {
    /// Validates the form of a caller with these permissions.
    pub fn checked(self, permissions: &Permissions) -> Result<KeySpec, ApiError> {
        let name = self.name.trim();
        let fits = name.chars().count() <= NAME_CHARS && !name.contains(char::is_control);
        if is_blank(name) || !fits {
            return Err(ApiError::bad_request("密钥名称限制为1-40个字符"));
        }
        let fits = |days: i64| (1..=MAX_DAYS).contains(&days);
        if !self.valid_days.is_none_or(fits) {
            return Err(ApiError::bad_request("参数validDays必须是1到366之间的整数"));
        }
        let all = Permission::OF_PROGRAMS;
        if self.scopes.len() > all.len() {
            return Err(ApiError::bad_request(format!(
                "参数scopes最多{}项",
                all.len()
            )));
        }
        if !self
            .scopes
            .iter()
            .all(|scope| permissions.0.contains(&scope.0))
        {
            return Err(ErrorKind::Forbidden.into());
        }
        let scopes: Vec<&str> = all
            .into_iter()
            .filter(|one| self.scopes.contains(&Scope(*one)))
            .map(Permission::as_str)
            .collect();
        let days = self.valid_days.or((!scopes.is_empty()).then_some(DAYS));
        Ok(KeySpec {
            name: name.to_owned(),
            scopes: scopes.join(","),
            valid_seconds: days.map(|days| days * 86_400),
        })
    }
}

/// A key, without its digits.
#[derive(Debug, Serialize, ToSchema, diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = yingku_db::schema::program_keys)]
#[serde(rename_all = "camelCase")]
pub struct ProgramKey {
    /// The id.
    pub id: Id,
    /// What it is for.
    #[schema(example = "家里的下载器", max_length = 40)]
    pub name: String,
    /// When it was created.
    #[diesel(column_name = created_at)]
    pub create_time: Time,
    /// Last use, to the minute; missing = never.
    #[diesel(column_name = used_at)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub use_time: Option<Time>,
    /// What a program may do with it; empty = it searches.
    #[schema(value_type = Vec<Scope>)]
    pub scopes: Scopes,
    /// When it expires; missing = never.
    #[diesel(column_name = expires_at)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expire_time: Option<Time>,
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

/// A random key that searches, and the hash to store.
pub fn random_key() -> anyhow::Result<(String, String)> {
    let key = hex(&yingku_base::random::bytes::<{ KEY_DIGITS / 2 }>()?);
    let hash = program_key::hash_of(&key);
    Ok((key, hash))
}

/// The stored hash of a key; `None` for a malformed one. Keys are random, so one round of hashing is enough.
pub fn hash_of(key: &str) -> Option<String> {
    let is_key = key.len() == KEY_DIGITS && key.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_key.then(|| program_key::hash_of(&key.to_ascii_lowercase()))
}
