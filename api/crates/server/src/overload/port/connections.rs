//! Connection limits: in total, so that the database and the index always get a file descriptor, and per address, so
//! that none takes all. A connection over the limit is closed at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use yingku_base::network::network;

/// Descriptors for the database, the index, logs and outgoing calls.
const RESERVED: u64 = 128;
/// A connection may also have a file open.
const DESCRIPTORS_PER_CONNECTION: u64 = 2;
/// Most connections, however many descriptors there are: the workers' memory is limited too.
const MAX: usize = 20_000;
/// One address gets at most this fraction of all.
const MAX_ADDRESS_FRACTION: usize = 4;
/// The last eighth is reserved for addresses with few connections.
const RESERVED_FRACTION: usize = 8;
/// Most connections of an address in the last eighth.
const MAX_IN_RESERVE: usize = 2;

/// The open connections.
#[derive(Debug)]
pub struct Connections {
    max: usize,
    max_per_address: usize,
    proxies: Vec<IpAddr>,
    open: Mutex<Open>,
    rejected: AtomicU64,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    /// Connections per network, without those of proxies.
    of: HashMap<IpAddr, usize>,
}

/// The slot of a connection, freed when dropped.
#[derive(Debug)]
pub struct Place {
    connections: Arc<Connections>,
    /// None for a proxy.
    network: Option<IpAddr>,
}

impl Connections {
    /// As many connections as `descriptors` allow, at most `max_per_address` per address. `proxies` have no limit of their
    /// own.
    pub fn new(descriptors: u64, max_per_address: usize, proxies: &[IpAddr]) -> Self {
        let room = descriptors.saturating_sub(RESERVED) / DESCRIPTORS_PER_CONNECTION;
        let max = usize::try_from(room).unwrap_or(MAX).clamp(8, MAX);
        Self {
            max,
            max_per_address: max_per_address.min(max / MAX_ADDRESS_FRACTION),
            proxies: proxies.to_vec(),
            open: Mutex::default(),
            rejected: AtomicU64::new(0),
        }
    }

    /// Takes a slot for a connection of this address, if one is free.
    pub fn admit(self: &Arc<Self>, ip: IpAddr) -> Option<Place> {
        let proxy = self.proxies.contains(&ip.to_canonical());
        let network = (!proxy).then(|| network(ip));
        let admitted = self
            .open
            .lock()
            .admit(network, self.max, self.max_per_address);
        if !admitted {
            self.rejected.fetch_add(1, Ordering::Relaxed);
        }
        admitted.then(|| Place {
            connections: Arc::clone(self),
            network,
        })
    }

    /// How many are open.
    pub fn open(&self) -> usize {
        self.open.lock().all
    }

    /// How many were rejected since the start.
    pub fn rejected(&self) -> u64 {
        self.rejected.load(Ordering::Relaxed)
    }
}

impl Open {
    fn admit(&mut self, network: Option<IpAddr>, max: usize, max_per_address: usize) -> bool {
        if self.all >= max {
            return false;
        }
        if let Some(network) = network {
            let scarce = self.all >= max - max / RESERVED_FRACTION;
            let max_per_address = if scarce {
                MAX_IN_RESERVE.min(max_per_address)
            } else {
                max_per_address
            };
            let open = self.of.get(&network).copied().unwrap_or(0);
            if open >= max_per_address {
                return false;
            }
            self.of.insert(network, open + 1);
        }
        self.all += 1;
        true
    }

    fn release(&mut self, network: Option<IpAddr>) {
        self.all = self.all.saturating_sub(1);
        let Some(network) = network else { return };
        if let Some(open) = self.of.get_mut(&network) {
            *open -= 1;
            if *open == 0 {
                self.of.remove(&network);
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.connections.open.lock().release(self.network);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn connect_until_rejected(connections: &Arc<Connections>, ip: IpAddr) -> Vec<Place> {
        std::iter::from_fn(|| connections.admit(ip))
            .take(100_000)
            .collect()
    }

    #[test]
    fn one_address_never_takes_all_connections() {
        let connections = Arc::new(Connections::new(1_024, 256, &[]));
        let held = connect_until_rejected(&connections, ip("192.0.2.1"));
        assert_eq!(held.len(), 448 / MAX_ADDRESS_FRACTION);
        assert_eq!(connections.rejected(), 1);
        assert!(connections.admit(ip("192.0.2.2")).is_some());
        // A household counts as one client, and so do the two forms of an address.
        let household = connect_until_rejected(&connections, ip("2001:db8::1"));
        assert!(!household.is_empty());
        assert!(connections.admit(ip("2001:db8::2")).is_none());
        assert!(connections.admit(ip("::ffff:192.0.2.1")).is_none());
        drop(held);
        assert!(connections.admit(ip("192.0.2.1")).is_some());
    }

    #[test]
    fn the_last_slots_are_for_addresses_without_a_connection() {
        let connections = Arc::new(Connections::new(1_024, 256, &[]));
        let mut held = Vec::new();
        for host in 1..=8 {
            held.extend(connect_until_rejected(
                &connections,
                ip(&format!("192.0.2.{host}")),
            ));
        }
        assert!(connections.open() < 448);
        assert_eq!(
            connect_until_rejected(&connections, ip("198.51.100.1")).len(),
            MAX_IN_RESERVE
        );
        // Descriptors stay free.
        for host in 1..=254 {
            held.extend(connect_until_rejected(
                &connections,
                ip(&format!("203.0.113.{host}")),
            ));
        }
        assert_eq!(connections.open(), 448);
        drop(held);
        assert_eq!(connections.open(), 0);
        assert!(connections.open.lock().of.is_empty());
    }

    #[test]
    fn a_proxy_is_not_limited_as_one_address() {
        let connections = Arc::new(Connections::new(1_024, 4, &[ip("10.0.0.1")]));
        assert_eq!(
            connect_until_rejected(&connections, ip("::ffff:10.0.0.1")).len(),
            448
        );
    }
}
