//! How many calls an address may make. An IPv6 caller is its /64: one household has that many addresses. The networks
//! around an address have limits of their own, which are looser, so that nobody who holds a large one counts as
//! many: /56 and /48, and for IPv4 /24.

use std::fmt::{Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use actix_web::http::header::HeaderMap;
use governor::Quota;

use crate::ephemeral::{Ephemeral, Limit};

/// How often as much as an address a small and a large network around it may.
const SMALL: u32 = 4;
const LARGE: u32 = 16;

/// A refusal is held back for so long: one who goes on all the same costs some calls a second for each connection, not
/// thousands, and others have the machine.
const HELD_BACK: Duration = Duration::from_millis(50);

/// A limit for each address, and for the networks around it. Only an address itself is counted over all instances,
/// and only after this process has let it pass.
pub(crate) struct AddressLimit {
    own: Limit<IpAddr>,
    small: Limit<Network>,
    large: Limit<Network>,
}

impl AddressLimit {
    /// With the quota of an address.
    pub(crate) fn new(ephemeral: &Ephemeral, purpose: &'static str, quota: Quota) -> Self {
        Self {
            own: ephemeral.limit(purpose, quota),
            small: ephemeral.limit_here(times(quota, SMALL)),
            large: ephemeral.limit_here(times(quota, LARGE)),
        }
    }

    /// Counts a call, or says, after [`HELD_BACK`], after how many seconds to come back.
    pub(crate) async fn take(&self, ip: IpAddr) -> Result<(), u64> {
        let counted = self.count(ip).await;
        if counted.is_err() {
            tokio::time::sleep(HELD_BACK).await;
        }
        counted
    }

    async fn count(&self, ip: IpAddr) -> Result<(), u64> {
        let own = network(ip);
        self.own.take_here(&own)?;
        if own.is_ipv6() {
            self.small.take_here(&Network::of(ip, 56))?;
        }
        self.large.take_here(&Network::large(ip))?;
        self.own.take_everywhere(&own).await
    }
}

/// The same time for `factor` times as much.
fn times(quota: Quota, factor: u32) -> Quota {
    let burst = quota.burst_size().get().saturating_mul(factor);
    let burst = NonZeroU32::new(burst).unwrap_or(quota.burst_size());
    // Nothing but a period of zero is refused, and no quota has one.
    Quota::with_period(quota.replenish_interval() / factor)
        .unwrap_or(quota)
        .allow_burst(burst)
}

/// The addresses that begin alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    first: IpAddr,
    bits: u8,
}

impl Network {
    /// The one of `bits` bits, at most as many as an address has, around an address.
    pub fn of(ip: IpAddr, bits: u8) -> Self {
        let first = match ip.to_canonical() {
            IpAddr::V4(ip) => {
                let mask = u32::MAX
                    .checked_shl(32 - u32::from(bits.min(32)))
                    .unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from_bits(ip.to_bits() & mask))
            }
            IpAddr::V6(ip) => {
                let mask = u128::MAX
                    .checked_shl(128 - u32::from(bits.min(128)))
                    .unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & mask))
            }
        };
        Self { first, bits }
    }

    /// What one holder may well have whole: a /48, or a /24 of IPv4.
    pub fn large(ip: IpAddr) -> Self {
        let bits = if ip.to_canonical().is_ipv4() { 24 } else { 48 };
        Self::of(ip, bits)
    }

    /// Its first address.
    pub fn first(self) -> IpAddr {
        self.first
    }

    /// Whether an address is in it.
    pub fn holds(self, ip: IpAddr) -> bool {
        Self::of(ip, self.bits) == self
    }
}

impl FromStr for Network {
    type Err = &'static str;

    /// An address, or one with the number of bits that count.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "not a network";
        let (ip, bits) = text.split_once('/').unwrap_or((text, ""));
        let ip: IpAddr = ip.parse().map_err(|_| wrong)?;
        let all = if ip.is_ipv4() { 32 } else { 128 };
        let bits = if bits.is_empty() {
            Ok(all)
        } else {
            bits.parse()
        };
        let bits = bits.ok().filter(|bits| *bits <= all).ok_or(wrong)?;
        Ok(Self::of(ip, bits))
    }
}

impl Display for Network {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.first, self.bits)
    }
}

/// The part of an address that is kept: enough to tell networks apart, not to tell a person.
pub fn kept_network(ip: IpAddr) -> String {
    let bits = if ip.to_canonical().is_ipv4() { 24 } else { 64 };
    Network::of(ip, bits).to_string()
}

/// The addresses that count as one caller.
pub(crate) fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        v6 @ IpAddr::V6(_) => Network::of(v6, 64).first,
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

    #[test]
    fn a_network_is_what_begins_alike() {
        let of = |ip: &str, bits| Network::of(ip.parse().unwrap(), bits).to_string();
        assert_eq!(of("203.0.113.77", 24), "203.0.113.0/24");
        assert_eq!(of("203.0.113.77", 32), "203.0.113.77/32");
        assert_eq!(of("203.0.113.77", 0), "0.0.0.0/0");
        assert_eq!(of("2001:db8:1:2ff::1", 56), "2001:db8:1:200::/56");
        let large = Network::large("::ffff:203.0.113.1".parse().unwrap());
        assert!(large.holds("203.0.113.9".parse().unwrap()));
        assert!(!large.holds("203.0.114.1".parse().unwrap()));
        assert!(!large.holds("2001:db8::1".parse().unwrap()));
        for (text, ip, inside) in [
            ("203.0.113.0/24", "203.0.113.9", true),
            ("203.0.113.0/24", "203.0.114.9", false),
            ("203.0.113.9", "203.0.113.9", true),
            ("2001:db8::/32", "2001:db8:7::1", true),
        ] {
            let network: Network = text.parse().unwrap();
            assert_eq!(network.holds(ip.parse().unwrap()), inside, "{text} {ip}");
        }
        for bad in [
            "",
            "203.0.113.0/33",
            "203.0.113/24",
            "x/8",
            "::1/129",
            "1.2.3.4/-1",
        ] {
            assert!(bad.parse::<Network>().is_err(), "{bad}");
        }
    }
}
