//! Forms and parameters of uploads.

use serde::Deserialize;
use serde_json::Number;
use utoipa::{IntoParams, ToSchema};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_http_kit::fields::whole;

use super::opening::ReadOptions;
use super::part::PART_BYTES;
use super::preview::bad;
use crate::kinds::Channel;

/// Maximum length of a file name, in code points.
const NAME_CHARS: usize = 200;

/// Maximum length of a mapping, in code points.
const MAX_MAPPING_CHARS: usize = 20_000;

/// A file to upload.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct ImportForm {
    /// Only for display.
    #[schema(
        min_length = 1,
        max_length = 200,
        pattern = r"^[\s\S]*[^\s\u0085][\s\S]*$",
        example = "films.ndjson.gz"
    )]
    pub name: String,
    /// Size in bytes.
    #[schema(value_type = i64, minimum = 1, maximum = 68719476736_i64, example = 1048576)]
    pub size: Number,
}

impl ImportForm {
    /// The name and the size; 413 if the size is above `max`.
    pub(super) fn parse(&self, max: u64) -> Result<(String, i64), ApiError> {
        let name = self.name.trim();
        if name.is_empty() || name.contains('\0') {
            return Err(ApiError::bad_request("请填写文件名"));
        }
        if self.name.chars().count() > NAME_CHARS {
            return Err(ApiError::bad_request("文件名最多200个字符"));
        }
        let size = whole(&self.size).filter(|size| *size > 0);
        let size = size.ok_or_else(|| ApiError::bad_request("参数size必须是正整数"))?;
        if u64::try_from(size).is_ok_and(|size| size > max) {
            let text = format!("文件超过上限{}MB", (max >> 20).max(1));
            return Err(ApiError::with_message(ErrorKind::BodyTooLarge, text));
        }
        Ok((name.to_owned(), size))
    }
}

/// Options of an import.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct StartForm {
    /// Check all lines without changing anything.
    #[schema(default = false, example = false)]
    pub dry_run: bool,
    /// Also replace fields that operators have set.
    #[schema(default = false, example = false)]
    pub override_curated: bool,
    /// The channel of works for which a file in another format names none.
    pub channel: Option<Channel>,
    /// What the columns of a table mean, as a mapping file (docs/import-formats.md). Guessed if empty.
    #[schema(max_length = 20_000, default = "", example = "")]
    pub mapping: String,
}

impl StartForm {
    /// How to read the file: what is not given stays as it was.
    pub(super) fn read_options(&self, stored: &str) -> Result<ReadOptions, ApiError> {
        let mut options = ReadOptions::stored(stored);
        if let Some(channel) = self.channel {
            channel.as_str().clone_into(&mut options.channel);
        }
        if self.mapping.chars().count() > MAX_MAPPING_CHARS {
            return Err(ApiError::bad_request("列的含义太长"));
        }
        if !self.mapping.is_empty() {
            options.mapping.clone_from(&self.mapping);
        }
        options.options(false).map_err(|error| bad(&error))?;
        Ok(options)
    }
}

/// A part of a file.
pub(super) struct PartBytes;

impl utoipa::PartialSchema for PartBytes {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, SchemaFormat, SchemaType};
        ObjectBuilder::new()
            .schema_type(SchemaType::new(utoipa::openapi::Type::String))
            .format(Some(SchemaFormat::KnownFormat(
                utoipa::openapi::KnownFormat::Binary,
            )))
            .into()
    }
}

impl ToSchema for PartBytes {}

/// Position of a part.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PartParams {
    /// Must equal `received`.
    #[param(value_type = i64, minimum = 0, maximum = 68719476736_i64, example = 0)]
    pub offset: String,
}

impl PartParams {
    /// The offset of a part of `bytes` bytes.
    pub(super) fn parse(&self, bytes: usize) -> Result<i64, ApiError> {
        let digits = !self.offset.is_empty() && self.offset.bytes().all(|b| b.is_ascii_digit());
        let offset = digits.then(|| self.offset.parse().ok()).flatten();
        let offset = offset.ok_or_else(|| ApiError::bad_request("参数offset必须是非负整数"))?;
        if bytes == 0 || bytes > PART_BYTES {
            return Err(ApiError::bad_request("每次上传1字节到1MB的内容"));
        }
        Ok(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_name_and_a_size_within_the_limit() {
        let parse = |name: &str, size: &str| {
            let form = ImportForm {
                name: name.to_owned(),
                size: serde_json::from_str(size).unwrap(),
            };
            form.parse(100).map_err(|error| error.kind)
        };
        assert_eq!(parse(" 影片.gz ", "100"), Ok(("影片.gz".to_owned(), 100)));
        assert_eq!(parse("a", "5"), Ok(("a".to_owned(), 5)));
        assert_eq!(parse("a", "101"), Err(ErrorKind::BodyTooLarge));
        for (name, size) in [
            (" ", "1"),
            ("a", "0"),
            ("a", "-1"),
            ("a", "1.5"),
            ("a", "5.0"),
            ("a", "1e300"),
        ] {
            assert_eq!(
                parse(name, size),
                Err(ErrorKind::BadRequest),
                "{name:?} {size}"
            );
        }
        assert_eq!(parse(&"长".repeat(201), "1"), Err(ErrorKind::BadRequest));
    }

    #[test]
    fn an_offset_is_a_plain_number() {
        let parse = |offset: &str, bytes| {
            let params = PartParams {
                offset: offset.to_owned(),
            };
            params.parse(bytes).map_err(|error| error.kind)
        };
        assert_eq!(parse("0", 1), Ok(0));
        assert_eq!(parse("1048576", PART_BYTES), Ok(1_048_576));
        for (offset, bytes) in [
            ("", 1),
            ("-1", 1),
            ("+1", 1),
            ("9223372036854775808", 1),
            ("0", 0),
        ] {
            assert_eq!(
                parse(offset, bytes),
                Err(ErrorKind::BadRequest),
                "{offset:?}"
            );
        }
    }
}
