//! Turns calls away before anything is done for them while the event loop of this worker is late. More calls than the
//! processors can answer wait in sockets, where no share of the database sees them; a timer that fires late tells how long.
//! A kind that makes few of the calls is turned away much later, and so are calls that write, logins and payments.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError as _, rt};

use super::shares::share_of;
use crate::db::shares::{Share, TurnedAway};
use crate::http::error::{ApiError, ErrorKind};

/// How often the timer fires.
const BEAT: Duration = Duration::from_millis(5);
/// How long a worker is late in every beat before calls are turned away: a pause of the machine is over sooner.
const CROWDED_AFTER: Duration = Duration::from_millis(100);
/// How long after that calls are still turned away in each late moment.
const CROWDED_FOR: Duration = Duration::from_secs(1);
/// The timer fires for so long after the last call.
const WATCHED_FOR: Duration = Duration::from_secs(1);
/// Calls are forgotten by halves, so often.
const HALVED_EVERY: Duration = Duration::from_millis(250);
/// A kind with at most one of so many calls is no crowd.
const FEW: u32 = 5;
/// Who is no crowd waits so many times longer.
const SPARED: u32 = 4;

/// The event loop of a worker.
pub(super) struct Lateness {
    crowd: RefCell<Crowd>,
    /// When the timer is to fire; none while nobody calls.
    due: Cell<Option<Instant>>,
    turned_away: Arc<TurnedAway>,
}

impl Lateness {
    /// `most` is how late a worker may be.
    pub(super) fn new(most: Duration, turned_away: Arc<TurnedAway>) -> Rc<Self> {
        Rc::new(Self {
            crowd: RefCell::new(Crowd::new(most)),
            due: Cell::new(None),
            turned_away,
        })
    }

    /// Whether a call may begin.
    fn admits(self: &Rc<Self>, share: Share, patient: bool) -> bool {
        let now = Instant::now();
        let overdue = match self.due.get() {
            Some(due) => now.saturating_duration_since(due),
            None => {
                self.due.set(Some(now + BEAT));
                rt::spawn(beat(Rc::downgrade(self), now));
                Duration::ZERO
            }
        };
        let admitted = self.crowd.borrow_mut().admits(share, patient, overdue, now);
        if !admitted {
            self.turned_away.count(share, now);
        }
        admitted
    }
}

/// Looks how late the timer is, as long as anybody calls.
async fn beat(lateness: Weak<Lateness>, mut last: Instant) {
    loop {
        let due = last + BEAT;
        rt::time::sleep_until(due.into()).await;
        let Some(lateness) = lateness.upgrade() else {
            return;
        };
        last = Instant::now();
        let busy = lateness
            .crowd
            .borrow_mut()
            .beat(last.saturating_duration_since(due), last);
        lateness.due.set(busy.then(|| last + BEAT));
        if !busy {
            return;
        }
    }
}

/// The middleware.
pub(super) async fn turn_away<B: MessageBody + 'static>(
    lateness: Rc<Lateness>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let share = share_of(request.path());
    let patient = share.is_patient() || !request.method().is_safe();
    if lateness.admits(share, patient) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let busy = ApiError::new(ErrorKind::Busy).retry_after(1);
    Ok(request.into_response(busy.error_response()))
}

/// Tells a pause, which is over soon, from more calls than the worker can answer, and whose calls they are.
struct Crowd {
    most: Duration,
    /// How late the timer was the last time.
    late: Duration,
    /// Since when it was too late in every beat.
    since: Option<Instant>,
    until: Option<Instant>,
    /// The latest calls of each share.
    calls: [u32; 5],
    halved: Option<Instant>,
    /// When somebody called last.
    called: Option<Instant>,
}

impl Crowd {
    fn new(most: Duration) -> Self {
        Self {
            most,
            late: Duration::ZERO,
            since: None,
            until: None,
            calls: [0; 5],
            halved: None,
            called: None,
        }
    }

