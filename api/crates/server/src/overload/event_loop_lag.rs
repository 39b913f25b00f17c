//! Load shedding by event-loop lag: while the event loop of this worker lags, requests are rejected before any work.
//! Requests beyond the processors' capacity wait in sockets, where no database limit applies; a timer that fires late
//! measures how long. Workloads with few requests, and requests that write, log in or pay, are rejected at a larger
//! lag.

use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError as _, rt};
use yingku_db::workloads::{Rejections, Workload};
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::workloads::workload_of;

/// How often the timer fires.
const TICK: Duration = Duration::from_millis(5);
/// How long every tick must be late before requests are rejected: a pause of the machine is over sooner.
const OVERLOADED_AFTER: Duration = Duration::from_millis(100);
/// How long after that requests are rejected at every late tick.
const OVERLOADED_FOR: Duration = Duration::from_secs(1);
/// The timer runs for this long after the last request.
const TIMER_RUNS_FOR: Duration = Duration::from_secs(1);
/// Interval at which the request counts are halved.
const DECAY_INTERVAL: Duration = Duration::from_millis(250);
/// A workload with at most one in this many requests is tolerated.
const FEW: u32 = 5;
/// Factor on the lag limit for tolerated requests.
const TOLERANCE: u32 = 4;

/// The event loop of a worker.
pub(crate) struct EventLoopLag {
    detector: RefCell<OverloadDetector>,
    /// When the timer is due; `None` while there are no requests.
    due: Cell<Option<Instant>>,
    rejections: Arc<Rejections>,
}

impl EventLoopLag {
    /// `max` is the lag limit.
    pub(crate) fn new(max: Duration, rejections: Arc<Rejections>) -> Rc<Self> {
        Rc::new(Self {
            detector: RefCell::new(OverloadDetector::new(max)),
            due: Cell::new(None),
            rejections,
        })
    }

    /// Whether to admit a request.
    fn admits(self: &Rc<Self>, workload: Workload, long_timeout: bool) -> bool {
        let now = Instant::now();
        let overdue = match self.due.get() {
            Some(due) => now.saturating_duration_since(due),
            None => {
                self.due.set(Some(now + TICK));
                rt::spawn(tick(Rc::downgrade(self), now));
                Duration::ZERO
            }
        };
        let admitted = self
            .detector
            .borrow_mut()
            .admits(workload, long_timeout, overdue, now);
        if !admitted {
            self.rejections.count(workload, now);
        }
        admitted
    }
}

/// Measures how late the timer fires, while there are requests.
async fn tick(event_loop_lag: Weak<EventLoopLag>, mut last: Instant) {
    loop {
        let due = last + TICK;
        rt::time::sleep_until(due.into()).await;
        let Some(event_loop_lag) = event_loop_lag.upgrade() else {
            return;
        };
        last = Instant::now();
        let busy = event_loop_lag
            .detector
            .borrow_mut()
            .tick(last.saturating_duration_since(due), last);
        event_loop_lag.due.set(busy.then(|| last + TICK));
        if !busy {
            return;
        }
    }
}

/// The middleware.
pub(crate) async fn shed_load<B: MessageBody + 'static>(
    event_loop_lag: Rc<EventLoopLag>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let workload = workload_of(request.path());
    let long_timeout = workload.has_long_timeout() || !request.method().is_safe();
    if event_loop_lag.admits(workload, long_timeout) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let busy = ApiError::new(ErrorKind::Busy).retry_after(1);
    Ok(request.into_response(busy.error_response()))
}

/// Distinguishes overload from a short pause, and finds the workload that causes it.
struct OverloadDetector {
    max: Duration,
    /// How late the timer last fired.
    late: Duration,
    /// Since when every tick was too late.
    since: Option<Instant>,
    until: Option<Instant>,
    /// Recent requests of each workload.
    calls: [u32; 5],
    halved: Option<Instant>,
    /// Time of the last request.
    called: Option<Instant>,
}

impl OverloadDetector {
    fn new(max: Duration) -> Self {
        Self {
            max,
            late: Duration::ZERO,
            since: None,
            until: None,
            calls: [0; 5],
            halved: None,
            called: None,
        }
    }

