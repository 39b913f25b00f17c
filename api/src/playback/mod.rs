//! StreamState playback: VIP members get a signed URL that expires, and this program or nginx serves the stream to anybody who
//! has it.

pub mod demo;
pub mod hls;
pub mod queries;
pub mod routes;
pub mod signer;

use std::time::Duration;

use crate::config::StreamConfig;
use crate::ephemeral::{Ephemeral, Limit, quota};
use crate::http::error::{ApiError, ErrorKind};
use signer::StreamSigner;

/// The services behind the playback calls.
pub struct Playback {
    /// Signs and verifies URLs.
    pub signer: StreamSigner,
    addresses: Limit<i64>,
}

impl Playback {
    /// From the settings.
    pub fn new(config: &StreamConfig, ephemeral: &Ephemeral) -> anyhow::Result<Self> {
        let hour = Duration::from_secs(3_600);
        Ok(Self {
            signer: StreamSigner::new(config)?,
            addresses: ephemeral.limit("streams", quota(config.per_hour, hour)),
        })
    }

    /// Counts a URL issued to a member against the limit.
    pub async fn count_stream(&self, member: i64) -> Result<(), ApiError> {
        let taken = self.addresses.take(member).await;
        taken.map_err(|seconds| ApiError::new(ErrorKind::RateLimited).retry_after(seconds))
    }
}
