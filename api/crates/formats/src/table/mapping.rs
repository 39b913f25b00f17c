//! What the columns of a table mean: guessed from their names, written to a small file, edited, and read again.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::columns::is_in_seconds;
use super::field::Field;
use super::wide::WIDE;
use crate::error::{Error, Reason};
use crate::text::clean;
use crate::values::channel::channel;
use crate::values::date::DateOrder;
use crate::values::list::SEPARATORS;

/// Longest mapping file, in bytes.
const MAX_BYTES: usize = 1 << 20;

/// What the columns of a table mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Mapping {
    /// What separates the columns of a text. Guessed if absent.
    pub(super) delimiter: Option<char>,
    /// The encoding of a text, as the web names it. Recognised if absent.
    pub(super) encoding: Option<&'static encoding_rs::Encoding>,
    /// The channel of rows that name none.
    pub(super) channel: Option<&'static str>,
    /// What comes first in `1/5/2026`.
    pub(super) date_order: Option<DateOrder>,
    /// The highest rating.
    pub(super) rating_scale: f64,
    /// What separates several values in a cell.
    pub(super) separators: String,
    /// Field and tag group of each column, in the order of the file; `None` is not used.
    pub(super) columns: Vec<(String, Option<Target>)>,
}

/// What a column is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) field: Field,
    /// The group of the tags, as in `tags:题材`, or the unit, as in `duration:seconds`.
    pub(super) detail: Option<String>,
    /// Whether names are separated by spaces, as the rows show.
    pub(super) by_spaces: bool,
    /// Whether every cell is in brackets, as lists are that programs write.
    pub(super) in_brackets: bool,
    /// The number behind the column's name: 2 of 磁力2.
    pub(super) nth: Option<u32>,
}

/// The units of durations that are not minutes.
pub(super) const SECONDS: &str = "seconds";
pub(super) const MILLISECONDS: &str = "milliseconds";

impl Target {
    pub(super) const fn of(field: Field) -> Self {
        Self {
            field,
            detail: None,
            by_spaces: false,
            in_brackets: false,
            nth: None,
        }
    }

    /// What a column is for by its name.
    pub(super) fn of_name(name: &str, field: Field) -> Self {
        let is_in_seconds = field == Field::Duration && is_in_seconds(name);
        Self {
            detail: is_in_seconds.then(|| SECONDS.to_owned()),
            ..Self::of(field)
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let (name, detail) = match text.split_once(':') {
            Some((name, detail)) => (name, Some(detail.trim().to_owned())),
            None => (text, None),
        };
        let field = Field::named(name.trim())?;
        let is_known = match &detail {
            None => true,
            Some(unit) if field == Field::Duration => {
                [SECONDS, MILLISECONDS].contains(&unit.as_str())
            }
            Some(_) => field == Field::Tags,
        };
        is_known.then_some(Self {
            detail,
            ..Self::of(field)
        })
    }

    pub(super) fn display(&self) -> String {
        match &self.detail {
            Some(detail) => format!("{}:{detail}", self.field.name()),
            None => self.field.name().to_owned(),
        }
    }
}

impl Default for Mapping {
    fn default() -> Self {
        Self {
            delimiter: None,
            encoding: None,
            channel: None,
            date_order: None,
            rating_scale: 5.0,
            separators: SEPARATORS.to_owned(),
            columns: Vec::new(),
        }
    }
}

/// The file.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Written {
    delimiter: Option<String>,
    encoding: Option<String>,
    channel: Option<String>,
    date_order: Option<DateOrder>,
    rating_scale: Option<f64>,
    separators: Option<String>,
    columns: BTreeMap<String, Option<String>>,
}

