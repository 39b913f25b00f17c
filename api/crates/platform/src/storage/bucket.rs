//! Files in a bucket of an S3-compatible store. Every request to the store has a timeout.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use actix_web::web::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::BoxStream;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path;
use object_store::{GetOptions, ObjectMeta, ObjectStore as _, PutOptions, RetryConfig};
use secrecy::ExposeSecret as _;
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::connection::Connection;
use super::object::{Object, described};
use crate::config::{BucketPlace, S3Config};

/// Longest key in S3, bytes.
const MAX_NAME_LENGTH: usize = 1_024;
/// Timeout of sending a file, as a multiple of that of a response.
pub(super) const UPLOAD_TIMEOUT_FACTOR: u32 = 6;
/// Error texts of various stores that are full. No file name can contain them, as URLs encode them.
const FULL: [&str; 4] = [
    "507 Insufficient Storage",
    "<Code>XMinioStorageFull<",
    "<Code>QuotaExceeded<",
    "<Code>InsufficientStorage<",
];

/// Why nothing was read or stored.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Not enough space.
    #[error("not enough space: {0}")]
    Full(String),
    /// No response in time.
    #[error("the store did not answer within {0:?}")]
    Silent(Duration),
    /// The store is unreachable or returns an error.
    #[error("the store failed: {0}")]
    Store(object_store::Error),
    /// The name is not valid in a store.
    #[error("no name in a store: {0}")]
    Name(String),
    /// The folder failed.
    #[error("the folder failed")]
    Folder(#[source] std::io::Error),
}

impl From<object_store::Error> for Failure {
    fn from(error: object_store::Error) -> Self {
        let text = error.to_string();
        if FULL.iter().any(|full| text.contains(full)) {
            return Self::Full(text);
        }
        Self::Store(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        if error.kind() == std::io::ErrorKind::StorageFull {
            return Self::Full(error.to_string());
        }
        Self::Folder(error)
    }
}

impl From<Failure> for ApiError {
    /// An outage of the store is temporary, so the request may be retried.
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Full(_) => Self::with_cause(ErrorKind::StorageFull, failure),
            Failure::Folder(_) | Failure::Name(_) => Self::from(anyhow::Error::from(failure)),
            Failure::Silent(_) | Failure::Store(_) => {
                Self::with_cause(ErrorKind::Busy, failure).retry_after(5)
            }
        }
    }
}

/// The listing of a bucket, page by page.
type Pages = BoxStream<'static, object_store::Result<ObjectMeta>>;

/// A listed file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    /// Its path below the folder.
    pub path: String,
    /// Its length.
    pub bytes: u64,
}

/// A bucket, or a folder in it.
#[derive(Clone)]
pub struct Bucket {
    pub(super) store: AmazonS3,
    prefix: String,
    place: String,
    timeout: Duration,
    counts: Arc<RequestCounts>,
}

/// Requests to a store since the start.
#[derive(Debug, Default)]
pub struct RequestCounts {
    answered: AtomicU64,
    failed: AtomicU64,
    /// Total duration, µs.
    took: AtomicU64,
}

impl RequestCounts {
    /// Number of successful requests, including "not found".
    pub fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    /// Number of requests that failed or timed out.
    pub fn failed(&self) -> u64 {
        self.failed.load(Ordering::Relaxed)
    }

    /// Total duration.
    pub fn took(&self) -> Duration {
        Duration::from_micros(self.took.load(Ordering::Relaxed))
    }

    fn count(&self, answered: bool, took: Duration) {
        let outcome = if answered {
            &self.answered
        } else {
            &self.failed
        };
        outcome.fetch_add(1, Ordering::Relaxed);
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.took.fetch_add(took, Ordering::Relaxed);
    }
}

impl Bucket {
    /// Opens it without a request to the store.
    ///
    /// # Errors
    /// `S3_CA_FILE` cannot be read.
    pub fn open(place: &BucketPlace, s3: &S3Config) -> anyhow::Result<Self> {
        let retry = RetryConfig {
            max_retries: 1,
            retry_timeout: s3.timeout,
            ..RetryConfig::default()
        };
        let mut builder = AmazonS3Builder::new()
            .with_http_connector(Connection::new(s3)?)
            .with_bucket_name(&place.bucket)
            .with_region(&s3.region)
            .with_access_key_id(&s3.access_key_id)
            .with_secret_access_key(s3.secret_access_key.expose_secret())
            .with_virtual_hosted_style_request(!s3.path_style)
            .with_retry(retry);
        if let Some(endpoint) = &s3.endpoint {
            builder = builder.with_endpoint(match s3.path_style {
                true => endpoint.to_string(),
                false => endpoint.below(&place.bucket).to_string(),
            });
        }
        Ok(Self {
            store: builder.build()?,
            prefix: place.prefix.clone(),
            place: place.to_string(),
            timeout: s3.timeout,
            counts: Arc::default(),
        })
    }

