//! Addresses of pictures and clips.

/// An address that the import format takes, or why it does not.
pub fn address(text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    if text.starts_with("//") {
        return Ok(format!("https:{text}"));
    }
    let lower = text.to_ascii_lowercase();
    if lower.starts_with("https://") {
        return Ok(text.replace(' ', "%20"));
    }
    if lower.starts_with("http://") {
        return Err("不是 https 地址，没有导入");
    }
    let is_local = text.starts_with(['/', '\\', '.'])
        || text
            .split(['/', '?'])
            .next()
            .is_some_and(|first| first.contains(':'))
        || text.contains(['\\', ' ', '<', '>', '"']);
    // A word such as 查看 is the text of a link, not a file.
    if is_local || !text.contains(['.', '/']) {
        return Err("不是网站上的地址，没有导入");
    }
    Ok(text.to_owned())
}

/// The addresses in brackets behind a name: `a.jpg (https://…)`, as Airtable writes a picture, and `![a](https://…)` of Markdown.
pub fn in_brackets(text: &str) -> Vec<&str> {
    if text.trim_start().starts_with("http") {
        return Vec::new();
    }
    let parts = text.split("(https://").skip(1);
    let ends = parts.filter_map(|part| part.split_once(')').map(|(address, _)| address.len()));
    let starts = text.match_indices("(https://").map(|(at, _)| at + 1);
    let addresses = starts
        .zip(ends)
        .map(|(start, length)| start..start + "https://".len() + length);
    addresses.filter_map(|range| text.get(range)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_stand_behind_a_name() {
        let text = "a.jpg (https://img.example/a.jpg),b (1).jpg (https://img.example/b.jpg)";
        assert_eq!(
            in_brackets(text),
            ["https://img.example/a.jpg", "https://img.example/b.jpg"]
        );
        assert_eq!(
            in_brackets("![a](https://img.example/a.jpg)"),
            ["https://img.example/a.jpg"]
        );
        assert!(in_brackets("https://img.example/(https://a)").is_empty());
        assert!(in_brackets("covers/a.jpg").is_empty());
    }

    #[test]
    fn addresses_of_the_site_and_of_https_are_taken() {
        for (text, read) in [
            (
                "https://img.example/a b.jpg",
                Some("https://img.example/a%20b.jpg"),
            ),
            ("//img.example/a.jpg", Some("https://img.example/a.jpg")),
            ("covers/a.jpg", Some("covers/a.jpg")),
            ("http://img.example/a.jpg", None),
            ("C:\\films\\a.jpg", None),
            ("/mnt/films/a.jpg", None),
            ("../a.jpg", None),
            ("查看", None),
        ] {
            assert_eq!(address(text).ok().as_deref(), read, "{text}");
        }
    }
}
