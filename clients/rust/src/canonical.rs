//! One form for every way to write the same query: pairs decoded, encoded again with the unreserved
//! set of RFC 3986, sorted. Signing a decoded join instead would make `{a: "1&b=2"}` equal to
//! `{a: 1, b: 2}`; signing the raw text would depend on how each library encodes.

use std::borrow::Cow;

/// Most pairs a query may have.
const MAX_PAIRS: usize = 64;

/// A query that has no canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MalformedQuery {
    /// `%` without two hex digits after it.
    #[error("a percent sign without two hex digits")]
    Percent,
    /// The decoded bytes are not UTF-8.
    #[error("not UTF-8")]
    Utf8,
    /// More than 64 pairs.
    #[error("more than 64 pairs")]
    Pairs,
}

/// The canonical form of a query, without its `?`.
///
/// # Errors
/// [`MalformedQuery`] if it cannot be decoded or has more than 64 pairs.
pub fn canonical_query(query: &str) -> Result<String, MalformedQuery> {
    let mut pairs = Vec::new();
    for segment in query.split('&').filter(|segment| !segment.is_empty()) {
        if pairs.len() == MAX_PAIRS {
            return Err(MalformedQuery::Pairs);
        }
        let (key, value) = segment.split_once('=').unwrap_or((segment, ""));
        pairs.push((reencode(key)?, reencode(value)?));
    }
    pairs.sort_unstable();
    let mut canonical = String::with_capacity(query.len() + 16);
    for (key, value) in pairs {
        if !canonical.is_empty() {
            canonical.push('&');
        }
        canonical.push_str(&key);
        canonical.push('=');
        canonical.push_str(&value);
    }
    Ok(canonical)
}

/// The encoded form of a part; borrowed if it is already encoded, as most are.
fn reencode(part: &str) -> Result<Cow<'_, str>, MalformedQuery> {
    if part.bytes().all(is_unreserved) {
        return Ok(Cow::Borrowed(part));
    }
    let decoded = decode(part)?;
    std::str::from_utf8(&decoded).map_err(|_| MalformedQuery::Utf8)?;
    let mut encoded = String::with_capacity(decoded.len());
    for byte in decoded {
        if is_unreserved(byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            encoded.push_str(&crate::hex(&[byte]).to_ascii_uppercase());
        }
    }
    Ok(Cow::Owned(encoded))
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn decode(part: &str) -> Result<Vec<u8>, MalformedQuery> {
    let mut decoded = Vec::with_capacity(part.len());
    let mut bytes = part.bytes();
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => hex_digit(bytes.next())? << 4 | hex_digit(bytes.next())?,
            other => other,
        });
    }
    Ok(decoded)
}

fn hex_digit(byte: Option<u8>) -> Result<u8, MalformedQuery> {
    match byte {
        Some(digit @ b'0'..=b'9') => Ok(digit - b'0'),
        Some(digit @ b'a'..=b'f') => Ok(digit - b'a' + 10),
        Some(digit @ b'A'..=b'F') => Ok(digit - b'A' + 10),
        _ => Err(MalformedQuery::Percent),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn spelling_variants_have_one_canonical_query() {
        for (query, canonical) in [
            ("", ""),
            ("&&", ""),
            ("a", "a="),
            ("a=", "a="),
            ("b=2&a=1", "a=1&b=2"),
            ("a=2&a=1", "a=1&a=2"),
            ("k=a+b", "k=a%20b"),
            ("k=a%20b", "k=a%20b"),
            ("k=%e4%b8%ad", "k=%E4%B8%AD"),
            ("k=中", "k=%E4%B8%AD"),
            ("k=!'()*", "k=%21%27%28%29%2A"),
            ("k=a=b", "k=a%3Db"),
            ("k=1%26b%3D2", "k=1%26b%3D2"),
            ("k=~-._", "k=~-._"),
            ("%61=1", "a=1"),
            ("=1", "=1"),
        ] {
            assert_eq!(canonical_query(query).unwrap(), canonical, "{query}");
        }
    }

    #[test]
    fn sorting_is_by_encoded_bytes() {
        // U+FFFD and U+1F600 sort differently by UTF-16 units and by code points.
        assert_eq!(
            canonical_query("%F0%9F%98%80=1&%EF%BF%BD=2").unwrap(),
            "%EF%BF%BD=2&%F0%9F%98%80=1"
        );
    }

    #[test]
    fn undecodable_queries_are_rejected() {
        for (query, why) in [
            ("a=%", MalformedQuery::Percent),
            ("a=%4", MalformedQuery::Percent),
            ("a=%zz", MalformedQuery::Percent),
            ("a=%ff", MalformedQuery::Utf8),
        ] {
            assert_eq!(canonical_query(query), Err(why), "{query}");
        }
        assert!(canonical_query(&"a&".repeat(64)).is_ok());
        assert_eq!(
            canonical_query(&"a&".repeat(65)),
            Err(MalformedQuery::Pairs)
        );
    }

    proptest! {
        #[test]
        fn the_canonical_form_is_idempotent(query in "[ -~]{0,60}") {
            if let Ok(canonical) = canonical_query(&query) {
                prop_assert_eq!(canonical_query(&canonical).unwrap(), canonical);
            }
        }

        #[test]
        fn the_order_of_pairs_does_not_matter(mut pairs in proptest::collection::vec("[a-z]{1,3}=[a-z0-9]{0,3}", 0..8)) {
            let canonical = canonical_query(&pairs.join("&")).unwrap();
            pairs.reverse();
            prop_assert_eq!(canonical_query(&pairs.join("&")).unwrap(), canonical);
        }
    }
}
