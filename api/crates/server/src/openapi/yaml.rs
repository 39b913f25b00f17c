//! Writes the contract as YAML: what fits on one line is written in flow style, everything else one field per line. The
//! library would use 18,000 lines, one per field, and leave dates unquoted, which YAML 1.1 reads as dates.
//! serde-saphyr 2.2 has flow style and an indent of one blank, and comes to the same size. What fits on a line has to be
//! measured all the same, its longest line has 1,716 characters, it ends the first line of 24 list entries with a
//! blank, and it leaves `magnet:?xt` unquoted in flow style, which readers of YAML 1.1 (libyaml) refuse.

use yaml_serde::{Mapping, Value};

/// Longest line in flow style.
const LINE: usize = 280;
/// Blanks of a level. Lists are not indented, and the fields of an entry stand below the first.
const INDENT: usize = 1;
/// Special characters inside `{…}` and `[…]`.
const FLOW_SIGNS: [char; 5] = [',', '[', ']', '{', '}'];

/// The document as text.
pub(super) fn write(document: &Value) -> anyhow::Result<String> {
    let mut out = String::new();
    match document {
        Value::Mapping(fields) => write_fields(&mut out, fields, 0)?,
        other => out = yaml_serde::to_string(other)?,
    }
    Ok(out)
}

fn write_fields(out: &mut String, fields: &Mapping, indent: usize) -> anyhow::Result<()> {
    for (at, (name, value)) in fields.iter().enumerate() {
        // The first field of a list entry follows its dash.
        if at > 0 || out.is_empty() || out.ends_with('\n') {
            out.extend(std::iter::repeat_n(' ', indent));
        }
        out.push_str(&scalar(name, false)?);
        out.push(':');
        write_value(out, value, indent)?;
    }
    Ok(())
}

/// Writes what follows a colon.
fn write_value(out: &mut String, value: &Value, indent: usize) -> anyhow::Result<()> {
    let line = out.rsplit('\n').next().unwrap_or_default();
    let used = line.chars().count();
    if let Some(short) = on_a_line(value, LINE.saturating_sub(used + 1))? {
        out.push(' ');
        out.push_str(&short);
        out.push('\n');
        return Ok(());
    }
    match value {
        Value::Mapping(fields) => {
            out.push('\n');
            write_fields(out, fields, indent + INDENT)
        }
        Value::Sequence(entries) if entries.iter().all(is_word) => {
            out.push_str(&packed(entries, indent + INDENT)?);
            Ok(())
        }
        Value::Sequence(entries) => {
            out.push('\n');
            entries
                .iter()
                .try_for_each(|entry| write_entry(out, entry, indent))
        }
        text => {
            // The library indents the lines of a text by two blanks.
            let lines = scalar(text, false)?.replace("\n  ", &format!("\n{}", " ".repeat(INDENT)));
            let margin = format!("\n{}", " ".repeat(indent));
            out.push(' ');
            out.push_str(
                &lines
                    .replace('\n', &margin)
                    .replace(&format!("{margin}\n"), "\n\n"),
            );
            out.push('\n');
            Ok(())
        }
    }
}

/// A scalar, or a reference.
fn is_word(value: &Value) -> bool {
    match value {
        Value::Mapping(fields) => fields.len() == 1 && fields.contains_key("$ref"),
        other => !other.is_sequence(),
    }
}

/// A long list of words, numbers or references, with as many on a line as fit.
fn packed(entries: &[Value], indent: usize) -> anyhow::Result<String> {
    let margin = format!("\n{}", " ".repeat(indent));
    let mut out = format!("{margin}[");
    let mut used = indent + 1;
    for (at, entry) in entries.iter().enumerate() {
        let word = match entry {
            Value::Mapping(_) => flow(entry)?.unwrap_or_default(),
            text => scalar(text, true)?,
        };
        let length = word.chars().count() + ", ".len();
        match (at, used + length > LINE) {
            (0, _) => {}
            (_, true) => {
                out.push(',');
                out.push_str(&margin);
                used = indent;
            }
            (_, false) => out.push_str(", "),
        }
        out.push_str(&word);
        used += length;
    }
    out.push_str("]\n");
    Ok(out)
}

/// Writes a list entry, at the indent of the list's name.
fn write_entry(out: &mut String, entry: &Value, indent: usize) -> anyhow::Result<()> {
    out.extend(std::iter::repeat_n(' ', indent));
    out.push('-');
    match (on_a_line(entry, LINE.saturating_sub(indent + 2))?, entry) {
        (None, Value::Mapping(fields)) => {
            out.push(' ');
            write_fields(out, fields, indent + 2)
        }
        _ => write_value(out, entry, indent),
    }
}

