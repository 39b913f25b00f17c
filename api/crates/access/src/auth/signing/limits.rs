//! Rate limits per address. An IPv6 caller is its /64, because one household has that many addresses. The networks
//! around an address (/56 and /48; for IPv4 /24) have looser limits of their own, so that the owner of a large network
//! does not count as many callers.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::http::header::HeaderMap;
use governor::Quota;
use yingku_base::network::{Network, network};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::ephemeral::{Ephemeral, Limit};

/// Limits of the small and the large network, as multiples of the address limit.
const SMALL: u32 = 4;
const LARGE: u32 = 16;

/// Delay of a rejection: a client that ignores it costs some requests a second per connection, not thousands.
const REJECTION_DELAY: Duration = Duration::from_millis(50);

/// A limit per address and for the networks around it. Only the address is counted across instances, and only after
/// this process has admitted it.
pub struct AddressLimit {
    own: Limit<IpAddr>,
    small: Limit<Network>,
    large: Limit<Network>,
}

impl AddressLimit {
    /// `quota` is that of one address.
    pub fn new(ephemeral: &Ephemeral, purpose: &'static str, quota: Quota) -> Self {
        Self {
            own: ephemeral.limit(purpose, quota),
            small: ephemeral.local_limit(times(quota, SMALL)),
            large: ephemeral.local_limit(times(quota, LARGE)),
        }
    }

    /// Counts a request to a feature with a limit of its own, or fails with 429.
    pub async fn admit(&self, ip: IpAddr) -> Result<(), ApiError> {
        let taken = self.acquire(ip).await;
        taken.map_err(|seconds| ApiError::new(ErrorKind::RateLimited).retry_after(seconds))
    }

    /// Counts a request, or returns, after [`REJECTION_DELAY`], the seconds to wait.
    pub async fn acquire(&self, ip: IpAddr) -> Result<(), u64> {
        let counted = self.count(ip).await;
        if counted.is_err() {
            tokio::time::sleep(REJECTION_DELAY).await;
        }
        counted
    }

    async fn count(&self, ip: IpAddr) -> Result<(), u64> {
        let own = network(ip);
        self.own.acquire_locally(&own)?;
        if own.is_ipv6() {
            self.small.acquire_locally(&Network::new(ip, 56))?;
        }
        self.large.acquire_locally(&Network::large(ip))?;
        self.own.acquire_everywhere(&own).await
    }
}

/// A quota `factor` times as large.
fn times(quota: Quota, factor: u32) -> Quota {
    let burst = quota.burst_size().get().saturating_mul(factor);
    let burst = NonZeroU32::new(burst).unwrap_or(quota.burst_size());
    // Fails only for a period of zero, which no quota has.
    Quota::with_period(quota.replenish_interval() / factor)
        .unwrap_or(quota)
        .allow_burst(burst)
}

/// The caller's address: the peer's or, behind trusted proxies, the last address in `X-Forwarded-For` that is not a
/// trusted proxy's own.
pub fn caller_ip(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
    let peer = peer
        .unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED))
        .to_canonical();
    if !trusted.contains(&peer) {
        return peer;
    }
    let chain = headers
        .get_all("x-forwarded-for")
        .filter_map(|value| value.to_str().ok());
    let chain: Vec<&str> = chain
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    let mut caller = peer;
    for hop in chain.iter().rev() {
        let Ok(ip) = hop.parse::<IpAddr>() else { break };
        caller = ip.to_canonical();
        if !trusted.contains(&caller) {
            break;
        }
    }
    caller
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn forwarded(value: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(
            HeaderName::from_static("x-forwarded-for"),
            HeaderValue::from_str(value).unwrap(),
        );
        headers
    }

    #[test]
    fn a_forwarded_address_counts_only_from_a_trusted_proxy() {
        let (proxy, stranger) = ("10.0.0.1".parse().unwrap(), "9.9.9.9".parse().unwrap());
        let headers = forwarded("1.2.3.4, 5.6.7.8");
        assert_eq!(caller_ip(Some(stranger), &headers, &[proxy]), stranger);
        assert_eq!(
            caller_ip(Some(proxy), &headers, &[proxy]).to_string(),
            "5.6.7.8"
        );
        assert_eq!(
            caller_ip(Some(proxy), &forwarded("1.2.3.4, 10.0.0.1"), &[proxy]).to_string(),
            "1.2.3.4"
        );
        assert_eq!(
            caller_ip(Some(proxy), &forwarded("nonsense"), &[proxy]),
            proxy
        );
    }
}
