//! Magnet links.

use serde_json::{Value, json};

use super::count::bytes;

/// A link, as far as it can be read from one cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Magnet {
    /// The name in the link, or empty.
    pub name: String,
    /// The hash in hexadecimal or base32 digits.
    pub info_hash: String,
    /// The size in the link.
    pub length: Option<u64>,
}

impl Magnet {
    /// The entry of a line.
    pub fn entry(&self, name: &str, length: Option<u64>, time: &str) -> Value {
        let own = if self.name.is_empty() {
            name
        } else {
            &self.name
        };
        json!({
            "name": own,
            "infoHash": self.info_hash,
            "length": self.length.or(length).unwrap_or_default(),
            "createTime": time,
        })
    }
}

/// The link that is read as this magnet.
pub(crate) fn link(magnet: &Magnet) -> String {
    let mut link = format!("magnet:?xt=urn:btih:{}", magnet.info_hash);
    if !magnet.name.is_empty() {
        link.push_str("&dn=");
        for byte in magnet.name.bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                    link.push(char::from(byte));
                }
                other => link.push_str(&format!("%{other:02X}")),
            }
        }
    }
    if let Some(length) = magnet.length {
        link.push_str(&format!("&xl={length}"));
    }
    link
}

/// The links and bare hashes of a text, and how many words are neither.
pub fn magnets(text: &str) -> (Vec<Magnet>, usize) {
    let (mut found, mut bad) = (Vec::new(), 0);
    // As pages of HTML write it.
    let text = text.replace("&amp;", "&");
    let mut words = words(&text).peekable();
    while let Some(word) = words.next() {
        if let Some(magnet) = magnet(bare(word)) {
            found.push(magnet);
            continue;
        }
        // magnet:?… (4.5GB), magnet:?… 4.5 GB
        let next = words.next_if(|next| is_unit(next));
        let size = format!("{word}{}", next.unwrap_or_default());
        let size = size.trim_matches(['(', ')', '[', ']', '（', '）', '【', '】']);
        let size = bytes(size).filter(|_| size.ends_with(is_letter));
        match (size, found.last_mut()) {
            (Some(size), Some(last)) => last.length = last.length.or(Some(size)),
            _ => bad += 1,
        }
    }
    (found, bad)
}

/// Whether a word is the unit of the number before it.
fn is_unit(word: &str) -> bool {
    let word = word.trim_end_matches([')', ']', '）', '】']);
    word.starts_with(is_letter) && word.len() <= 5 && bytes(&format!("1{word}")).is_some()
}

const fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic()
}

/// Links begin with `magnet:`; spaces and separators, which links do not have, end them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || matches!(c, '|' | '、' | ',' | ';' | '，' | '；'))
        .filter(|word| word.contains(char::is_alphanumeric))
}

/// A link without the brackets of Markdown: `[磁力](magnet:?…)`.
fn bare(word: &str) -> &str {
    let link = word.find("(magnet:?").and_then(|at| word.get(at + 1..));
    link.map_or(word, |link| link.trim_end_matches(')'))
}

fn magnet(word: &str) -> Option<Magnet> {
    let Some(query) = strip_prefix(word, "magnet:?") else {
        return is_hash(word).then(|| Magnet {
            name: String::new(),
            info_hash: word.to_owned(),
            length: None,
        });
    };
    let fields = || query.split('&').filter_map(|pair| pair.split_once('='));
    let value = |name: &str| {
        fields()
            .find(|(field, _)| field.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    };
    // The colons of a value may be escaped.
    let hash = fields()
        .filter(|(field, _)| field.to_ascii_lowercase().starts_with("xt"))
        .find_map(|(_, value)| {
            let hash = strip_prefix(&unescaped(value), "urn:btih:")?.to_owned();
            is_hash(&hash).then_some(hash)
        })?;
    Some(Magnet {
        name: value("dn").map(unescaped).unwrap_or_default(),
        info_hash: hash,
        length: value("xl").and_then(|length| length.parse().ok()),
    })
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(rest)
}

fn is_hash(text: &str) -> bool {
    match text.len() {
        40 => text.bytes().all(|byte| byte.is_ascii_hexdigit()),
        32 => text
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'2'..=b'7')),
        _ => false,
    }
}

/// Without percent escapes.
fn unescaped(text: &str) -> String {
    let mut plain = Vec::with_capacity(text.len());
    let mut bytes = text.as_bytes();
    while let Some((first, rest)) = bytes.split_first() {
        let digits = rest.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let escaped = digits
            .filter(|digits| {
                *first == b'%' && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
            })
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        plain.push(escaped.unwrap_or(if *first == b'+' { b' ' } else { *first }));
        bytes = if escaped.is_some() {
            rest.get(2..).unwrap_or_default()
        } else {
            rest
        };
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_in_markup() {
        let hash = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a";
        let link = format!("magnet:?xt=urn:btih:{hash}&amp;dn=a");
        let escaped = link.replace("urn:btih:", "urn%3Abtih%3A");
        for text in [link.clone(), format!("[磁力]({link})"), escaped] {
            let (found, bad) = magnets(&text);
            assert_eq!((found.len(), bad), (1, 0), "{text}");
            assert_eq!(
                (found[0].info_hash.as_str(), found[0].name.as_str()),
                (hash, "a")
            );
        }
    }

    #[test]
    fn a_size_may_stand_behind_a_link() {
        let link = "magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a";
        for (behind, length, bad) in [
            (" [700MB]", Some(734_003_200), 0),
            (" (700 MB)", Some(734_003_200), 0),
            ("（700M）", None, 1),
            (" 700", None, 1),
            ("&xl=12 700MB", Some(12), 0),
        ] {
            let (found, others) = magnets(&format!("{link}{behind}"));
            let length_of = found.first().and_then(|magnet| magnet.length);
            assert_eq!((length_of, others), (length, bad), "{behind}");
        }
    }

    #[test]
    fn links_and_hashes_are_read() {
        let hash = "c12fe1c06bba254a9dc9f519b335aa7c1367a88a";
        let text = format!(
            "magnet:?xt=urn:btih:{hash}&dn=%E5%B1%B1%E8%B0%B7+1080p&xl=1234\n{hash}、magnet:?dn=a|nothing"
        );
        let (found, bad) = magnets(&text);
        assert_eq!(bad, 2);
        assert_eq!(
            (found[0].name.as_str(), found[0].length),
            ("山谷 1080p", Some(1234))
        );
        assert_eq!(
            (found[1].info_hash.as_str(), found[1].name.as_str()),
            (hash, "")
        );
    }
}
