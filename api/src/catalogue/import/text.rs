//! Texts of the import format: trimmed, on one line, with their length in code points.

use std::borrow::Cow;

use super::json::Json;
use super::refusal::{At, Refusal};

/// A text of `low` to `high` code points after trimming. Tabs and line breaks become spaces. Other control characters are
/// refused: PostgreSQL cannot store NUL.
pub fn text(value: Json<'_>, at: &At<'_>, low: usize, high: usize) -> Result<String, Refusal> {
    let raw = value.text(at)?;
    let one_line = one_line(&raw, at)?;
    let trimmed = one_line.trim();
    let length = trimmed.chars().count();
    if length == 0 && low > 0 {
        return Err(at.refuse("不能为空"));
    }
    if !(low..=high).contains(&length) {
        return Err(at.refuse(format!("应为 {low} 到 {high} 个字符，实际是 {length} 个")));
    }
    Ok(trimmed.to_owned())
}

fn one_line<'a>(raw: &'a str, at: &At<'_>) -> Result<Cow<'a, str>, Refusal> {
    let mut breaks = false;
    for letter in raw.chars().filter(|letter| letter.is_control()) {
        match letter {
            '\t' | '\n' | '\r' => breaks = true,
            '\0' => return Err(at.refuse("含有 NUL 字符")),
            other => {
                return Err(at.refuse(format!("含有控制字符 U+{:04X}", u32::from(other))));
            }
        }
    }
    if !breaks {
        return Ok(Cow::Borrowed(raw));
    }
    Ok(Cow::Owned(
        raw.replace("\r\n", " ").replace(['\t', '\n', '\r'], " "),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str) -> Result<String, String> {
        text(Json::Text(raw.into()), &At::Line.field("title"), 1, 5)
            .map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn lengths_are_code_points_after_trimming() {
        assert_eq!(check(" \u{3000}海边的一天\t"), Ok("海边的一天".into()));
        assert_eq!(
            check("海边的一天呀"),
            Err("title: 应为 1 到 5 个字符，实际是 6 个".into())
        );
        assert_eq!(check(" \n "), Err("title: 不能为空".into()));
        assert_eq!(check("🎬🎬🎬🎬🎬"), Ok("🎬🎬🎬🎬🎬".into()));
    }

    #[test]
    fn control_characters_are_refused_and_breaks_become_spaces() {
        assert_eq!(check("a\0b"), Err("title: 含有 NUL 字符".into()));
        assert_eq!(check("a\u{7}b"), Err("title: 含有控制字符 U+0007".into()));
        assert_eq!(check("a\r\nb"), Ok("a b".into()));
    }

    #[test]
    fn other_types_are_refused() {
        let refusal = text(Json::Whole(1776), &At::Line.field("title"), 1, 5).unwrap_err();
        assert_eq!(refusal.to_string(), "title: 应为文字，实际是数字");
    }
}
