//! Shares of the connections. Each kind of call may use half of them at most, so that no kind takes all. While a kind has
//! had no free place for some time, its reads wait only shortly: more of them come than can be answered, and whoever would
//! have to wait long is told so at once, instead of making everybody wait long (controlled delay, as in "Fail at Scale",
//! ACM Queue 13/8, 2015). Calls that write, logins and payments wait as long as ever: they are few, and dear to repeat.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Engine;
pub use super::turned_away::TurnedAway;
use crate::base::threads;

/// A kind of call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// Lists, searches, works: what visitors read.
    Lists,
    /// Registering, signing in, refreshing a session.
    Login,
    /// Plans, orders, notices of payments, activation codes.
    Payment,
    /// What members read and write.
    Members,
    /// The operators' console.
    Operators,
}

/// How long a share is without a free place before its calls wait shortly.
const CROWDED_AFTER: Duration = Duration::from_millis(100);
/// How long they go on to wait shortly, though a place was free for a moment.
const CROWDED_FOR: Duration = Duration::from_secs(1);

tokio::task_local! {
    static CALLER: Caller;
}

/// Who asks the database.
#[derive(Debug, Clone, Copy)]
struct Caller {
    share: Share,
    /// Whether its reads wait as long as writes.
    patient: bool,
}

impl Caller {
    /// The caller of this task; outside of calls a patient member.
    fn current() -> Self {
        let outside = Self {
            share: Share::Members,
            patient: true,
        };
        CALLER.try_with(|caller| *caller).unwrap_or(outside)
    }
}

impl Share {
    /// Every share.
    pub const ALL: [Self; 5] = [
        Self::Lists,
        Self::Login,
        Self::Payment,
        Self::Members,
        Self::Operators,
    ];

    /// Its name in the metrics.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lists => "lists",
            Self::Login => "login",
            Self::Payment => "payment",
            Self::Members => "members",
            Self::Operators => "operators",
        }
    }

    /// What `work` asks of the database belongs to this share.
    pub async fn within<F: Future>(self, work: F) -> F::Output {
        self.as_caller(self.is_patient(), work).await
    }

    /// The same for a call that changes something: what it reads waits as long as what it writes.
    pub async fn patiently<F: Future>(self, work: F) -> F::Output {
        self.as_caller(true, work).await
    }

    async fn as_caller<F: Future>(self, patient: bool, work: F) -> F::Output {
        let share = self;
        CALLER.scope(Caller { share, patient }, work).await
    }

    /// What this share has of something that each has.
    pub fn of<T>(self, all: [T; 5]) -> T {
        let [lists, login, payment, members, operators] = all;
        match self {
            Self::Lists => lists,
            Self::Login => login,
            Self::Payment => payment,
            Self::Members => members,
            Self::Operators => operators,
        }
    }

    /// Whether reads wait as long as writes.
    pub fn is_patient(self) -> bool {
        matches!(self, Self::Login | Self::Payment)
    }
}

/// What a call wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Read,
    Write,
}

/// Writes of a share that may queue for SQLite's writer at once: enough that it never waits for them.
const SQLITE_WRITES: usize = 2;

/// How many of the connections a share may use: half of them. SQLite works on the processors of this machine, so more
/// calls at once than there are processors would only make each of them slower.
fn places(engine: Engine, connections: u32) -> usize {
    let half = usize::try_from(connections.div_ceil(2)).unwrap_or(1);
    match engine {
        Engine::Postgres => half,
        Engine::Sqlite => half.min(threads::processors().max(2)),
    }
}

/// The places of all shares.
pub(super) struct Shares {
    places: [Queue; 5],
    /// SQLite's writer has a connection of its own, so writes do not take the places of reads.
    writes: Option<[Queue; 5]>,
    turned_away: TurnedAway,
}

impl Shares {
    /// `crowded_wait` is how long reads of a crowded share wait.
    pub(super) fn new(engine: Engine, connections: u32, crowded_wait: Duration) -> Self {
        let queues = |places| Share::ALL.map(|_| Queue::new(places, crowded_wait));
        Self {
            places: queues(places(engine, connections)),
            writes: (engine == Engine::Sqlite).then(|| queues(SQLITE_WRITES)),
            turned_away: TurnedAway::new("the database is busy"),
        }
    }

    /// Waits for a place of the share of this task; none when it is crowded.
    pub(super) async fn place(&self, purpose: Purpose) -> Option<OwnedSemaphorePermit> {
        let Caller { share, patient } = Caller::current();
        let queues = self.writes.as_ref().filter(|_| purpose == Purpose::Write);
        let queue = share.of(queues.unwrap_or(&self.places).each_ref());
        queue.place(patient || purpose == Purpose::Write).await
    }

    /// Counts a call of this task's share that was turned away.
    pub(super) fn refuse(&self) {
        self.turned_away
            .count(Caller::current().share, Instant::now());
    }

