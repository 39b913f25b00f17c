//! Rate limit outside the API: pages and their files, pictures, streams, the contract. A page loads a hundred files and
//! covers, so the limit is a multiple of the API's. Each instance counts separately: a shared store would cost more
//! than the request.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage as _, ResponseError as _, web};
use governor::Quota;
use yingku_access::auth::signing::CallerIp;
use yingku_access::auth::signing::limits::{AddressLimit, caller_ip};
use yingku_base::clock::Clock;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::Config;
use yingku_platform::ephemeral::{Ephemeral, at_least_one};

use crate::probes::PROBE_PATHS;

/// Multiple of `RATE_PER_SECOND`.
const RATE_MULTIPLE: u32 = 5;
/// Multiple of `RATE_BURST`.
const BURST_MULTIPLE: u32 = 10;

/// The limit.
pub struct PageRateLimit {
    limit: AddressLimit,
    trusted_proxies: Vec<IpAddr>,
}

impl PageRateLimit {
    /// The limit from the settings.
    pub fn new(config: &Config, clock: Arc<dyn Clock>) -> Self {
        let rate = config.limits.rate_per_second.saturating_mul(RATE_MULTIPLE);
        let burst = config.limits.rate_burst.saturating_mul(BURST_MULTIPLE);
        let quota = Quota::per_second(at_least_one(rate)).allow_burst(at_least_one(burst));
        Self {
            limit: AddressLimit::new(&Ephemeral::in_memory(clock), "visits", quota),
            trusted_proxies: config.network.trusted_proxies.clone(),
        }
    }

    /// Counts a request.
    async fn count(&self, request: &ServiceRequest) -> Result<(), ApiError> {
        let peer = request.peer_addr().map(|peer| peer.ip());
        let ip = caller_ip(peer, request.headers(), &self.trusted_proxies);
        request.extensions_mut().insert(CallerIp(ip));
        // Service managers probe often.
        if ip.is_loopback() && PROBE_PATHS.contains(&request.path()) {
            return Ok(());
        }
        let counted = self.limit.acquire(ip).await;
        counted.map_err(|seconds| ApiError::new(ErrorKind::RateLimited).retry_after(seconds))
    }
}

/// The middleware of everything outside the API.
pub async fn counted(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    if let Some(limit) = request.app_data::<web::Data<PageRateLimit>>().cloned()
        && let Err(error) = limit.count(&request).await
    {
        return Ok(request.into_response(error.error_response()));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}