    /// The timer has fired. Whether it has to fire again, because somebody has called lately.
    fn beat(&mut self, late: Duration, now: Instant) -> bool {
        self.late = late;
        if late <= self.most {
            self.since = None;
        } else {
            let since = *self.since.get_or_insert(now);
            if now.saturating_duration_since(since) >= CROWDED_AFTER || self.is_crowded(now) {
                self.until = Some(now + CROWDED_FOR);
            }
        }
        let halved = *self.halved.get_or_insert(now);
        if now.saturating_duration_since(halved) >= HALVED_EVERY {
            self.calls = self.calls.map(|calls| calls / 2);
            self.halved = Some(now);
        }
        let called = self.called.is_some_and(|at| now < at + WATCHED_FOR);
        if !called {
            (self.late, self.since) = (Duration::ZERO, None);
        }
        called
    }

    /// Whether a call may begin; the timer is `overdue`.
    fn admits(&mut self, share: Share, patient: bool, overdue: Duration, now: Instant) -> bool {
        self.called = Some(now);
        let calls = share.of(self.calls.each_mut());
        *calls = calls.saturating_add(1);
        if !self.is_crowded(now) {
            return true;
        }
        let spared = patient || self.is_few(share);
        let most = if spared {
            self.most * SPARED
        } else {
            self.most
        };
        self.late.max(overdue) <= most
    }

    fn is_few(&self, share: Share) -> bool {
        let all = self
            .calls
            .iter()
            .fold(0_u32, |all, calls| all.saturating_add(*calls));
        share.of(self.calls).saturating_mul(FEW) <= all
    }

    fn is_crowded(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: Duration = Duration::from_millis(50);
    const LATE: Duration = Duration::from_millis(60);
    const IN_TIME: Duration = Duration::from_millis(2);

    /// A crowd of lists and a few others, and what the time is so many milliseconds after it began.
    fn flooded() -> (Crowd, impl Fn(u64) -> Instant) {
        let began = Instant::now();
        let at = move |milliseconds| began + Duration::from_millis(milliseconds);
        let mut crowd = Crowd::new(MOST);
        for _ in 0..90 {
            crowd.admits(Share::Lists, false, IN_TIME, began);
        }
        for share in [
            Share::Login,
            Share::Payment,
            Share::Members,
            Share::Operators,
        ] {
            crowd.admits(share, false, IN_TIME, began);
        }
        (crowd, at)
    }

    #[test]
    fn a_pause_turns_nobody_away_and_a_crowd_is_turned_away_while_it_is_late() {
        let (mut crowd, at) = flooded();
        let lists = |crowd: &mut Crowd, at| crowd.admits(Share::Lists, false, IN_TIME, at);
        crowd.beat(10 * LATE, at(0));
        assert!(lists(&mut crowd, at(1)), "it may be a pause");
        crowd.beat(IN_TIME, at(10));
        crowd.beat(LATE, at(70));
        crowd.beat(LATE, at(140));
        assert!(lists(&mut crowd, at(141)));
        crowd.beat(LATE, at(170));
        assert!(!lists(&mut crowd, at(171)));
        crowd.beat(IN_TIME, at(180));
        assert!(lists(&mut crowd, at(181)), "it has caught up");
        // Still a crowd: the next late moment turns away at once.
        crowd.beat(LATE, at(250));
        assert!(!lists(&mut crowd, at(251)));
        crowd.beat(IN_TIME, at(260));
        crowd.beat(LATE, at(1_300));
        assert!(lists(&mut crowd, at(1_301)), "that was long ago");
    }

    #[test]
    fn who_makes_few_calls_and_who_writes_is_turned_away_much_later() {
        let (mut crowd, at) = flooded();
        crowd.beat(LATE, at(0));
        crowd.beat(LATE, at(100));
        let now = at(101);
        assert!(!crowd.admits(Share::Lists, false, IN_TIME, now));
        assert!(crowd.admits(Share::Lists, true, IN_TIME, now));
        for share in Share::ALL.into_iter().skip(1) {
            assert!(crowd.admits(share, false, IN_TIME, now), "{share:?}");
            assert!(!crowd.admits(share, true, SPARED * LATE, now), "{share:?}");
        }
    }

    #[test]
    fn a_kind_that_has_gone_is_forgotten() {
        let (mut crowd, at) = flooded();
        assert!(!crowd.is_few(Share::Lists));
        assert!(crowd.beat(IN_TIME, at(0)), "somebody has called");
        crowd.beat(LATE, at(600));
        for beat in 4..12 {
            assert!(!crowd.beat(LATE, at(beat * 250)));
        }
        assert_eq!((crowd.calls, crowd.since), ([0; 5], None));
    }
}
