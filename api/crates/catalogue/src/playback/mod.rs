//! Playback of streams: VIP members get a signed URL that expires, and this server or nginx serves the stream to
//! anybody who has it.

pub mod demo;
pub mod hls;
pub mod queries;
pub mod routes;
pub mod signer;

use std::time::Duration;

use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::Config;
use yingku_platform::ephemeral::{Ephemeral, Limit, quota};
use yingku_platform::storage::Files;

use signer::StreamSigner;

/// The services behind the playback endpoints.
pub struct Playback {
    /// Signs and verifies URLs.
    pub signer: StreamSigner,
    /// The files of streams.
    pub files: Files,
    /// The embedded demo stream: in `STREAM_DIR` even if the others are elsewhere.
    pub demo: Files,
    addresses: Limit<i64>,
}

impl Playback {
    /// From the settings.
    pub fn new(config: &Config, ephemeral: &Ephemeral) -> anyhow::Result<Self> {
        let hour = Duration::from_secs(3_600);
        let (streams, hls) = (&config.streams, &config.hls);
        Ok(Self {
            signer: StreamSigner::new(hls, &config.secrets.streams)?,
            files: Files::open(&streams.dir, streams.store.as_ref(), &config.s3)?,
            demo: Files::Folder(streams.dir.clone()),
            addresses: ephemeral.limit("streams", quota(hls.per_hour, hour)),
        })
    }

    /// Counts a URL issued to a member against the limit.
    pub async fn count_stream(&self, member: i64) -> Result<(), ApiError> {
        let taken = self.addresses.acquire(member).await;
        taken.map_err(|seconds| ApiError::new(ErrorKind::RateLimited).retry_after(seconds))
    }
}
