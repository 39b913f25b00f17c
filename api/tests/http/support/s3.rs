//! The store of `scripts/with-s3.sh`, with a folder in its bucket for each test; and failing stores.

use std::net::TcpListener;

use actix_web::web::Bytes;
use futures_util::StreamExt as _;
use sha2::{Digest as _, Sha256};
use yingku_platform::config::Config;
use yingku_platform::storage::Bucket;
use yingku_signer::hex;

/// A folder in the bucket.
pub struct S3 {
    pub place: String,
    bucket: Bucket,
}

impl S3 {
    pub fn new() -> Self {
        let name = uuid::Uuid::new_v4().simple().to_string();
        let place = format!("s3://{}/{name}", env_var("TEST_S3_BUCKET"));
        Self {
            bucket: bucket(&place, &[]),
            place,
        }
    }

    /// A subfolder.
    pub fn below(&self, name: &str) -> String {
        format!("{}/{name}", self.place)
    }

    pub async fn put(&self, path: &str, bytes: &[u8]) {
        let sha256 = hex(&Sha256::digest(bytes));
        let bytes = Bytes::copy_from_slice(bytes);
        self.bucket.put(path, bytes, &sha256).await.unwrap();
    }

    pub async fn get(&self, path: &str) -> Option<Vec<u8>> {
        let object = self.bucket.head(path).await.unwrap()?;
        let mut pieces = object.read(0..object.size).await.unwrap();
        let mut bytes = Vec::new();
        while let Some(piece) = pieces.next().await {
            bytes.extend_from_slice(&piece.unwrap());
        }
        Some(bytes)
    }

    pub async fn paths(&self) -> Vec<String> {
        let listed = self.bucket.list().await.unwrap();
        listed.into_iter().map(|file| file.path).collect()
    }
}

/// A location in the store, with other settings.
pub fn bucket(place: &str, more: &[(&str, &str)]) -> Bucket {
    let keys = keys();
    let mut settings = vec![("MEDIA_STORE", place)];
    let given = keys.iter().map(|(name, value)| (*name, value.as_str()));
    settings.extend(given.filter(|(name, _)| !more.iter().any(|(other, _)| other == name)));
    settings.extend(more);
    let config = Config::from_pairs(&settings).unwrap();
    Bucket::open(&config.media.store.unwrap(), &config.s3).unwrap()
}

/// The settings of the store.
pub fn keys() -> Vec<(&'static str, String)> {
    vec![
        ("S3_ENDPOINT", env_var("TEST_S3_URL")),
        ("S3_ACCESS_KEY_ID", env_var("TEST_S3_KEY_ID")),
        ("S3_SECRET_ACCESS_KEY", env_var("TEST_S3_SECRET")),
    ]
}

/// The store's parameters, from the script.
pub fn env_var(name: &str) -> String {
    #[expect(
        clippy::disallowed_methods,
        reason = "the test command tells where its store is"
    )]
    let value = std::env::var(name);
    value.expect("a store is needed: run scripts/with-s3.sh cargo test")
}

/// An address where nobody listens.
pub fn nobody() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    url(&listener)
}

/// The URL of a listener.
pub fn url(listener: &TcpListener) -> String {
    format!("http://{}", listener.local_addr().unwrap())
}
