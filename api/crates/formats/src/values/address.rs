//! Addresses of pictures and clips.

/// An address that the import format takes, or why it does not.
pub fn address(text: &str) -> Result<String, &'static str> {
    let text = text.trim();
    if text.starts_with("//") {
        return Ok(format!("https:{text}"));
    }
    let lower = text.to_ascii_lowercase();
    if text.contains(is_forbidden) {
        return Err(match text.contains("DISPIMG(") {
            true => "单元格里嵌入的图片不能读取，应为图片的地址",
            false => "不是网站上的地址，没有导入",
        });
    }
    if lower.starts_with("https://") {
        let host = text.get("https://".len()..).unwrap_or_default();
        let host = host.split(['/', '?', '#']).next().unwrap_or_default();
        let is_plain = !host.contains('@') && !host.starts_with(['.', ':']) && !host.is_empty();
        return match is_plain {
            true => Ok(text.replace(char::is_whitespace, "%20")),
            false => Err("不是网站上的地址，没有导入"),
        };
    }
    if lower.starts_with("http://") {
        return Err("不是 https 地址，没有导入");
    }
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.split('/');
    let is_local = parts.any(|part| matches!(part, "" | "." | ".."))
        || text.starts_with('.')
        || text
            .split(['/', '?'])
            .next()
            .is_some_and(|first| first.contains(':'))
        || text.contains(char::is_whitespace);
    // A word such as 查看 is the text of a link, not a file.
    if is_local || !text.contains(['.', '/']) {
        return Err("不是网站上的地址，没有导入");
    }
    Ok(text.to_owned())
}

/// What no address has.
fn is_forbidden(c: char) -> bool {
    matches!(c, '\\' | '<' | '>' | '"') || (c.is_control() && !c.is_whitespace())
}

/// The addresses in a text: in brackets behind names, on lines of their own, or after one of `,;|、` and spaces, if the next
/// one says its scheme.
pub fn addresses(text: &str) -> Vec<&str> {
    match in_brackets(text) {
        none if none.is_empty() => text.lines().flat_map(apart).collect(),
        found => found,
    }
}

/// The first of several names of pictures: `a.jpg,b.jpg`, as tables online write attachments.
pub(crate) fn first_name(text: &str) -> &str {
    let is_name = |name: &str| {
        let end = name
            .trim()
            .rsplit_once('.')
            .map(|(_, end)| end.to_lowercase());
        let ends = ["jpg", "jpeg", "png", "webp", "gif", "avif", "bmp"];
        !name.contains('/') && end.is_some_and(|end| ends.contains(&end.as_str()))
    };
    let mut names = text.split([',', '，']);
    match names.clone().all(is_name) {
        true => names.next().unwrap_or(text).trim(),
        false => text,
    }
}

/// The addresses of a line.
fn apart(line: &str) -> Vec<&str> {
    let separates =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '、' | '，' | '；');
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in line.match_indices("http") {
        let rest = line.get(at..).unwrap_or_default();
        let before = line.get(start..at).unwrap_or_default();
        let is_next = rest.starts_with("https://") || rest.starts_with("http://");
        if is_next && before.ends_with(separates) {
            parts.push(before);
            start = at;
        }
    }
    parts.extend(line.get(start..));
    let parts = parts.into_iter().map(|part| part.trim_matches(separates));
    parts.filter(|part| !part.is_empty()).collect()
}

/// The addresses in brackets behind a name: `a.jpg (https://…)`, as Airtable writes a picture, and `![a](https://…)` of Markdown.
pub fn in_brackets(text: &str) -> Vec<&str> {
    if text.trim_start().starts_with("http") {
        return Vec::new();
    }
    let begins = text.match_indices("(https://");
    let addresses = begins.filter_map(|(at, _)| {
        let behind = text.get(at + 1..)?;
        // Up to the next one: looking for the end of each in all of the text takes too long if there is none.
        let most = behind.find("(https://").unwrap_or(behind.len());
        behind
            .get(..most)?
            .split_once(')')
            .map(|(address, _)| address)
    });
    addresses.collect()
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
    fn names_of_pictures_stand_apart() {
        assert_eq!(first_name("a.jpg, b.png"), "a.jpg");
        for text in ["covers/a,b.jpg", "a,b.jpg", "https://i.example/a.jpg,b.jpg"] {
            assert_eq!(first_name(text), text);
        }
    }

    #[test]
    fn several_addresses_stand_apart() {
        for between in [";", "|", " ", "\n", ",", "； ", "、"] {
            let text = format!("https://i.example/a.jpg{between}https://i.example/b.jpg");
            let both = ["https://i.example/a.jpg", "https://i.example/b.jpg"];
            assert_eq!(addresses(&text), both, "{text}");
        }
        for text in [
            "https://i.example/a,b;c.jpg?x=1|2",
            "https://i.example/?u=https://b.example/a.jpg",
            "https://i.example/a b.jpg",
            "covers/a;b.jpg",
        ] {
            assert_eq!(addresses(text), [text]);
        }
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
            ("covers//a.jpg", None),
            ("covers/../a.jpg", None),
            ("https://user@img.example/a.jpg", None),
            ("https://", None),
            ("https://img.example/<a>.jpg", None),
            ("covers/a.jpg?x=a//b", Some("covers/a.jpg?x=a//b")),
            ("查看", None),
        ] {
            assert_eq!(address(text).ok().as_deref(), read, "{text}");
        }
    }
}
