//! A response body that is sent more than once, with its ETag and a compressed copy.

use actix_web::http::header::{
    CONTENT_ENCODING, CONTENT_TYPE, ContentEncoding, ETAG, HeaderName, HeaderValue,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use sha2::{Digest as _, Sha256};
use yingku_signer::hex;

use super::conditional::{is_known, unpacks};

/// A smaller body gains nothing from compression.
const WORTH_COMPRESSING: usize = 1024;

/// The bytes.
#[derive(Clone)]
pub struct CachedBody {
    plain: Bytes,
    gzip: Option<Bytes>,
    etag: HeaderValue,
}

impl CachedBody {
    /// Hashes and compresses `plain`.
    pub fn new(plain: Vec<u8>) -> Self {
        let digest = Sha256::digest(&plain);
        let hex = hex(digest.get(..12).unwrap_or(&digest));
        let gzip = (plain.len() >= WORTH_COMPRESSING)
            .then(|| compress(&plain))
            .flatten();
        // Weak: the packed copy is named the same.
        let etag = format!("W/\"{hex}\"");
        Self {
            plain: tight(plain),
            gzip,
            // Hex digits in quotes are always a valid value.
            etag: HeaderValue::try_from(etag).unwrap_or(HeaderValue::from_static("W/\"\"")),
        }
    }

    /// The bytes, uncompressed.
    pub fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// Its size in memory, bytes.
    pub fn weight(&self) -> usize {
        self.plain.len() + self.gzip.as_ref().map_or(0, Bytes::len)
    }

    /// Responds with the body or 304, with `headers` in either case.
    pub fn respond(
        &self,
        request: &HttpRequest,
        content_type: &'static str,
        headers: &[(HeaderName, &'static str)],
    ) -> HttpResponse {
        let known = is_known(request.headers(), self.etag.to_str().unwrap_or_default());
        let mut response = if known {
            HttpResponse::NotModified()
        } else {
            HttpResponse::Ok()
        };
        response.insert_header((ETAG, self.etag.clone()));
        for (name, value) in headers {
            response.insert_header((name.clone(), HeaderValue::from_static(value)));
        }
        if known {
            return response.finish();
        }
        response.insert_header((CONTENT_TYPE, HeaderValue::from_static(content_type)));
        match &self.gzip {
            Some(gzip) if unpacks(request.headers(), "gzip") => response
                .insert_header((CONTENT_ENCODING, HeaderValue::from_static("gzip")))
                .body(gzip.clone()),
            // A layer around this one would compress it again.
            _ => response
                .insert_header(ContentEncoding::Identity)
                .body(self.plain.clone()),
        }
    }
}

fn compress(plain: &[u8]) -> Option<Bytes> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().map(tight)
}

/// Without the room that the bytes were written in.
fn tight(bytes: Vec<u8>) -> Bytes {
    bytes.into_boxed_slice().into()
}