    /// Records that the timer fired; returns whether to keep it running, because of recent requests.
    fn tick(&mut self, late: Duration, now: Instant) -> bool {
        self.late = late;
        if late <= self.max {
            self.since = None;
        } else {
            let since = *self.since.get_or_insert(now);
            if now.saturating_duration_since(since) >= OVERLOADED_AFTER || self.is_overloaded(now) {
                self.until = Some(now + OVERLOADED_FOR);
            }
        }
        let halved = *self.halved.get_or_insert(now);
        if now.saturating_duration_since(halved) >= DECAY_INTERVAL {
            self.calls = self.calls.map(|calls| calls / 2);
            self.halved = Some(now);
        }
        let called = self.called.is_some_and(|at| now < at + TIMER_RUNS_FOR);
        if !called {
            (self.late, self.since) = (Duration::ZERO, None);
        }
        called
    }

    /// Whether to admit a request, with the timer `overdue`.
    fn admits(
        &mut self,
        workload: Workload,
        long_timeout: bool,
        overdue: Duration,
        now: Instant,
    ) -> bool {
        self.called = Some(now);
        let calls = workload.of(self.calls.each_mut());
        *calls = calls.saturating_add(1);
        if !self.is_overloaded(now) {
            return true;
        }
        let tolerated = long_timeout || self.is_low_volume(workload);
        let max = if tolerated {
            self.max * TOLERANCE
        } else {
            self.max
        };
        self.late.max(overdue) <= max
    }

    fn is_low_volume(&self, workload: Workload) -> bool {
        let all = self
            .calls
            .iter()
            .fold(0_u32, |all, calls| all.saturating_add(*calls));
        workload.of(self.calls).saturating_mul(FEW) <= all
    }

    fn is_overloaded(&self, now: Instant) -> bool {
        self.until.is_some_and(|until| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAX: Duration = Duration::from_millis(50);
    const LATE: Duration = Duration::from_millis(60);
    const IN_TIME: Duration = Duration::from_millis(2);

    /// A flood of lists and a few others, and the time so many milliseconds after it began.
    fn flooded() -> (OverloadDetector, impl Fn(u64) -> Instant) {
        let began = Instant::now();
        let at = move |milliseconds| began + Duration::from_millis(milliseconds);
        let mut detector = OverloadDetector::new(MAX);
        for _ in 0..90 {
            detector.admits(Workload::Lists, false, IN_TIME, began);
        }
        for workload in [
            Workload::Login,
            Workload::Payment,
            Workload::Members,
            Workload::Operators,
        ] {
            detector.admits(workload, false, IN_TIME, began);
        }
        (detector, at)
    }

    #[test]
    fn a_short_stall_rejects_nobody_and_sustained_lag_rejects_clients_with_many_requests() {
        let (mut detector, at) = flooded();
        let lists = |detector: &mut OverloadDetector, at| {
            detector.admits(Workload::Lists, false, IN_TIME, at)
        };
        detector.tick(10 * LATE, at(0));
        assert!(lists(&mut detector, at(1)), "it may be a pause");
        detector.tick(IN_TIME, at(10));
        detector.tick(LATE, at(70));
        detector.tick(LATE, at(140));
        assert!(lists(&mut detector, at(141)));
        detector.tick(LATE, at(170));
        assert!(!lists(&mut detector, at(171)));
        detector.tick(IN_TIME, at(180));
        assert!(lists(&mut detector, at(181)), "it has caught up");
        // Still overloaded: the next late tick rejects at once.
        detector.tick(LATE, at(250));
        assert!(!lists(&mut detector, at(251)));
        detector.tick(IN_TIME, at(260));
        detector.tick(LATE, at(1_300));
        assert!(lists(&mut detector, at(1_301)), "that was long ago");
    }

    #[test]
    fn clients_with_few_requests_and_writers_are_rejected_much_later() {
        let (mut detector, at) = flooded();
        detector.tick(LATE, at(0));
        detector.tick(LATE, at(100));
        let now = at(101);
        assert!(!detector.admits(Workload::Lists, false, IN_TIME, now));
        assert!(detector.admits(Workload::Lists, true, IN_TIME, now));
        for workload in Workload::ALL.into_iter().skip(1) {
            assert!(
                detector.admits(workload, false, IN_TIME, now),
                "{workload:?}"
            );
            assert!(
                !detector.admits(workload, true, TOLERANCE * LATE, now),
                "{workload:?}"
            );
        }
    }

    #[test]
    fn a_workload_without_requests_is_forgotten() {
        let (mut detector, at) = flooded();
        assert!(!detector.is_low_volume(Workload::Lists));
        assert!(detector.tick(IN_TIME, at(0)), "somebody has called");
        detector.tick(LATE, at(600));
        for tick in 4..12 {
            assert!(!detector.tick(LATE, at(tick * 250)));
        }
        assert_eq!((detector.calls, detector.since), ([0; 5], None));
    }
}
