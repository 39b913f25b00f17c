//! Operators' files in an S3 store: the same responses as from a folder, and what happens when it fails.

mod failing;
mod kept;
mod moving;
mod served;

use actix_web::http::Method;

use crate::support::TestApp;
use crate::support::client::{Answer, Call};
use crate::support::s3::{S3, keys};

/// The service with its files in the store.
async fn stored(s3: &S3, more: &[(&str, &str)]) -> TestApp {
    let (media, streams, keys) = (s3.below("media"), s3.below("streams"), keys());
    let mut settings = vec![("MEDIA_STORE", &*media), ("STREAM_STORE", &*streams)];
    let given = keys.iter().map(|(name, value)| (*name, &**value));
    settings.extend(given.filter(|(name, _)| !more.iter().any(|(other, _)| other == name)));
    settings.extend(more);
    TestApp::with(&settings).await
}

async fn fetch(t: &TestApp, path: &str) -> Answer {
    t.send(Call::get(path).unsigned()).await
}

/// A resized copy of a picture, however long a busy machine takes to create it: until then the original is served.
async fn smaller(t: &TestApp, path: &str) -> Answer {
    for _ in 0..100 {
        let answer = fetch(t, path).await;
        if answer.header("cache-control") != "public, max-age=60" {
            return answer;
        }
    }
    panic!("no copy: {path}");
}

/// A test picture, larger than the widths of the site.
fn jpeg() -> Vec<u8> {
    let mut jpeg = std::io::Cursor::new(Vec::new());
    let colour = |x: u32, y: u32| image::Rgb([x.to_le_bytes()[0], y.to_le_bytes()[0], 0]);
    image::RgbImage::from_fn(900, 600, colour)
        .write_to(&mut jpeg, image::ImageFormat::Jpeg)
        .unwrap();
    jpeg.into_inner()
}

/// An operator's upload.
fn upload(token: &str, bytes: &[u8]) -> Call {
    Call::new(Method::POST, "/prod-api/admin/pictures")
        .body(bytes)
        .header("content-type", "application/octet-stream")
        .bearer(token)
}