/// The value in flow style if it fits in `room` characters; always for single-line scalars.
fn on_a_line(value: &Value, room: usize) -> anyhow::Result<Option<String>> {
    let short = match value {
        Value::Mapping(_) | Value::Sequence(_) => {
            flow(value)?.filter(|one| one.chars().count() <= room)
        }
        scalar_value => Some(scalar(scalar_value, false)?).filter(|one| !one.contains('\n')),
    };
    Ok(short)
}

/// Flow style: `{a: 1, b: [2]}`; `None` for values with multi-line strings.
pub(super) fn flow(value: &Value) -> anyhow::Result<Option<String>> {
    let parts: Vec<Option<String>> = match value {
        Value::Mapping(fields) => {
            let pair = |(name, value): (&Value, &Value)| {
                let name = scalar(name, true)?;
                Ok(flow(value)?.map(|value| format!("{name}: {value}")))
            };
            fields.iter().map(pair).collect::<anyhow::Result<_>>()?
        }
        Value::Sequence(entries) => entries.iter().map(flow).collect::<anyhow::Result<_>>()?,
        text => return Ok(Some(scalar(text, true)?).filter(|one| !one.contains('\n'))),
    };
    let parts = parts.into_iter().collect::<Option<Vec<_>>>();
    Ok(parts.map(|parts| match value {
        Value::Mapping(_) => format!("{{{}}}", parts.join(", ")),
        _ => format!("[{}]", parts.join(", ")),
    }))
}

/// A scalar as the library writes it, quoted where a parser might misread it.
fn scalar(value: &Value, in_flow: bool) -> anyhow::Result<String> {
    let written = yaml_serde::to_string(value)?;
    let written = written.strip_suffix('\n').unwrap_or(&written);
    let Value::String(text) = value else {
        return Ok(written.to_owned());
    };
    let has_flow_signs = text.contains(FLOW_SIGNS) || text.contains('?');
    let is_misread = looks_like_time(text) || is_old_boolean(text) || in_flow && has_flow_signs;
    Ok(match written == text && is_misread {
        true => format!("'{}'", text.replace('\'', "''")),
        false => written.to_owned(),
    })
}

/// Whether YAML 1.1 might read it as a date or a base-60 number.
fn looks_like_time(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_digit())
        && text.contains(['-', ':'])
        && text
            .chars()
            .all(|sign| sign.is_ascii_digit() || "-:. TZ+".contains(sign))
}

/// Whether YAML 1.1, which many generators still read, takes it for a boolean.
fn is_old_boolean(text: &str) -> bool {
    ["y", "n", "yes", "no", "on", "off"].contains(&text.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(yaml: &str) -> String {
        write(&yaml_serde::from_str(yaml).unwrap()).unwrap()
    }

    #[test]
    fn booleans_of_yaml_1_1_are_quoted() {
        let yaml = "names: ['On', 'Off', 'No', 'Yes', 'y', 'Once']";
        assert_eq!(
            written(yaml),
            "names: ['On', 'Off', 'No', 'Yes', 'y', Once]\n"
        );
        assert_eq!(written("state: 'off'"), "state: 'off'\n");
    }

    #[test]
    fn short_values_stay_on_one_line() {
        assert_eq!(
            written("a:\n  type: string\n  enum:\n  - b\n  - c\n"),
            "a: {type: string, enum: [b, c]}\n"
        );
        let long = "x".repeat(LINE - 1);
        assert_eq!(
            written(&format!("a:\n- b: {long}\n  c: 1\n- d\n")),
            format!("a:\n- b: {long}\n  c: 1\n- d\n")
        );
    }

    #[test]
    fn dates_and_yaml_indicators_are_quoted() {
        assert_eq!(
            written(
                "a: '2026-11-01'\nb: '2026-11-01 08:00:00'\nc: ['x, y', '1:30']\nd: '{e}'\nf: ['g:?h', 'i?j']\n"
            ),
            "a: '2026-11-01'\nb: '2026-11-01 08:00:00'\nc: ['x, y', '1:30']\nd: '{e}'\nf: ['g:?h', 'i?j']\n"
        );
    }

    #[test]
    fn a_multiline_text_round_trips() {
        let text = "a:\n b: |-\n  one\n\n  two: 2\n c: 1\n";
        assert_eq!(written(text), text);
    }

    #[test]
    fn long_text_is_folded() {
        let words: Vec<String> = (0..50).map(|at| format!("word{at}")).collect();
        let text = written(&format!("a: [{}]", words.join(", ")));
        assert_eq!(text.lines().count(), 3);
        assert!(
            text.starts_with("a:\n [word0, word1,") && text.lines().all(|line| line.len() <= LINE)
        );
        let read: Value = yaml_serde::from_str(&text).unwrap();
        assert_eq!(read["a"].as_sequence().unwrap().len(), 50);
    }

    #[test]
    fn the_written_contract_parses_back() {
        let contract = crate::openapi::contract();
        let read: Value = yaml_serde::from_str(&write(&contract).unwrap()).unwrap();
        assert_eq!(read, contract);
    }
}
