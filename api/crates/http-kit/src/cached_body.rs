//! A response body that is sent more than once, with its ETag and a compressed copy.

use std::cell::RefCell;

use actix_web::http::header::{
    CONTENT_ENCODING, CONTENT_TYPE, ContentEncoding, ETAG, HeaderName, HeaderValue, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use sha2::{Digest as _, Sha256};
use yingku_signer::hex;

use super::conditional::{is_known, unpacks};

/// Gzip header: deflate, no name, no time, unknown system.
const GZIP_HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// Smaller bodies are not compressed.
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
        // Weak: the compressed copy shares it.
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

    /// Responds with the body or 304, with `headers` in either case. `Vary: accept-encoding` is added unless `headers`
    /// has a `Vary`.
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
        response.insert_header((VARY, HeaderValue::from_static("accept-encoding")));
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
            // Otherwise an outer layer would compress it.
            _ => response
                .insert_header(ContentEncoding::Identity)
                .body(self.plain.clone()),
        }
    }
}

thread_local! {
    /// Reused, because its tables take 300 KB, more than a hundred times a typical body.
    static DEFLATE: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(6), false));
}

/// Compresses `plain` to gzip (RFC 1952); `None` if that would not be shorter.
fn compress(plain: &[u8]) -> Option<Bytes> {
    let mut packed = Vec::with_capacity(plain.len());
    packed.extend_from_slice(&GZIP_HEAD);
    let status = DEFLATE.with_borrow_mut(|deflate| {
        deflate.reset();
        deflate.compress_vec(plain, &mut packed, FlushCompress::Finish)
    });
    if status.ok()? != Status::StreamEnd {
        return None;
    }
    let mut crc = Crc::new();
    crc.update(plain);
    packed.extend_from_slice(&crc.sum().to_le_bytes());
    packed.extend_from_slice(&crc.amount().to_le_bytes());
    Some(tight(packed))
}

/// Drops the spare capacity.
fn tight(bytes: Vec<u8>) -> Bytes {
    bytes.into_boxed_slice().into()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn compressed_bodies_decompress_and_incompressible_ones_are_stored_plain() {
        for text in [
            "山".repeat(1_000),
            "a".repeat(100_000),
            "[1,2,3]".repeat(300),
        ] {
            let packed = compress(text.as_bytes()).unwrap();
            assert!(packed.len() < text.len() / 10);
            let mut unpacked = String::new();
            let mut reader = flate2::read::GzDecoder::new(packed.as_ref());
            reader.read_to_string(&mut unpacked).unwrap();
            assert_eq!(unpacked, text);
        }
        let mut noise = fastrand::Rng::with_seed(7);
        let noise: Vec<u8> = std::iter::repeat_with(|| noise.u8(..))
            .take(2_000)
            .collect();
        assert!(compress(&noise).is_none());
    }
}