    /// Counts of requests to the store.
    pub fn request_counts(&self) -> &RequestCounts {
        &self.counts
    }

    /// Looks up the file at a path.
    ///
    /// # Errors
    /// The store fails.
    pub async fn head(&self, path: &str) -> Result<Option<Object>, Failure> {
        let Some(key) = self.key(path) else {
            return Ok(None);
        };
        let options = GetOptions {
            head: true,
            ..GetOptions::default()
        };
        match self
            .with_timeout(1, self.store.get_opts(&key, options))
            .await
        {
            Err(Failure::Store(object_store::Error::NotFound { .. })) => Ok(None),
            looked => looked.map(|looked| Some(Object::new(self, path, looked))),
        }
    }

    /// Writes a whole file, or nothing.
    ///
    /// # Errors
    /// The store fails or rejects it.
    pub async fn put(&self, path: &str, bytes: Bytes, sha256: &str) -> Result<(), Failure> {
        let key = self.writable_key(path)?;
        let options = PutOptions {
            attributes: described(path, sha256),
            ..PutOptions::default()
        };
        let put = self.store.put_opts(&key, bytes.into(), options);
        self.with_timeout(UPLOAD_TIMEOUT_FACTOR, put)
            .await
            .map(drop)
    }

    /// Lists every file below the folder, in order of path.
    ///
    /// # Errors
    /// The store fails, or has names that lead out of a folder.
    pub async fn list(&self) -> Result<Vec<Listed>, Failure> {
        let mut pages = self.pages()?;
        let mut all = Vec::new();
        while let Some(listed) = self.next(&mut pages).await? {
            let path = listed.location.as_ref();
            let path = path.strip_prefix(&self.prefix).unwrap_or(path);
            all.push(Listed {
                path: path.trim_start_matches('/').to_owned(),
                bytes: listed.size,
            });
        }
        // Some consoles create an empty object with the name of each folder.
        let folders: HashSet<String> = all.iter().flat_map(folders_of).collect();
        all.retain(|file| file.bytes > 0 || !folders.contains(&file.path));
        all.sort();
        Ok(all)
    }

    /// Checks that the bucket exists and is readable.
    ///
    /// # Errors
    /// It is not.
    pub(super) async fn check(&self) -> Result<(), Failure> {
        self.next(&mut self.pages()?).await.map(drop)
    }

    fn pages(&self) -> Result<Pages, Failure> {
        let prefix = Path::parse(&self.prefix).map_err(object_store::Error::from)?;
        Ok(self.store.list(Some(&prefix)))
    }

    async fn next(&self, pages: &mut Pages) -> Result<Option<ObjectMeta>, Failure> {
        self.with_timeout(1, async { pages.next().await.transpose() })
            .await
    }

    /// The key in the store of the file at `path`; `None` for a name that is not valid in S3.
    pub(super) fn key(&self, path: &str) -> Option<Path> {
        let key = match &*self.prefix {
            "" => path.to_owned(),
            prefix => format!("{prefix}/{path}"),
        };
        if key.len() > MAX_NAME_LENGTH {
            return None;
        }
        Path::parse(key).ok()
    }

    /// [`Self::key`] of a file to write.
    pub(super) fn writable_key(&self, path: &str) -> Result<Path, Failure> {
        self.key(path).ok_or_else(|| Failure::Name(path.to_owned()))
    }

    /// Waits for the store, for `times` the configured timeout, and counts the request.
    pub(super) async fn with_timeout<T>(
        &self,
        times: u32,
        request: impl Future<Output = object_store::Result<T>>,
    ) -> Result<T, Failure> {
        let (limit, began) = (self.timeout.saturating_mul(times), Instant::now());
        let answered = tokio::time::timeout(limit, request).await;
        let good = matches!(
            answered,
            Ok(Ok(_) | Err(object_store::Error::NotFound { .. }))
        );
        self.counts.count(good, began.elapsed());
        match answered {
            Ok(answered) => Ok(answered?),
            Err(_) => Err(Failure::Silent(limit)),
        }
    }
}

/// The folders that contain a file; the first has an empty name.
fn folders_of(file: &Listed) -> impl Iterator<Item = String> {
    let ends = file.path.match_indices('/').map(|(end, _)| end);
    std::iter::once(0)
        .chain(ends)
        .filter_map(|end| file.path.get(..end).map(str::to_owned))
}

impl std::fmt::Display for Bucket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.place)
    }
}
