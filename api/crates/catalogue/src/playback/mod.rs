//! Playback of streams: VIP members get a signed URL that expires, and this server or nginx serves the stream to
//! anybody who has it.

pub mod demo;
pub mod elsewhere;
pub mod hls;
pub mod queries;
pub mod routes;
pub mod signer;

use std::time::Duration;

use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::Config;
use yingku_platform::ephemeral::{Ephemeral, Limit, quota};
use yingku_platform::storage::Files;

use signer::{PLAYLIST, StreamSigner};

/// The services behind the playback endpoints.
pub struct Playback {
    /// Signs and verifies URLs.
    pub signer: StreamSigner,
    /// The files of streams.
    pub files: Files,
    /// The embedded demo stream: in `STREAM_DIR` even if the others are elsewhere.
    pub demo: Files,
    addresses: Limit<i64>,
    /// Whether this machine has the files of streams.
    is_here: bool,
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
            is_here: hls.base.starts_with('/'),
        })
    }

    /// Whether there is a stream of the site's own for a work. One that cannot be looked for, because another host or a store
    /// that does not answer has it, counts as there: the player goes on with the other address if it is not.
    pub async fn has_own(&self, work: i64) -> bool {
        if !self.is_here {
            return true;
        }
        let playlist = self.files.find(&format!("{work}/{PLAYLIST}")).await;
        !matches!(playlist, Ok(None))
    }

    /// Counts a URL issued to a member against the limit.
    pub async fn count_stream(&self, member: i64) -> Result<(), ApiError> {
        let taken = self.addresses.acquire(member).await;
        taken.map_err(|seconds| ApiError::new(ErrorKind::RateLimited).retry_after(seconds))
    }
}