    /// How many calls of each share were turned away.
    pub(super) fn refused(&self) -> impl Iterator<Item = (Share, u64)> {
        self.turned_away.counts()
    }
}

struct Queue {
    places: Arc<Semaphore>,
    crowd: Crowd,
}

impl Queue {
    fn new(places: usize, crowded_wait: Duration) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            crowd: Crowd::new(crowded_wait),
        }
    }

    /// A place; none when the queue is crowded, unless the caller is patient.
    async fn place(&self, patient: bool) -> Option<OwnedSemaphorePermit> {
        let now = Instant::now();
        // A place goes to the first in the queue, so a free one means that nobody queues.
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            self.crowd.has_room(now);
            return Some(place);
        }
        let place = Arc::clone(&self.places).acquire_owned();
        match self.crowd.wait(now).filter(|_| !patient) {
            None => place.await.ok(),
            Some(wait) => tokio::time::timeout(wait, place).await.ok()?.ok(),
        }
    }
}

/// Tells a burst, which is over soon, from more calls than can be answered.
struct Crowd {
    crowded_wait: Duration,
    began: Instant,
    /// When there was last a free place, milliseconds after `began`.
    free_at: AtomicU64,
    /// Until when it is a crowd.
    crowded_until: AtomicU64,
}

impl Crowd {
    fn new(crowded_wait: Duration) -> Self {
        Self {
            crowded_wait,
            began: Instant::now(),
            free_at: AtomicU64::new(0),
            crowded_until: AtomicU64::new(0),
        }
    }

    /// There was a free place.
    fn has_room(&self, now: Instant) {
        self.free_at.store(self.at(now), Ordering::Relaxed);
    }

    /// How long to wait for a place when none is free; as long as any call when it is a burst.
    fn wait(&self, now: Instant) -> Option<Duration> {
        let now = self.at(now);
        let full_for = now.saturating_sub(self.free_at.load(Ordering::Relaxed));
        if full_for >= milliseconds(CROWDED_AFTER) {
            let until = now.saturating_add(milliseconds(CROWDED_FOR));
            self.crowded_until.store(until, Ordering::Relaxed);
        }
        let crowded = now < self.crowded_until.load(Ordering::Relaxed);
        crowded.then_some(self.crowded_wait)
    }

    fn at(&self, now: Instant) -> u64 {
        milliseconds(now.saturating_duration_since(self.began))
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(50);

    #[test]
    fn a_burst_waits_and_a_crowd_waits_shortly() {
        let crowd = Crowd::new(SHORT);
        let at = |milliseconds| crowd.began + Duration::from_millis(milliseconds);
        crowd.has_room(at(1_000));
        assert_eq!(crowd.wait(at(1_000)), None);
        assert_eq!(crowd.wait(at(1_099)), None);
        assert_eq!(crowd.wait(at(1_100)), Some(SHORT));
        assert_eq!(crowd.wait(at(9_000)), Some(SHORT));
        crowd.has_room(at(9_001));
        assert_eq!(crowd.wait(at(9_999)), Some(SHORT), "free for a moment");
        crowd.has_room(at(10_950));
        assert_eq!(crowd.wait(at(11_010)), None, "it has gone");
    }

    #[tokio::test]
    async fn no_share_takes_the_places_of_another() {
        for (engine, purpose) in [
            (Engine::Postgres, Purpose::Read),
            (Engine::Postgres, Purpose::Write),
            (Engine::Sqlite, Purpose::Write),
        ] {
            let shares = Shares::new(engine, 4, SHORT);
            let place = || shares.place(purpose);
            let held = Share::Lists.within(async { [place().await, place().await] });
            let held = held.await;
            assert!(held.iter().all(Option::is_some));
            let queue =
                Share::Lists.of(shares.writes.as_ref().unwrap_or(&shares.places).each_ref());
            assert_eq!(queue.places.available_permits(), 0);
            for share in Share::ALL.into_iter().skip(1) {
                assert!(share.within(place()).await.is_some(), "{share:?}");
            }
        }
    }

    #[tokio::test]
    async fn only_reads_of_visitors_members_and_operators_are_turned_away_soon() {
        let queue = Queue::new(1, Duration::from_millis(1));
        let held = queue.place(false).await;
        let crowded = Crowd {
            began: Instant::now() - CROWDED_AFTER,
            ..Crowd::new(Duration::from_millis(1))
        };
        let queue = Queue {
            crowd: crowded,
            ..queue
        };
        assert!(queue.place(false).await.is_none());
        let (patient, ()) = tokio::join!(queue.place(true), async { drop(held) });
        assert!(patient.is_some());
        let patient = Share::ALL.map(Share::is_patient);
        assert_eq!(patient, [false, true, true, false, false]);
    }

    #[tokio::test]
    async fn a_call_that_changes_something_is_patient_in_what_it_reads() {
        let patient = || async { Caller::current().patient };
        assert!(!Share::Members.within(patient()).await);
        assert!(Share::Members.patiently(patient()).await);
        assert!(patient().await, "outside of calls");
    }
}
