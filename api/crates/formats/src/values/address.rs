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

#[cfg(test)]
mod tests {
    use super::*;

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
