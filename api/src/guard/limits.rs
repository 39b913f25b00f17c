//! How many calls an address may make. An IPv6 caller is its /64: one household has that many addresses.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;

use actix_web::http::header::HeaderMap;
use governor::Quota;

use crate::ephemeral::{Ephemeral, Limit};

/// A limit for each address.
pub(crate) struct AddressLimit(Limit);

impl AddressLimit {
    /// `per_second` on average, `burst` at once.
    pub(crate) fn new(
        ephemeral: &Ephemeral,
        purpose: &'static str,
        per_second: u32,
        burst: u32,
    ) -> Self {
        let quota = Quota::per_second(at_least_one(per_second)).allow_burst(at_least_one(burst));
        Self(ephemeral.limit(purpose, quota))
    }

    /// `per_minute`, all of them at once if they like.
    pub(super) fn per_minute(
        ephemeral: &Ephemeral,
        purpose: &'static str,
        per_minute: u32,
    ) -> Self {
        Self(ephemeral.limit(purpose, Quota::per_minute(at_least_one(per_minute))))
    }

    /// Counts a call, or says after how many seconds to come back.
    pub(crate) async fn take(&self, ip: IpAddr) -> Result<(), u64> {
        self.0.take(network(ip)).await
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
pub(crate) fn caller_ip(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[IpAddr]) -> IpAddr {
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
}
