//! IP networks: prefixes that count as one client, or that are stored.

use std::fmt::{Display, Formatter};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// An IP prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Network {
    first: IpAddr,
    bits: u8,
}

impl Network {
    /// The network of an address with a prefix of `bits`, capped at the address length.
    pub fn new(ip: IpAddr, bits: u8) -> Self {
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

    /// The network that one party may own: /48, or /24 for IPv4.
    pub fn large(ip: IpAddr) -> Self {
        let bits = if ip.to_canonical().is_ipv4() { 24 } else { 48 };
        Self::new(ip, bits)
    }

    /// Its first address.
    pub fn first(self) -> IpAddr {
        self.first
    }

    /// Whether it contains an address.
    pub fn holds(self, ip: IpAddr) -> bool {
        Self::new(ip, self.bits) == self
    }
}

impl FromStr for Network {
    type Err = &'static str;

    /// Parses an address or `address/bits`.
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
        Ok(Self::new(ip, bits))
    }
}

impl Display for Network {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.first, self.bits)
    }
}

/// The prefix to store: enough to distinguish networks, not to identify a person.
pub fn anonymized_network(ip: IpAddr) -> String {
    let bits = if ip.to_canonical().is_ipv4() { 24 } else { 64 };
    Network::new(ip, bits).to_string()
}

/// The network whose addresses count as one client.
pub fn network(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        v6 @ IpAddr::V6(_) => Network::new(v6, 64).first,
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// Whether an address is of the public internet.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

const fn is_public_v4(address: Ipv4Addr) -> bool {
    let is_reserved = match address.octets() {
        [0, ..] | [240..=255, ..] => true,
        [100, second, ..] => second >= 64 && second < 128,
        [192, 0, 0, _] | [198, 18 | 19, ..] => true,
        _ => false,
    };
    !(is_reserved
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation())
}

/// Addresses in which one of version 4 is hidden count as that one.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let embedded = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            embedded(high, low)
        }
        [0x2002, high, low, ..] => embedded(high, low),
        [0x2001, 0xdb8 | 0, ..] => false,
        // Only these are assigned: the others are of links, sites, groups, or of nobody.
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_household_is_one_client() {
        let network_of = |ip: &str| network(ip.parse().unwrap());
        assert_eq!(network_of("2001:db8::1"), network_of("2001:db8::ffff"));
        assert_ne!(network_of("2001:db8::1"), network_of("2001:db8:0:1::1"));
        assert_eq!(network_of("::ffff:1.2.3.4").to_string(), "1.2.3.4");
    }

    #[test]
    fn addresses_of_own_networks_are_not_public() {
        for address in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["9.9.9.9", "172.32.0.1", "2606:4700::1111", "::ffff:9.9.9.9"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn a_network_is_a_common_prefix() {
        let of = |ip: &str, bits| Network::new(ip.parse().unwrap(), bits).to_string();
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
