//! Whether `Range` applies. A malformed one is ignored, and so is one whose `If-Range` does not match: a resumed
//! download would join parts of two files (RFC 9110, sections 13.1.5 and 14.2).

use actix_web::HttpRequest;
use actix_web::http::header::{ETAG, HeaderMap, IF_RANGE, LAST_MODIFIED, RANGE};

/// Whether the range of a request applies to the file with these headers. True without one.
pub(super) fn is_in_force(request: &HttpRequest, file: &HeaderMap) -> bool {
    let header = |name| {
        request
            .headers()
            .get(name)
            .map(|value| value.to_str().unwrap_or_default())
    };
    let Some(range) = header(RANGE) else {
        return true;
    };
    is_readable(range) && header(IF_RANGE).is_none_or(|condition| is_same(condition, file))
}

/// Whether it is a valid list of byte ranges.
fn is_readable(range: &str) -> bool {
    let Some((unit, places)) = range.split_once('=') else {
        return false;
    };
    unit.trim().eq_ignore_ascii_case("bytes")
        && places.split(',').map(str::trim).all(|place| {
            let (first, last) = place.split_once('-').unwrap_or_default();
            match (first.parse::<u64>(), last.parse::<u64>()) {
                (Ok(first), Ok(last)) => first <= last,
                (Ok(_), Err(_)) => last.is_empty(),
                (Err(_), Ok(_)) => first.is_empty(),
                (Err(_), Err(_)) => false,
            }
        })
}

/// Whether `If-Range` matches: a tag must be equal and strong; a date is compared as text.
fn is_same(condition: &str, file: &HeaderMap) -> bool {
    let condition = condition.trim();
    let is_tag = condition.starts_with('"') || condition.starts_with("W/");
    let known = file.get(if is_tag { ETAG } else { LAST_MODIFIED });
    let known = known.and_then(|value| value.to_str().ok());
    !condition.starts_with("W/") && known == Some(condition)
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn in_force(range: &str, condition: Option<&str>) -> bool {
        let file = [
            (ETAG, "\"a\""),
            (LAST_MODIFIED, "Tue, 01 Sep 2026 16:00:00 GMT"),
        ];
        let file = file.map(|(name, value)| (name, value.parse().unwrap()));
        let request = TestRequest::get().insert_header((RANGE, range));
        let request = match condition {
            Some(condition) => request.insert_header((IF_RANGE, condition)),
            None => request,
        };
        is_in_force(&request.to_http_request(), &file.into_iter().collect())
    }

    #[test]
    fn malformed_ranges_are_ignored() {
        for good in [
            "bytes=0-1",
            "bytes=5-",
            "bytes=-5",
            "Bytes = 0-0, 4-5",
            "bytes=99999-",
        ] {
            assert!(in_force(good, None), "{good}");
        }
        for bad in [
            "items=0-1",
            "bytes=5-2",
            "bytes=a-b",
            "bytes",
            "bytes=",
            "bytes=-",
            "bytes=0-1,x",
        ] {
            assert!(!in_force(bad, None), "{bad}");
        }
    }

    #[test]
    fn a_range_of_another_file_is_ignored() {
        for (condition, expected) in [
            ("\"a\"", true),
            ("\"b\"", false),
            ("W/\"a\"", false),
            ("a", false),
            ("Tue, 01 Sep 2026 16:00:00 GMT", true),
            ("Tue, 01 Sep 2026 16:00:01 GMT", false),
        ] {
            assert_eq!(
                in_force("bytes=0-1", Some(condition)),
                expected,
                "{condition}"
            );
        }
    }
}
