//! Substring search on both engines: the input is literal, and Latin letters match in either case.

diesel::define_sql_function! {
    /// The text with its Latin letters in lower case.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

/// A pattern for `LIKE … ESCAPE '\'` on a text in lower case that contains `part`.
pub fn contains(part: &str) -> String {
    format!("%{}", begins(part))
}

/// A pattern like that of [`contains`] for `parts`, one after the other with anything between them.
pub fn contains_all(parts: &[String]) -> String {
    let parts = parts.iter().map(|part| begins(part));
    format!("%{}", parts.collect::<String>())
}

/// A pattern for `LIKE … ESCAPE '\'` on a text in lower case that begins with `part`.
pub fn begins(part: &str) -> String {
    let mut pattern = String::new();
    for c in part.chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c.to_ascii_lowercase());
    }
    pattern.push('%');
    pattern
}

/// Whether a name of a term has a part.
#[macro_export]
macro_rules! names_contain {
    ($part:expr) => {{
        use diesel::prelude::*;
        use $crate::like::{contains, lower};
        use $crate::schema::terms;
        let pattern = contains($part);
        // Aliases are stored as JSON, which escapes some characters.
        let quoted = serde_json::to_string($part).unwrap_or_default();
        let quoted = contains(quoted.trim_matches('"'));
        lower(terms::name)
            .like(pattern.clone())
            .escape('\\')
            .or(lower(terms::name_cn).like(pattern).escape('\\'))
            .or(lower(terms::aliases).like(quoted).escape('\\'))
    }};
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_are_escaped() {
        assert_eq!(contains("ABC-1"), "%abc-1%");
        assert_eq!(begins("Lin_"), r"lin\_%");
        assert_eq!(contains(r"50%_\"), r"%50\%\_\\%");
        let parts = ["walk", "50%"].map(str::to_owned);
        assert_eq!(contains_all(&parts), r"%walk%50\%%");
    }
}
