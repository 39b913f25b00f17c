//! The content type of request bodies.

use actix_web::http::header::{CONTENT_TYPE, HeaderMap};

/// Binary content.
const OCTET_STREAM: &str = "application/octet-stream";

/// Whether a body is binary. Case and parameters are ignored (RFC 9110, 8.3.1); a body without a type counts as binary
/// (RFC 9110, 8.3).
pub fn is_octet_stream(headers: &HeaderMap) -> bool {
    let Some(sent_as) = headers.get(CONTENT_TYPE) else {
        return true;
    };
    let essence = sent_as.to_str().ok().and_then(|it| it.split(';').next());
    essence.is_some_and(|it| it.trim().eq_ignore_ascii_case(OCTET_STREAM))
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    #[test]
    fn binary_content_types_match_in_any_spelling() {
        let sent_as = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(CONTENT_TYPE, HeaderValue::from_static(value));
            is_octet_stream(&headers)
        };
        assert!(is_octet_stream(&HeaderMap::new()));
        for good in [
            "application/octet-stream",
            "Application/Octet-Stream",
            "application/octet-stream; charset=binary",
            " application/octet-stream ;x=y",
        ] {
            assert!(sent_as(good), "{good}");
        }
        for bad in [
            "",
            "application/json",
            "application/octet-streams",
            "text/plain",
        ] {
            assert!(!sent_as(bad), "{bad}");
        }
    }
}
