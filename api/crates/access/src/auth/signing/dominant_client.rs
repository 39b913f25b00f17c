//! Detects when one address makes most of the requests: behind a proxy or CDN missing from the settings, all visitors
//! count as one caller, and share its limits and quotas.
//!
//! Two rounds, because a table of addresses would cost memory: the first finds the only address that can have the
//! majority (Boyer–Moore majority vote), the second counts its requests.

use std::net::IpAddr;

use parking_lot::Mutex;

/// Length of a round, seconds.
const ROUND: i64 = 600;
/// Minimum requests in a round for a verdict.
const MIN_CALLS: u32 = 2_000;
/// Interval between warnings, seconds.
const WARN_INTERVAL: i64 = 86_400;

/// Counts the requests by address.
#[derive(Default)]
pub(super) struct DominantClient(Mutex<Round>);

#[derive(Default)]
struct Round {
    began: i64,
    calls: u32,
    /// The candidate of the vote in this round.
    candidate: Option<IpAddr>,
    lead: u32,
    /// The candidate of the previous round, and its requests in this one.
    suspect: Option<IpAddr>,
    suspect_requests: u32,
    warned: Option<i64>,
}

impl DominantClient {
    /// Counts a request at `now` (seconds). Returns the address of more than half of a round's requests, once a day.
    pub(super) fn count(&self, ip: IpAddr, now: i64) -> Option<IpAddr> {
        let mut round = self.0.lock();
        let warned_of = round.is_over(now).then(|| round.next(now)).flatten();
        round.add(ip);
        warned_of
    }
}

impl Round {
    const fn is_over(&self, now: i64) -> bool {
        now < self.began || now - self.began >= ROUND
    }

    fn add(&mut self, ip: IpAddr) {
        self.calls += 1;
        if self.suspect == Some(ip) {
            self.suspect_requests += 1;
        }
        if self.candidate == Some(ip) {
            self.lead += 1;
        } else if self.lead == 0 {
            self.candidate = Some(ip);
            self.lead = 1;
        } else {
            self.lead -= 1;
        }
    }

    /// Starts the next round and returns the address to warn about.
    fn next(&mut self, now: i64) -> Option<IpAddr> {
        let is_most = self.calls >= MIN_CALLS && self.suspect_requests > self.calls / 2;
        let is_due = self.warned.is_none_or(|at| now - at >= WARN_INTERVAL);
        let warned_of = self.suspect.filter(|_| is_most && is_due);
        *self = Self {
            began: now,
            suspect: self.candidate,
            warned: warned_of.map_or(self.warned, |_| Some(now)),
            ..Self::default()
        };
        warned_of
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROXY: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 9));

    fn visitor(number: u32) -> IpAddr {
        IpAddr::from((0x0A00_0000 | number).to_be_bytes())
    }

    /// The addresses warned about when `share` of ten requests are the proxy's.
    fn warned_of(
        dominant_client: &DominantClient,
        rounds: std::ops::Range<i64>,
        share: u32,
    ) -> Vec<IpAddr> {
        let calls = rounds.flat_map(|round| (0..3_000u32).map(move |call| (round * ROUND, call)));
        let warned_of = calls.filter_map(|(now, call)| {
            let ip = if call % 10 < share {
                PROXY
            } else {
                visitor(call)
            };
            dominant_client.count(ip, now)
        });
        warned_of.collect()
    }

    #[test]
    fn a_dominant_address_is_logged_once_a_day() {
        let dominant_client = DominantClient::default();
        assert_eq!(warned_of(&dominant_client, 1..5, 6), [PROXY]);
        assert!(warned_of(&dominant_client, 5..100, 6).is_empty());
        assert_eq!(warned_of(&dominant_client, 100..200, 6), [PROXY]);
    }

    #[test]
    fn many_visitors_or_few_requests_are_not_logged() {
        assert!(warned_of(&DominantClient::default(), 1..6, 4).is_empty());
        let quiet = DominantClient::default();
        for round in 1..9 {
            for _ in 0..MIN_CALLS - 1 {
                assert_eq!(quiet.count(PROXY, round * ROUND), None);
            }
        }
    }
}
