//! Requests at a fixed rate, whether or not earlier ones have completed, over as many connections as needed.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::mix::{Kind, Mix};
use super::site::Wire;

/// Clients that find the site's capacity.
const CALLERS: usize = 32;
/// The client's timeout.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The interval at which due requests are sent.
const TICK: Duration = Duration::from_millis(1);
/// The status of a rejected request.
const SHED_STATUS: u16 = 503;

/// The result of a request.
#[derive(Debug, Clone, Copy)]
pub struct Call {
    pub kind: Kind,
    /// When it was due, since the first.
    pub due: Duration,
    /// From then until it was sent: the client's own delay.
    pub late: Duration,
    /// From when it was due to its response.
    pub took: Duration,
    /// 0 without a response.
    pub status: u16,
}

/// The results of all requests at one rate.
pub struct Calls {
    /// In order of completion.
    pub all: Vec<Call>,
    pub time: Duration,
    /// The fraction of a processor that the clients used.
    pub busy: f64,
}

impl Calls {
    /// Those that match.
    pub fn only(&self, which: impl Fn(&Call) -> bool) -> Self {
        Self {
            all: self.all.iter().copied().filter(which).collect(),
            ..*self
        }
    }

    /// Those that were due in this span of seconds.
    pub fn between(&self, from: f64, to: f64) -> Self {
        self.only(|call| (from..to).contains(&call.due.as_secs_f64()))
    }

    /// The percentile of successful responses, ms; 0 without any.
    pub fn at(&self, share: f64) -> f64 {
        let good = self.all.iter().filter(|call| call.status == 200);
        percentile(good.map(|call| call.took), share)
    }

    /// The same of those that were shed.
    pub fn shed_at(&self, share: f64) -> f64 {
        let shed = self.all.iter().filter(|call| call.status == SHED_STATUS);
        percentile(shed.map(|call| call.took), share)
    }

    /// The delay of the clients themselves, ms.
    pub fn late_at(&self, share: f64) -> f64 {
        percentile(self.all.iter().map(|call| call.late), share)
    }

    pub fn good(&self) -> usize {
        self.count(|status| status == 200)
    }

    pub fn rejected(&self) -> usize {
        self.count(|status| status == SHED_STATUS)
    }

    /// Neither successful nor shed.
    pub fn failed(&self) -> usize {
        self.count(|status| status != 200 && status != SHED_STATUS)
    }

    fn count(&self, which: impl Fn(u16) -> bool) -> usize {
        self.all.iter().filter(|call| which(call.status)).count()
    }
}

fn percentile(times: impl Iterator<Item = Duration>, share: f64) -> f64 {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    let index = ((times.len() as f64 * share).ceil() as usize).max(1) - 1;
    times
        .get(index)
        .map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
}

/// Responses per second when a few clients send without a pause.
pub fn saturate(mix: &Mix<'_>, time: Duration) -> f64 {
    let answered = RefCell::new(0_u64);
    let started = Instant::now();
    let caller = async || {
        let mut wire = mix.site.connect().await.unwrap();
        while started.elapsed() < time {
            let (kind, request) = mix.next();
            let answer = wire.exchange(&request).await.unwrap();
            let fine = answer.status == 200 || answer.status == SHED_STATUS;
            assert!(
                fine,
                "{kind:?}: {} {}",
                answer.status,
                String::from_utf8_lossy(&answer.body)
            );
            if answer.status == 200 {
                *answered.borrow_mut() += 1;
            }
        }
    };
    runtime().block_on(futures_util::future::join_all(
        (0..CALLERS).map(|_| caller()),
    ));
    answered.into_inner() as f64 / started.elapsed().as_secs_f64()
}

/// Sends that many requests per second.
pub fn drive(mix: &Mix<'_>, rate: f64, time: Duration) -> Calls {
    let idle = Rc::new(RefCell::new(Vec::<Wire>::new()));
    let all = RefCell::new(Vec::new());
    let (began, worked_before) = (Instant::now(), worked());
    runtime().block_on(async {
        let mut open = futures_util::stream::FuturesUnordered::new();
        let started = tokio::time::Instant::now();
        let mut ticks = tokio::time::interval(TICK);
        let (mut made, total) = (0_u64, (rate * time.as_secs_f64()) as u64);
        loop {
            tokio::select! {
                _ = ticks.tick(), if made < total => {
                    while made < total && started.elapsed().as_secs_f64() * rate >= made as f64 {
                        let due = Duration::from_secs_f64(made as f64 / rate);
                        open.push(call(mix, &idle, started, due));
                        made += 1;
                    }
                }
                Some(done) = futures_util::StreamExt::next(&mut open), if !open.is_empty() => {
                    all.borrow_mut().push(done);
                }
                else => break,
            }
        }
    });
    let worked = worked().saturating_sub(worked_before);
    Calls {
        all: all.into_inner(),
        time,
        busy: worked.as_secs_f64() / began.elapsed().as_secs_f64(),
    }
}

/// The CPU time of this thread, which sends all the requests.
fn worked() -> Duration {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = schedstat
        .split(' ')
        .next()
        .and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

async fn call(
    mix: &Mix<'_>,
    idle: &RefCell<Vec<Wire>>,
    started: tokio::time::Instant,
    due: Duration,
) -> Call {
    let (kind, request) = mix.next();
    let late = started.elapsed().saturating_sub(due);
    let answer = tokio::time::timeout(TIMEOUT, async {
        let kept = idle.borrow_mut().pop();
        // A connection idle for some seconds may have been closed.
        let mut answered = match kept {
            Some(mut wire) => wire.exchange(&request).await.map(|answer| (wire, answer)),
            None => None,
        };
        if answered.is_none() {
            let mut wire = mix.site.connect().await.ok()?;
            // Signed again: the first may have arrived, and a repetition would be a replay.
            let request = mix.request(kind);
            answered = wire.exchange(&request).await.map(|answer| (wire, answer));
        }
        let (wire, answer) = answered?;
        idle.borrow_mut().push(wire);
        Some(answer.status)
    });
    let status = answer.await.ok().flatten().unwrap_or(0);
    Call {
        kind,
        due,
        late,
        took: started.elapsed().saturating_sub(due),
        status,
    }
}
