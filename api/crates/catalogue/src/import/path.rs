//! Addresses of pictures and streams: an https URL or a path below the image host.

use super::text::Reason;
use super::validation_error::excerpt;

/// Maximum length of an address, in code points.
pub const MAX_ADDRESS_CHARS: usize = 1000;

/// An https URL or a safe relative path; empty for no address.
pub fn address(raw: &str) -> Result<String, Reason> {
    let written = raw.trim();
    if written.is_empty() {
        return Ok(String::new());
    }
    match fault(written) {
        Some(reason) => Err(reason),
        None => Ok(written.to_owned()),
    }
}

/// An entry of a picture list: an `address` that is not empty. Commas become `%2C`, because the API joins these lists
/// with commas; the maximum length applies to the result too.
pub fn listed_address(raw: &str) -> Result<String, Reason> {
    let found = address(raw)?;
    if found.is_empty() {
        return Err("不能为空".to_owned());
    }
    let escaped = found.replace(',', "%2C");
    match length_fault(&escaped) {
        Some(reason) => Err(reason),
        None => Ok(escaped),
    }
}

/// The host and port of an https URL; `None` for a path.
pub fn host_of(address: &str) -> Option<&str> {
    let (scheme, rest) = address.trim().split_once("://")?;
    if !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    rest.split(['/', '?', '#']).next()
}

fn length_fault(address: &str) -> Option<String> {
    let length = address.chars().count();
    (length > MAX_ADDRESS_CHARS)
        .then(|| format!("最多 {MAX_ADDRESS_CHARS} 个字符，实际是 {length} 个"))
}

fn fault(written: &str) -> Option<String> {
    if let Some(reason) = length_fault(written) {
        return Some(reason);
    }
    if written
        .chars()
        .any(|letter| letter.is_control() || letter.is_whitespace())
    {
        return Some("含有空格或控制字符".into());
    }
    if written.contains(['\\', '<', '>', '"']) {
        return Some("含有不允许的字符 \\ < > \"".into());
    }
    match written.split_once("://") {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("https") => url_fault(rest),
        _ => path_fault(written),
    }
}

fn url_fault(rest: &str) -> Option<String> {
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if host.contains('@') {
        return Some("地址不能带用户名或密码".into());
    }
    let name = host.split(':').next().unwrap_or_default();
    (name.is_empty() || name.starts_with('.')).then(|| "https:// 后面应为主机名".into())
}

fn path_fault(written: &str) -> Option<String> {
    let path = written.split(['?', '#']).next().unwrap_or_default();
    if path.starts_with('/') {
        return Some("应为不以 / 开头的路径，或 https 地址".into());
    }
    // A colon in the first segment would make it a URL with a scheme.
    if path
        .split('/')
        .next()
        .is_some_and(|first| first.contains(':'))
    {
        return Some(format!(
            "应为相对路径或 https 地址，实际是 \"{}\"",
            excerpt(written)
        ));
    }
    let plain = unescape(path);
    if plain.iter().any(|byte| matches!(byte, b'\\' | 0..=0x1f)) {
        return Some("含有转义的反斜线或控制字符".into());
    }
    let mut segments = plain.split(|byte| *byte == b'/');
    segments
        .any(|segment| matches!(segment, b"" | b"." | b".."))
        .then(|| "路径不能有空的、. 或 .. 部分".into())
}

/// Decodes percent escapes, so that `%2e` cannot hide `..`.
fn unescape(path: &str) -> Vec<u8> {
    let mut plain = Vec::with_capacity(path.len());
    let mut bytes = path.as_bytes();
    while let Some((first, rest)) = bytes.split_first() {
        let digits = rest.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let escaped = digits
            .filter(|_| *first == b'%')
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        plain.push(escaped.unwrap_or(*first));
        bytes = if escaped.is_some() {
            rest.get(2..).unwrap_or_default()
        } else {
            rest
        };
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_urls_pass() {
        for raw in [
            "covers/1-big.svg",
            "封面/一.jpg",
            "https://img.example/a.jpg?x=1",
            "HTTPS://img.example:8443/a",
            "a..b/c...d.jpg",
            "a/b:c.jpg",
        ] {
            assert_eq!(listed_address(raw).as_deref(), Ok(raw));
        }
        assert_eq!(listed_address("a,b.jpg").as_deref(), Ok("a%2Cb.jpg"));
        assert!(
            listed_address(&",".repeat(333)).is_ok(),
            "999 characters when escaped"
        );
        assert!(listed_address(&",".repeat(334)).is_err());
        assert_eq!(address("  "), Ok(String::new()));
    }

    #[test]
    fn unsafe_urls_are_rejected() {
        for raw in [
            "/etc/passwd",
            "../a",
            "a/../b",
            "a/..",
            "./a",
            "a//b",
            "a/",
            "%2e%2e/a",
            "a/%2E./b",
            "a%2f..%2fb",
            "//img.example/a",
            "http://img.example/a",
            "javascript:alert(1)",
            "data:image/png;base64,AA",
            "file:///a",
            "ftp://a/b",
            "https:/a",
            "https:a",
            "a\\b",
            "a%5cb",
            "a%00b",
            "a b",
            "a\nb",
            "https://",
            "https:///a",
            "https://user:word@img.example/a",
            "https://?a",
            "a<b",
        ] {
            assert!(listed_address(raw).is_err(), "{raw} passed");
        }
        assert_eq!(listed_address(""), Err("不能为空".into()));
        assert_eq!(
            listed_address(&"a".repeat(1001)),
            Err("最多 1000 个字符，实际是 1001 个".into())
        );
    }
}
