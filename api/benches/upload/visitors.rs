//! Visitors who view lists and works, search, and like.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;

/// Requests per second.
pub const RATE: f64 = 40.0;
/// The kinds of requests, for the report.
pub const KINDS: [&str; 4] = ["lists", "details", "searches", "writes"];
/// Concurrent clients: more than are ever needed.
const CALLERS: usize = 24;
/// The interval of polling the import's state.
const REQUEST_INTERVAL: Duration = Duration::from_secs(1);
/// Works whose pages are viewed.
const KNOWN: u64 = 2_000;
/// The keywords.
const WORDS: [&str; 8] = [
    "海边", "山谷", "四季", "ABCD", "清晨", "灯塔", "长桥", "雪天",
];

/// Latencies by kind.
#[derive(Default)]
pub struct Times(Vec<(&'static str, Duration)>);

impl Times {
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Of one kind, or of all.
    pub fn sorted(&self, kind: Option<&str>) -> Vec<Duration> {
        let wanted = self
            .0
            .iter()
            .filter(|(of, _)| kind.is_none_or(|kind| kind == *of));
        let mut times: Vec<Duration> = wanted.map(|(_, time)| *time).collect();
        times.sort_unstable();
        times
    }
}

pub struct Visitors {
    client: Arc<Client>,
    member: String,
    works: Vec<String>,
    /// The number of requests so far: each is different.
    made: AtomicU64,
}

impl Visitors {
    /// `member` is the access token of a member who likes works.
    pub fn new(client: &Arc<Client>, member: String) -> Self {
        let pages = (1..=KNOWN / 100).flat_map(|page| {
            let query = format!("modName=censored&pageSize=100&pageNum={page}");
            let answer = client.get("/v2/works/detail/list", &query, None);
            let answer: Value = serde_json::from_str(&answer).unwrap();
            let rows = answer["rows"].as_array().unwrap().clone();
            rows.into_iter()
                .map(|row| row["id"].as_str().unwrap().to_owned())
        });
        Self {
            works: pages.collect(),
            client: Arc::clone(client),
            member,
            made: AtomicU64::new(0),
        }
    }

    pub fn browse_for(&self, time: Duration) -> Times {
        let end = Instant::now() + time;
        self.browse_while(|| Instant::now() < end)
    }

    /// Browses while this returns true.
    pub fn browse_while(&self, goes_on: impl Fn() -> bool) -> Times {
        let (started, due) = (Instant::now(), AtomicU64::new(0));
        let over = AtomicBool::new(false);
        let times = Mutex::new(Times::default());
        std::thread::scope(|scope| {
            for _ in 0..CALLERS {
                scope.spawn(|| {
                    let mut own = Vec::new();
                    while !over.load(Ordering::Relaxed) {
                        let number = due.fetch_add(1, Ordering::Relaxed);
                        let at = started + Duration::from_secs_f64(number as f64 / RATE);
                        std::thread::sleep(at.saturating_duration_since(Instant::now()));
                        own.push((self.call(), at.elapsed()));
                    }
                    times.lock().unwrap().0.extend(own);
                });
            }
            while goes_on() {
                std::thread::sleep(REQUEST_INTERVAL);
            }
            over.store(true, Ordering::Relaxed);
        });
        times.into_inner().unwrap()
    }

    /// Sends the next request: of twenty, nine are lists, five works, four searches and two likes.
    fn call(&self) -> &'static str {
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        // Far apart, and a different one each time.
        let some = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let work = &self.works[some as usize % self.works.len()];
        match number % 20 {
            0..9 => {
                let channel = ["censored", "uncensored", "western"][some as usize % 3];
                let sort = ["pubTime", "hot", "collects"][some as usize / 3 % 3];
                let page = some / 9 % 20 + 1;
                let query = format!("modName={channel}&pageSize=32&pageNum={page}&sort={sort}");
                self.client.get("/v2/works/detail/list", &query, None);
                KINDS[0]
            }
            9..14 => {
                self.client
                    .get(&format!("/v2/works/detail/{work}"), "", None);
                KINDS[1]
            }
            14..18 => {
                let word = WORDS[some as usize % WORDS.len()];
                let page = some / 8 % 5 + 1;
                let word: String = form_urlencoded::byte_serialize(word.as_bytes()).collect();
                let query = format!("keyword={word}&pageSize=24&pageNum={page}");
                self.client.get("/v2/works/detail/list", &query, None);
                KINDS[2]
            }
            _ => {
                let form = json!({ "dataId": work, "status": 9 * (number / 20 % 2) });
                self.client
                    .post_json("/v2/user/like", Some(&self.member), &form);
                KINDS[3]
            }
        }
    }
}
