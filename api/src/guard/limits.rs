//! How many calls an address may make. An IPv6 caller is its /64: one household has that many addresses.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use actix_web::http::header::HeaderMap;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// Addresses that have been quiet are forgotten once in so many calls.
const SWEEP_EVERY: u32 = 65_536;

/// A limit for each address.
pub(super) struct AddressLimit {
    limiter: DefaultKeyedRateLimiter<IpAddr>,
    calls: AtomicU32,
}

impl AddressLimit {
    /// `per_second` on average, `burst` at once.
    pub(super) fn new(per_second: u32, burst: u32) -> Self {
        Self::with(Quota::per_second(at_least_one(per_second)).allow_burst(at_least_one(burst)))
    }

    /// `per_minute`, all of them at once if they like.
    pub(super) fn per_minute(per_minute: u32) -> Self {
        Self::with(Quota::per_minute(at_least_one(per_minute)))
    }

    fn with(quota: Quota) -> Self {
        Self {
            limiter: RateLimiter::keyed(quota),
            calls: AtomicU32::new(0),
        }
    }

    /// Counts a call, or says after how many seconds to come back.
    pub(super) fn take(&self, ip: IpAddr) -> Result<(), u64> {
        if self.calls.fetch_add(1, Ordering::Relaxed) % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(&network(ip)).map_err(|not_until| {
            not_until
                .wait_time_from(DefaultClock::default().now())
                .as_secs()
                + 1
        })
    }
}

pub(crate) fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// The addresses that count as one caller.
pub(crate) fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64)),
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The caller's address: the peer's, or, behind proxies the operator trusts, the last one that such a
/// proxy has not written itself.
pub(super) fn caller_ip(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
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

    #[test]
    fn one_household_is_one_caller() {
        let network_of = |ip: &str| network(ip.parse().unwrap());
        assert_eq!(network_of("2001:db8::1"), network_of("2001:db8::ffff"));
        assert_ne!(network_of("2001:db8::1"), network_of("2001:db8:0:1::1"));
        assert_eq!(network_of("::ffff:1.2.3.4").to_string(), "1.2.3.4");
    }

    #[test]
    fn a_burst_passes_and_then_the_caller_waits() {
        let limit = AddressLimit::new(1, 3);
        let ip = "1.2.3.4".parse().unwrap();
        assert!((0..3).all(|_| limit.take(ip).is_ok()));
        assert!(
            limit
                .take(ip)
                .is_err_and(|seconds| (1..=2).contains(&seconds))
        );
        assert!(limit.take("1.2.3.5".parse().unwrap()).is_ok());
    }
}