impl Mapping {
    /// Reads a mapping file.
    ///
    /// # Errors
    /// It is not such a file; the message names the value.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let wrong = |what: String, why: &str| Error::Mapping(Reason::new(what, why));
        if text.len() > MAX_BYTES {
            return Err(wrong(format!("larger than {MAX_BYTES} bytes"), "太长"));
        }
        let written: Written = serde_json::from_str(text)
            .map_err(|error| wrong(error.to_string(), "不是映射文件的格式"))?;
        let delimiter = match written.delimiter.as_deref() {
            None => None,
            Some(text) => Some(delimiter(text).ok_or_else(|| {
                wrong(
                    "delimiter must be one ASCII character, or one of ，；、".to_owned(),
                    "delimiter 应为一个 ASCII 字符，或 ，；、 之一",
                )
            })?),
        };
        let encoding = match &written.encoding {
            None => None,
            Some(label) => Some(
                encoding_rs::Encoding::for_label(label.as_bytes()).ok_or_else(|| {
                    wrong(format!("unknown encoding {label:?}"), "不认识的 encoding")
                })?,
            ),
        };
        let channel = match &written.channel {
            None => None,
            Some(name) => Some(channel(name).ok_or_else(|| {
                wrong(
                    format!("channel must be censored, uncensored or western, not {name:?}"),
                    "channel 应为 censored、uncensored 或 western",
                )
            })?),
        };
        let rating_scale = written.rating_scale.unwrap_or(5.0);
        if !(1.0..=1_000.0).contains(&rating_scale) {
            return Err(wrong(
                "ratingScale must be 1 to 1000".to_owned(),
                "ratingScale 应为 1 到 1000",
            ));
        }
        Ok(Self {
            delimiter,
            encoding,
            channel,
            date_order: written.date_order,
            rating_scale,
            separators: written.separators.unwrap_or_else(|| SEPARATORS.to_owned()),
            columns: columns(written.columns)?,
        })
    }

    /// The mapping file: one column per line, in the order of the table.
    pub fn to_file(&self) -> String {
        let mut lines = Vec::new();
        let mut put = |name: &str, value: Value| lines.push(format!("  {}: {value}", json!(name)));
        if let Some(delimiter) = self.delimiter {
            put("delimiter", json!(delimiter.to_string()));
        }
        if let Some(encoding) = self.encoding {
            put("encoding", json!(encoding.name()));
        }
        if let Some(channel) = self.channel {
            put("channel", json!(channel));
        }
        if let Some(order) = self.date_order {
            put("dateOrder", json!(order));
        }
        put("ratingScale", json!(self.rating_scale));
        put("separators", json!(self.separators));
        let columns: Vec<String> = self
            .columns
            .iter()
            .map(|(name, target)| {
                let target = target.as_ref().map(Target::display);
                format!("    {}: {}", json!(name), json!(target))
            })
            .collect();
        lines.push(format!("  \"columns\": {{\n{}\n  }}", columns.join(",\n")));
        format!("{{\n{}\n}}\n", lines.join(",\n"))
    }

    /// How the columns are read, in one sentence: `番号 → number; 备注 → not used`.
    pub(super) fn display(&self) -> String {
        let columns = self.columns.iter().map(|(name, target)| {
            let target = target.as_ref().map(Target::display);
            let name = clean(name);
            format!("{name} → {}", target.as_deref().unwrap_or("not used"))
        });
        columns.collect::<Vec<_>>().join("; ")
    }

    /// What a column of this name is for.
    pub(super) fn target(&self, name: &str) -> Option<&Target> {
        let known = self.columns.iter().find(|(column, _)| column == name);
        known.and_then(|(_, target)| target.as_ref())
    }

    /// Whether some column has the field.
    pub(super) fn has(&self, field: Field) -> bool {
        let mut targets = self
            .columns
            .iter()
            .filter_map(|(_, target)| target.as_ref());
        targets.any(|target| target.field == field)
    }
}

fn delimiter(text: &str) -> Option<char> {
    let mut letters = text.chars();
    let first = letters.next()?;
    let is_known = first.is_ascii() || WIDE.contains(&first);
    (is_known && letters.next().is_none()).then_some(first)
}

fn columns(
    written: BTreeMap<String, Option<String>>,
) -> Result<Vec<(String, Option<Target>)>, Error> {
    let one = |(name, target): (String, Option<String>)| match target {
        None => Ok((name, None)),
        Some(text) => match Target::parse(&text) {
            Some(target) => Ok((name, Some(target))),
            None => Err(Error::Mapping(Reason::new(
                format!("{name} has the unknown field {text:?}"),
                format!("{name} 对应的字段 {text} 不存在"),
            ))),
        },
    };
    written.into_iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_survives_its_file() {
        let text = r#"{
  "delimiter": ";",
  "encoding": "gb18030",
  "channel": "有码",
  "dateOrder": "dmy",
  "ratingScale": 10,
  "separators": "、",
  "columns": { "番号": "number", "备注": null, "时长": "duration:seconds", "题材": "tags:题材" }
}"#;
        let mapping = Mapping::parse(text).unwrap();
        assert_eq!(mapping.channel, Some("censored"));
        assert_eq!(Mapping::parse(&mapping.to_file()).unwrap(), mapping);
        assert_eq!(
            mapping.display(),
            "备注 → not used; 时长 → duration:seconds; 番号 → number; 题材 → tags:题材"
        );
    }

    #[test]
    fn a_wrong_mapping_is_explained() {
        for (text, message) in [
            ("{}", "missing field `columns`"),
            (
                r#"{"columns":{"a":"numbr"}}"#,
                "a has the unknown field \"numbr\"",
            ),
            (
                r#"{"columns":{"a":"title:x"}}"#,
                "a has the unknown field \"title:x\"",
            ),
            (r#"{"columns":{},"delimiter":"ab"}"#, "delimiter"),
            (r#"{"columns":{},"delimiter":"山"}"#, "one of ，；、"),
            (
                r#"{"columns":{},"encoding":"klingon"}"#,
                "unknown encoding \"klingon\"",
            ),
            (r#"{"columns":{},"channel":"x"}"#, "channel must be"),
            (r#"{"columns":{},"ratingScale":0}"#, "ratingScale"),
            (r#"{"columns":{},"extra":0}"#, "unknown field `extra`"),
        ] {
            let error = Mapping::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
