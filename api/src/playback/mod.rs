//! Watching online: VIP get an address that is signed and expires, and whoever has such an address gets the
//! stream, from this program or from nginx.
//!
//! - [`signer`]: the signature of addresses, in the form that nginx's `secure_link` knows;
//! - [`queries`]: whether a work can be watched;
//! - [`routes`]: the calls that give addresses;
//! - [`hls`]: the server of `/hls/…`;
//! - [`demo`]: the stream that demo works share.

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

/// What giving addresses needs while the service runs.
pub struct Playback {
    /// Signs addresses and knows them again.
    pub signer: StreamSigner,
    addresses: Limit<i64>,
}

impl Playback {
    /// As the settings say.
    pub fn new(config: &StreamConfig, ephemeral: &Ephemeral) -> anyhow::Result<Self> {
        let hour = Duration::from_secs(3_600);
        Ok(Self {
            signer: StreamSigner::new(config)?,
            addresses: ephemeral.limit("streams", quota(config.per_hour, hour)),
        })
    }

    /// Counts an address that a member gets.
    pub async fn count_address(&self, member: i64) -> Result<(), ApiError> {
        let taken = self.addresses.take(member).await;
        taken.map_err(|seconds| ApiError::new(ErrorKind::RateLimited).retry_after(seconds))
    }
}
