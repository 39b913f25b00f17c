//! The first works of an uploaded file, as an import would read them.

use serde::Serialize;
use utoipa::ToSchema;
use yingku_formats::{Error, Format, Reason};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::opening::{MAX_PREVIEWED, Opened, Opening, ReadOptions, open};
use super::reading::place_of;
use crate::import::reader::ReadError;
use crate::import::site_rules::SiteRules;
use crate::sources::InputError;

/// Longest line that is shown, in bytes.
const MAX_LINE_BYTES: usize = 16 * 1024;

/// The first works of a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportPreview {
    /// `lines`, `csv`, `xlsx`, `nfo` or `maccms`.
    #[schema(max_length = 16, example = "csv")]
    pub format: &'static str,
    /// As in `StartForm`; empty if it is no table.
    #[schema(example = "")]
    pub mapping: String,
    /// Why it cannot be imported, or empty.
    #[schema(example = "")]
    pub problem: String,
    /// The first works.
    #[schema(max_items = 20)]
    pub rows: Vec<PreviewRow>,
}

/// A work of a file.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct PreviewRow {
    /// Where it is in the file.
    #[schema(example = "2")]
    pub place: String,
    /// Its line of the import format, or empty.
    #[schema(example = "")]
    pub line: String,
    /// Why it is rejected, or empty.
    #[schema(example = "")]
    pub problem: String,
    /// What was left out.
    #[schema(max_items = 100)]
    pub notes: Vec<String>,
}

/// Reads the first works.
pub(super) fn preview(
    mut opening: Opening<'_>,
    options: &ReadOptions,
    mut rules: SiteRules,
) -> Result<ImportPreview, ApiError> {
    opening.options = options.options(true).map_err(|error| bad(&error))?;
    let pictures = || anyhow::bail!("no pictures in a preview");
    let mut opened = match open(&opening, pictures, || false) {
        Ok(opened) => opened,
        Err(
            InputError::Other(Error::Read(error))
            | InputError::Lines(ReadError::Open { source: error, .. }),
        ) => {
            return Err(anyhow::Error::from(error).into());
        }
        Err(InputError::Other(error)) => return Ok(ImportPreview::failed(&text_of(&error))),
        Err(InputError::Lines(_)) => return Ok(ImportPreview::failed(NO_FORMAT)),
        Err(InputError::Pictures(error)) => return Err(error.into()),
    };
    let mut shown = ImportPreview {
        format: name_of(opened.format),
        mapping: opened
            .mapping
            .as_ref()
            .map(yingku_formats::table::Mapping::to_file)
            .unwrap_or_default(),
        problem: opened.input.problem().map(text_of).unwrap_or_default(),
        rows: Vec::new(),
    };
    while shown.rows.len() < MAX_PREVIEWED {
        match row(&mut opened, &mut rules) {
            Ok(Some(row)) => shown.rows.push(row),
            Ok(None) => break,
            Err(InputError::Other(error)) => {
                shown.problem = text_of(&error);
                break;
            }
            Err(_) => {
                NO_FORMAT.clone_into(&mut shown.problem);
                break;
            }
        }
    }
    Ok(shown)
}

const NO_FORMAT: &str = "认不出这个文件的格式";

impl ImportPreview {
    fn failed(problem: &str) -> Self {
        Self {
            format: "",
            mapping: String::new(),
            problem: problem.to_owned(),
            rows: Vec::new(),
        }
    }
}

fn row(opened: &mut Opened, rules: &mut SiteRules) -> Result<Option<PreviewRow>, InputError> {
    let Some(row) = opened.input.next_row()? else {
        return Ok(None);
    };
    let (text, number) = place_of(&row.place);
    let place = format!(
        "{text}{}",
        number.map(|number| number.to_string()).unwrap_or_default()
    );
    let mut notes: Vec<String> = row.warnings.iter().map(ToString::to_string).collect();
    let (line, problem) = match row.content {
        Err(error) => (String::new(), error.to_string()),
        Ok(raw) => {
            let problem = match rules.parse(raw) {
                Ok((_, warnings)) => {
                    notes.extend(warnings.iter().map(ToString::to_string));
                    String::new()
                }
                Err(error) => error.to_string(),
            };
            let line = String::from_utf8_lossy(raw);
            (
                if line.len() > MAX_LINE_BYTES {
                    String::new()
                } else {
                    line.into_owned()
                },
                problem,
            )
        }
    };
    notes.truncate(100);
    Ok(Some(PreviewRow {
        place: place.trim_end_matches('：').to_owned(),
        line,
        problem,
        notes,
    }))
}

const fn name_of(format: Format) -> &'static str {
    match format {
        Format::Lines => "lines",
        Format::Csv => "csv",
        Format::Xlsx => "xlsx",
        Format::Nfo => "nfo",
        Format::Maccms => "maccms",
    }
}

/// 400 for options that are wrong.
pub(super) fn bad(error: &Error) -> ApiError {
    ApiError::with_message(ErrorKind::BadRequest, text_of(error))
}

/// A reason for operators.
pub(super) fn text_of(error: &Error) -> String {
    match error {
        Error::Read(_) => "文件读不出来".to_owned(),
        Error::Header(_) => "前几行里没有认识的列名，请指定每一列的含义".to_owned(),
        Error::MissingColumns(_) => "还缺少番号、标题或发行日期的列，请指定".to_owned(),
        Error::Channel => "文件没有说明频道，请选择频道".to_owned(),
        Error::Mapping(why) => with_reason("列的含义不对", why),
        Error::TooLarge(why) => with_reason("文件太大", why),
        Error::Damaged(why) => with_reason("文件损坏，或者不能读", why),
    }
}

fn with_reason(what: &str, why: &Reason) -> String {
    match why.chinese() {
        "" => what.to_owned(),
        why => format!("{what}：{why}"),
    }
}
