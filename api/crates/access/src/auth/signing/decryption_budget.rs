//! The budget for decrypting new client keys, which costs 1.5 ms of CPU each.
//!
//! Each address and the networks around it have limits. The total is split in three parts, so that a flood from many
//! addresses leaves something for others: half is for addresses that had no key decrypted within an hour, which applies
//! to each address of a flood only once; a quarter is for addresses that recently sent validly signed requests; the
//! rest is for everybody.

use std::net::IpAddr;
use std::time::Duration;

use governor::Quota;
use moka::sync::Cache;
use yingku_base::network::{Network, network};
use yingku_platform::ephemeral::{Ephemeral, InstanceQuota, ServiceClock, at_least_one, quota};

use super::limits::AddressLimit;

/// How long an address counts as served or trusted, ms.
const TRACKED_MS: u64 = 3_600_000;
/// Addresses remembered per kind.
const MAX_TRACKED: u64 = 200_000;

/// The budget.
pub(super) struct DecryptionBudget {
    for_each: AddressLimit,
    newcomer_quota: InstanceQuota,
    trusted_quota: InstanceQuota,
    shared_quota: InstanceQuota,
    time: ServiceClock,
    /// When a key was last decrypted for an address, and when it last sent a valid request; monotonic ms.
    served: Cache<IpAddr, u64>,
    trusted: Cache<IpAddr, u64>,
}

impl DecryptionBudget {
    pub(super) fn new(ephemeral: &Ephemeral, per_minute: u32, per_second: u32) -> Self {
        let share = |part: u32| ephemeral.share(Quota::per_second(at_least_one(per_second / part)));
        let each = quota(per_minute, Duration::from_secs(60));
        Self {
            for_each: AddressLimit::new(ephemeral, "keys", each),
            newcomer_quota: share(2),
            trusted_quota: share(4),
            shared_quota: share(4),
            time: ephemeral.time(),
            served: Cache::new(MAX_TRACKED),
            trusted: Cache::new(MAX_TRACKED),
        }
    }

    /// Takes one decryption for an address, or returns the seconds to wait.
    pub(super) async fn acquire(&self, ip: IpAddr) -> Result<(), u64> {
        self.for_each.acquire(ip).await?;
        let now = self.now();
        let who = household(ip);
        let first = !self.is_recent(&self.served, who, now);
        let taken = (first && self.newcomer_quota.check().is_ok())
            || (self.is_recent(&self.trusted, who, now) && self.trusted_quota.check().is_ok())
            || self.shared_quota.check().is_ok();
        if !taken {
            return Err(1);
        }
        self.served.insert(who, now);
        Ok(())
    }

    /// Records a validly signed request from an address.
    pub(super) fn is_trusted(&self, ip: IpAddr) {
        let (who, now) = (household(ip), self.now());
        // Reads are cheaper, so write only occasionally.
        let fresh = |at: u64| now.saturating_sub(at) < TRACKED_MS / 2;
        if !self.trusted.get(&who).is_some_and(fresh) {
            self.trusted.insert(who, now);
        }
    }

    fn is_recent(&self, cache: &Cache<IpAddr, u64>, who: IpAddr, now: u64) -> bool {
        cache
            .get(&who)
            .is_some_and(|at| now.saturating_sub(at) < TRACKED_MS)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.time.0.steady_ms()).unwrap_or(0)
    }
}

/// A /56 counts as one newcomer, not as one per /64.
fn household(ip: IpAddr) -> IpAddr {
    match network(ip) {
        v6 @ IpAddr::V6(_) => Network::new(v6, 56).first(),
        v4 @ IpAddr::V4(_) => v4,
    }
}
