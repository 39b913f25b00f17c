//! How often an address may do something, as features limit what is dear.

use std::net::IpAddr;
use std::time::Duration;

use super::signing::limits::AddressLimit;
use crate::ephemeral::{Ephemeral, quota};
use crate::http::error::{ApiError, ErrorKind};

/// One limit of each address, and looser ones of the networks around it.
pub struct Limit(AddressLimit);

impl Limit {
    /// `number` calls in `time` for each address.
    pub fn new(
        ephemeral: &Ephemeral,
        purpose: &'static str,
        (number, time): (u32, Duration),
    ) -> Self {
        Self(AddressLimit::new(ephemeral, purpose, quota(number, time)))
    }

    /// Counts a call.
    pub async fn take(&self, ip: IpAddr) -> Result<(), ApiError> {
        let taken = self.0.take(ip).await;
        taken.map_err(|seconds| ApiError::new(ErrorKind::RateLimited).retry_after(seconds))
    }
}
