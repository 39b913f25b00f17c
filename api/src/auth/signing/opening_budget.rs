//! Who may have a new client key opened, as each opening costs a millisecond and a half of a core.
//!
//! Each address and the networks around it have limits. What all together may have is in three parts, so that a flood
//! from many addresses leaves something for others: half is for addresses that have had nothing opened within an hour,
//! which each of a flood is once only; a quarter for those from which well-signed calls have come lately; the rest is
//! for everybody, these two as well.

use std::net::IpAddr;
use std::time::Duration;

use governor::Quota;
use moka::sync::Cache;

use super::limits::AddressLimit;
use crate::base::network::{Network, network};
use crate::ephemeral::{Ephemeral, ServiceClock, Share, at_least_one, quota};

/// How long an address counts as one that had something opened, or from which a good call came.
const REMEMBERED_MS: u64 = 3_600_000;
/// Addresses remembered of each kind.
const MOST_REMEMBERED: u64 = 200_000;

/// What all may have opened, and each.
pub(super) struct OpeningBudget {
    for_each: AddressLimit,
    for_newcomers: Share,
    for_familiar: Share,
    for_everybody: Share,
    time: ServiceClock,
    /// When something was opened for them, and when a good call came; steady ms.
    opened: Cache<IpAddr, u64>,
    familiar: Cache<IpAddr, u64>,
}

impl OpeningBudget {
    pub(super) fn new(ephemeral: &Ephemeral, per_minute: u32, per_second: u32) -> Self {
        let share = |part: u32| ephemeral.share(Quota::per_second(at_least_one(per_second / part)));
        let each = quota(per_minute, Duration::from_secs(60));
        Self {
            for_each: AddressLimit::new(ephemeral, "keys", each),
            for_newcomers: share(2),
            for_familiar: share(4),
            for_everybody: share(4),
            time: ephemeral.time(),
            opened: Cache::new(MOST_REMEMBERED),
            familiar: Cache::new(MOST_REMEMBERED),
        }
    }

    /// Takes one opening for an address, or says after how many seconds to come back.
    pub(super) async fn take(&self, ip: IpAddr) -> Result<(), u64> {
        self.for_each.take(ip).await?;
        let now = self.now();
        let who = household(ip);
        let first = !self.lately(&self.opened, who, now);
        let taken = (first && self.for_newcomers.check().is_ok())
            || (self.lately(&self.familiar, who, now) && self.for_familiar.check().is_ok())
            || self.for_everybody.check().is_ok();
        if !taken {
            return Err(1);
        }
        self.opened.insert(who, now);
        Ok(())
    }

    /// A well-signed call has come from an address.
    pub(super) fn is_familiar(&self, ip: IpAddr) {
        let (who, now) = (household(ip), self.now());
        // Once in a while is enough, and reading is cheaper.
        let fresh = |at: u64| now.saturating_sub(at) < REMEMBERED_MS / 2;
        if !self.familiar.get(&who).is_some_and(fresh) {
            self.familiar.insert(who, now);
        }
    }

    fn lately(&self, kept: &Cache<IpAddr, u64>, who: IpAddr, now: u64) -> bool {
        kept.get(&who)
            .is_some_and(|at| now.saturating_sub(at) < REMEMBERED_MS)
    }

    fn now(&self) -> u64 {
        u64::try_from(self.time.0.steady_ms()).unwrap_or(0)
    }
}

/// Whoever has a whole /56 is a newcomer once, and not once for each /64 of it.
fn household(ip: IpAddr) -> IpAddr {
    match network(ip) {
        v6 @ IpAddr::V6(_) => Network::new(v6, 56).first(),
        v4 @ IpAddr::V4(_) => v4,
    }
}
