//! Conditional requests and content encodings (RFC 9110).

use actix_web::http::header::{ACCEPT_ENCODING, HeaderMap, IF_NONE_MATCH};

/// Whether `If-None-Match` contains `etag`, by weak comparison.
pub fn is_known(headers: &HeaderMap, etag: &str) -> bool {
    let mut values = headers
        .get_all(IF_NONE_MATCH)
        .filter_map(|value| value.to_str().ok())
        .map(str::trim);
    let opaque = etag.strip_prefix("W/").unwrap_or(etag);
    values.any(|value| value == "*" || tags(value).any(|tag| tag == opaque))
}

/// The tags of a list, without their weak prefix; stops at a malformed one.
fn tags(list: &str) -> impl Iterator<Item = &str> {
    let mut rest = list;
    std::iter::from_fn(move || {
        let start = rest.trim_start_matches([' ', '\t', ',']);
        let start = start.strip_prefix("W/").unwrap_or(start);
        let inner = start.strip_prefix('"')?;
        let (opaque, after) = inner.split_once('"')?;
        rest = after;
        start.get(..opaque.len() + 2)
    })
}

/// Whether the client accepts `coding`; `coding;q=0` means no.
pub fn unpacks(headers: &HeaderMap, coding: &str) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING);
    let mut parts = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    parts.any(|part| {
        let (name, rest) = part.split_once(';').unwrap_or((part, ""));
        let rejected = matches!(rest.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case(coding) && !rejected
    })
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn headers(name: HeaderName, values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(name.clone(), HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn a_tag_is_found_in_any_list_and_in_both_strengths() {
        let cases: [(&[&str], bool); 13] = [
            (&["\"a\""], true),
            (&["W/\"a\""], true),
            (&["\"b\", W/\"a\""], true),
            (&["\"b\",,\t\"a\""], true),
            (&["\"b\"", "\"a\""], true),
            (&["*"], true),
            (&["\"b,c\", \"a\""], true),
            (&["\"b\""], false),
            (&["a"], false),
            (&["w/\"a\""], false),
            (&["\"a"], false),
            (&["\"*\""], false),
            (&[], false),
        ];
        for (values, known) in cases {
            let headers = headers(IF_NONE_MATCH, values);
            for etag in ["\"a\"", "W/\"a\""] {
                assert_eq!(is_known(&headers, etag), known, "{values:?} {etag}");
            }
        }
    }

    #[test]
    fn a_coding_with_quality_zero_is_not_used() {
        for (value, can) in [
            ("gzip", true),
            ("br, GZIP;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0", false),
            ("br", false),
            ("x-gzip2", false),
        ] {
            assert_eq!(
                unpacks(&headers(ACCEPT_ENCODING, &[value]), "gzip"),
                can,
                "{value}"
            );
        }
    }
}
