//! Several values in one cell.

/// What separates values unless a mapping says otherwise. Commas also separate: names with a comma need a mapping.
pub const SEPARATORS: &str = "、,;/|";

/// The values of a cell, trimmed. Full-width forms of the separators and line breaks separate, too.
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
        matches!(c, '\n' | '\r') || separators.contains(usual)
    };
    text.split(separates)
        .map(str::trim)
        .filter(|value| !value.is_empty())
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
    }
}
