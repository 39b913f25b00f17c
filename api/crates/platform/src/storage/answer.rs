//! Serves a file from the store exactly as [`actix_files::NamedFile`] serves one from a folder, so that clients cannot
//! show where files are.

use std::ops::Range;
use std::time::{SystemTime, UNIX_EPOCH};

use actix_web::body::{self, SizedStream};
use actix_web::http::header::{
    self, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_RANGE, Charset, ContentDisposition,
    DispositionParam, DispositionType, EntityTag, ExtendedValue, HeaderValue, HttpDate, IfMatch,
    IfModifiedSince, IfNoneMatch, IfUnmodifiedSince,
};
use actix_web::http::{Method, StatusCode};
use actix_web::mime::{self, Mime};
use actix_web::{HttpMessage as _, HttpRequest, HttpResponse, HttpResponseBuilder};
use futures_util::stream;
use http_range::HttpRange;

use super::bucket::Failure;
use super::object::{Object, kind_of};
use super::range;

/// The response with a file, a part of it, or neither.
pub(super) async fn with_object(
    object: Object,
    request: &HttpRequest,
) -> Result<HttpResponse, Failure> {
    let mut answer = described(&object);
    let range = match requested_range(request, &object) {
        RequestedRange::Whole => 0..object.size,
        RequestedRange::Part(range) => {
            let last = range.end.saturating_sub(1);
            let content_range = format!("bytes {}-{last}/{}", range.start, object.size);
            answer.insert_header((CONTENT_RANGE, content_range));
            // A part must not be compressed.
            if request.headers().contains_key(ACCEPT_ENCODING) {
                answer.insert_header((CONTENT_ENCODING, HeaderValue::from_static("identity")));
            }
            range
        }
        RequestedRange::Unsatisfiable => {
            answer.insert_header((CONTENT_RANGE, format!("bytes */{}", object.size)));
            return Ok(answer.status(StatusCode::RANGE_NOT_SATISFIABLE).finish());
        }
        RequestedRange::Malformed => return Ok(answer.status(StatusCode::BAD_REQUEST).finish()),
    };
    let (etag, modified) = (etag_of(&object), SystemTime::from(object.modified));
    if has_changed(etag.as_ref(), modified, request) {
        return Ok(answer.status(StatusCode::PRECONDITION_FAILED).finish());
    }
    if is_known(etag.as_ref(), modified, request) {
        let nothing = answer
            .status(StatusCode::NOT_MODIFIED)
            .body(body::None::new());
        return Ok(nothing.map_into_boxed_body());
    }
    if range != (0..object.size) {
        answer.status(StatusCode::PARTIAL_CONTENT);
    }
    let length = range.end - range.start;
    if request.method() == Method::HEAD || length == 0 {
        let nothing = stream::empty::<Result<_, Failure>>();
        return Ok(answer.body(SizedStream::new(length, nothing)));
    }
    let pieces = object.read(range).await?;
    Ok(answer.body(SizedStream::new(length, pieces)))
}

/// 200 with the headers that every response for this file has.
fn described(object: &Object) -> HttpResponseBuilder {
    let kind = kind_of(&object.path);
    let mut answer = HttpResponse::Ok();
    answer
        .insert_header((
            header::CONTENT_DISPOSITION,
            disposition(&object.path, &kind),
        ))
        .insert_header((header::CONTENT_TYPE, in_utf8(kind).to_string()))
        .insert_header((header::ACCEPT_RANGES, "bytes"))
        .insert_header(header::LastModified(HttpDate::from(SystemTime::from(
            object.modified,
        ))));
    if let Some(etag) = etag_of(object) {
        answer.insert_header(header::ETag(etag));
    }
    answer
}

fn disposition(path: &str, kind: &Mime) -> ContentDisposition {
    let shown = match (kind.type_(), kind.subtype()) {
        (mime::IMAGE | mime::TEXT | mime::AUDIO | mime::VIDEO, _) => true,
        (mime::APPLICATION, mime::JAVASCRIPT | mime::JSON) => true,
        (mime::APPLICATION, name) => name == "wasm" || name == "xhtml",
        _ => false,
    };
    let name = path.rsplit('/').next().unwrap_or_default();
    let mut parameters = vec![DispositionParam::Filename(name.to_owned())];
    if !name.is_ascii() {
        parameters.push(DispositionParam::FilenameExt(ExtendedValue {
            charset: Charset::Ext("UTF-8".to_owned()),
            language_tag: None,
            value: name.as_bytes().to_owned(),
        }));
    }
    ContentDisposition {
        disposition: match shown {
            true => DispositionType::Inline,
            false => DispositionType::Attachment,
        },
        parameters,
    }
}

fn in_utf8(kind: Mime) -> Mime {
    let all = [
        mime::APPLICATION_JAVASCRIPT_UTF_8,
        mime::TEXT_HTML_UTF_8,
        mime::TEXT_CSS_UTF_8,
        mime::TEXT_PLAIN_UTF_8,
        mime::TEXT_CSV_UTF_8,
        mime::TEXT_TAB_SEPARATED_VALUES_UTF_8,
    ];
    let same = |utf8: &Mime| utf8.essence_str() == kind.as_ref();
    all.into_iter().find(same).unwrap_or(kind)
}

fn etag_of(object: &Object) -> Option<EntityTag> {
    object.etag.as_ref()?.parse().ok()
}

/// The requested part of a file.
enum RequestedRange {
    Whole,
    Part(Range<u64>),
    /// An unsatisfiable range.
    Unsatisfiable,
    /// The header is not valid text.
    Malformed,
}

fn requested_range(request: &HttpRequest, object: &Object) -> RequestedRange {
    let Some(requested) = request.headers().get(header::RANGE) else {
        return RequestedRange::Whole;
    };
    let Ok(requested) = requested.to_str() else {
        return RequestedRange::Malformed;
    };
    if !range::is_in_force(request, described(object).finish().headers()) {
        return RequestedRange::Whole;
    }
    let ranges = HttpRange::parse(requested, object.size).unwrap_or_default();
    match ranges.first().filter(|first| first.length > 0) {
        Some(first) => RequestedRange::Part(first.start..first.start + first.length),
        None => RequestedRange::Unsatisfiable,
    }
}

/// Whether a precondition of the request fails.
fn has_changed(etag: Option<&EntityTag>, modified: SystemTime, request: &HttpRequest) -> bool {
    if let Some(IfMatch::Items(items)) = request.get_header::<IfMatch>()
        && !items
            .iter()
            .any(|item| etag.is_some_and(|etag| item.strong_eq(etag)))
    {
        return true;
    }
    let since = request.get_header::<IfUnmodifiedSince>();
    since.is_some_and(|since| seconds(modified) > seconds(since.0.into()))
}

/// Whether the client's copy is current.
fn is_known(etag: Option<&EntityTag>, modified: SystemTime, request: &HttpRequest) -> bool {
    match request.get_header::<IfNoneMatch>() {
        Some(IfNoneMatch::Any) => true,
        Some(IfNoneMatch::Items(items)) => items
            .iter()
            .any(|item| etag.is_some_and(|etag| item.weak_eq(etag))),
        // Even an unreadable one takes precedence over the other.
        None if request.headers().contains_key(header::IF_NONE_MATCH) => false,
        None => {
            let since = request.get_header::<IfModifiedSince>();
            since.is_some_and(|since| seconds(modified) <= seconds(since.0.into()))
        }
    }
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}
