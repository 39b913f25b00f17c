//! Several values in one cell.

/// What separates values unless a mapping says otherwise. Commas also separate: names with a comma need a mapping.
pub const SEPARATORS: &str = "、,;/|";

/// The values of a cell, trimmed. Full-width forms of the separators and line breaks separate, too, but not within quotes.
pub fn values<'a>(text: &'a str, separators: &'a str) -> impl Iterator<Item = &'a str> {
    let separates = move |c: char| {
        let usual = match c {
            '，' => ',',
            '；' => ';',
            '／' => '/',
            '｜' => '|',
            '､' => '、',
            other => other,
        };
        // 林晓月♀ 江白♂
        matches!(c, '\n' | '\r' | '♀' | '♂') || separators.contains(usual)
    };
    let mut rest = Some(text);
    let next = move || {
        let text = rest?;
        let (value, behind) = quoted(text, separates).unwrap_or_else(|| {
            let end = text.find(separates).unwrap_or(text.len());
            text.split_at_checked(end).unwrap_or((text, ""))
        });
        let mut behind = behind.chars();
        rest = behind.next().map(|_| behind.as_str());
        Some(value)
    };
    std::iter::from_fn(next)
        .map(str::trim)
        .filter(|value| !value.is_empty())
}

/// The value in quotes with which a text begins, and what is behind it, if a separator is within the quotes: `"He, Qing",Shen`.
fn quoted(text: &str, separates: impl Fn(char) -> bool) -> Option<(&str, &str)> {
    // Not over line breaks, which separate: each of many would be passed again and again.
    let is_blank = |c: char| c.is_whitespace() && !separates(c);
    let begin = text.trim_start_matches(is_blank);
    let (value, behind) = begin.strip_prefix('"')?.split_once('"')?;
    let behind = behind.trim_start_matches(' ');
    let is_whole = behind.is_empty() || behind.starts_with(&separates);
    (is_whole && value.contains(&separates)).then_some((value, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_separated_by_any_of_the_signs() {
        let all: Vec<&str> = values(" 林晓月、江白,|何青；沈秋／\n陆一 ", SEPARATORS).collect();
        assert_eq!(all, ["林晓月", "江白", "何青", "沈秋", "陆一"]);
        let some: Vec<&str> = values("Lin, Xia；何青", ";").collect();
        assert_eq!(some, ["Lin, Xia", "何青"]);
        let quoted: Vec<&str> = values("\"He, Qing\",\"Bob\" , \"a", SEPARATORS).collect();
        assert_eq!(quoted, ["He, Qing", "\"Bob\"", "\"a"]);
    }
}
