//! Public requests as visitors make them: each follows on from the previous response.

use std::collections::HashSet;

use serde_json::Value;

use super::shown::KINDS;
use crate::support::TestApp;
use crate::support::client::{Answer, Call, encoded};
use crate::support::dice::Dice;

/// The site's own URL in its feeds.
pub const SITE: &str = "https://films.example";

/// The kinds of requests, and their percentages.
const REQUEST_MIX: [(Sort, usize); 4] = [
    (Sort::Api, 62),
    (Sort::Page, 18),
    (Sort::Feed, 6),
    (Sort::Picture, 14),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Api,
    Page,
    Feed,
    Picture,
}

/// The starting points: what the site's screens request first, and its fixed paths.
const STARTS: &[&str] = &[
    "/prod-api/v2/app/config",
    "/prod-api/v2/app/vip/list",
    "/prod-api/v2/app/vip/list?kind=code",
    "/prod-api/v2/search/hot",
    "/prod-api/v2/pages/terms",
    "/prod-api/v2/pages/privacy",
    "/prod-api/v2/pages/contact",
    "/prod-api/v2/works/detail/list?date=30&isDht=1&pageNum=1&pageSize=12&sort=collects",
    "/prod-api/v2/works/detail/list?isDht=1&modName=censored&pageNum=1&pageSize=32&sort=pubTime",
    "/prod-api/v2/works/detail/list?pageNum=1&pageSize=100&sort=id",
    "/prod-api/v2/works/performer/list?pageNum=1&pageSize=24",
    "/feeds/works.atom",
    "/robots.txt",
    "/openapi.yaml",
    "/",
    "/index",
    "/censored",
    "/uncensored",
    "/western",
    "/top",
    "/top/uncensored",
    "/top/western",
    "/top/month",
    "/new",
    "/terms",
    "/privacy",
    "/contact",
    "/login",
    "/nothing-here",
];

/// Draws random requests, and follows what their responses name.
pub struct Walk {
    dice: Dice,
    known: HashSet<String>,
    open: Vec<(Sort, String)>,
}

impl Walk {
    pub fn new(seed: u64) -> Self {
        let mut walk = Self {
            dice: Dice(seed),
            known: HashSet::new(),
            open: Vec::new(),
        };
        for start in STARTS {
            walk.add((*start).to_owned());
        }
        for kind in KINDS {
            for list in ["list", "channel"] {
                walk.add(format!(
                    "/prod-api/v2/tag/{list}?tableName={kind}&pageNum=1&pageSize=20"
                ));
            }
        }
        for sort in [
            "average",
            "evaluates",
            "hot",
            "views",
            "duration",
            "collects",
        ] {
            for page in [1, 4] {
                walk.add(format!(
                    "/prod-api/v2/works/detail/list?sort={sort}&pageNum={page}&pageSize=24"
                ));
            }
        }
        walk
    }

    /// That many requests, each once.
    pub async fn calls(mut self, t: &TestApp, count: usize) -> Vec<String> {
        let mut calls = Vec::new();
        while calls.len() < count {
            let target = self.next();
            let answer = ask(t, t, &target).await;
            self.follow(&answer);
            calls.push(target);
        }
        calls
    }

    fn next(&mut self) -> String {
        let mut drawn = self.dice.below(100);
        let sort = REQUEST_MIX.iter().find(|(_, share)| {
            let found = drawn < *share;
            drawn = drawn.saturating_sub(*share);
            found
        });
        let of_sort: Vec<usize> = (0..self.open.len())
            .filter(|at| Some(self.open[*at].0) == sort.map(|(sort, _)| *sort))
            .collect();
        let at = match of_sort.is_empty() {
            true => self.dice.below(self.open.len()),
            false => *self.dice.one(&of_sort),
        };
        self.open.swap_remove(at).1
    }

    fn add(&mut self, target: String) {
        let sort = match target.split('/').nth(1) {
            Some("prod-api") => Sort::Api,
            Some("feeds") => Sort::Feed,
            Some("media") => Sort::Picture,
            _ => Sort::Page,
        };
        if self.known.insert(target.clone()) {
            self.open.push((sort, target));
        }
    }

    fn follow(&mut self, answer: &Answer) {
        let kind = answer.header("content-type");
        if kind.starts_with("application/json") {
            self.follow_json(&answer.json());
        } else if kind.starts_with("application/atom+xml") || kind.starts_with("text/html") {
            let text = answer.text();
            for link in text.split(['"', '\'']) {
                let link = link.strip_prefix(SITE).unwrap_or(link);
                if link.starts_with('/') && !link.starts_with("//") && !link.contains([' ', '<']) {
                    self.add(link.replace("&amp;", "&"));
                }
            }
        }
    }

    fn follow_json(&mut self, value: &Value) {
        match value {
            Value::Array(values) => values.iter().for_each(|value| self.follow_json(value)),
            Value::Object(fields) => {
                if let (Some(id), Some(number)) = (text(value, "id"), text(value, "number")) {
                    self.follow_work(id, number, &value["modId"]);
                } else if let (Some(id), Some(name)) = (text(value, "id"), text(value, "name")) {
                    self.follow_term(id, name);
                }
                for name in [
                    "picSmall",
                    "picBig",
                    "imageSmall",
                    "imageBig",
                    "avatar",
                    "mp4",
                ] {
                    let paths = text(value, name).unwrap_or_default().split(',');
                    for path in paths.filter(|path| !path.is_empty() && !path.starts_with("https"))
                    {
                        self.add(format!("/media/{path}"));
                    }
                }
                fields.values().for_each(|value| self.follow_json(value));
            }
            _ => (),
        }
    }

    fn follow_work(&mut self, id: &str, number: &str, channel: &Value) {
        let channel = match channel.as_i64() {
            Some(1) => "censored",
            Some(2) => "uncensored",
            _ => "western",
        };
        self.add(format!("/prod-api/v2/works/detail/{id}"));
        self.add(format!("/prod-api/v2/works/similar/{id}"));
        self.add(format!(
            "/prod-api/v2/dht/list?keyword={}&pageSize=20",
            encoded(number)
        ));
        self.add(format!(
            "/prod-api/v2/works/detail/list?keyword={}",
            encoded(number)
        ));
        self.add(format!("/{channel}/{id}"));
        self.add(format!("/search/{}", encoded(number)));
    }

    fn follow_term(&mut self, id: &str, name: &str) {
        let word: String = name.chars().take(32).collect();
        self.add(format!("/prod-api/v2/tag/detail/{id}"));
        self.add(format!(
            "/prod-api/v2/works/detail/list?withTerms={id}&pageNum=1&pageSize=24"
        ));
        self.add(format!("/prod-api/v2/works/detail/facets?withTerms={id}"));
        self.add(format!("/feeds/works.atom?withTerms={id}"));
        self.add(format!("/tags/{id}"));
        if !word.trim().is_empty() {
            self.add(format!(
                "/prod-api/v2/search/suggest?keyword={}",
                encoded(&word)
            ));
            self.add(format!(
                "/prod-api/v2/works/detail/list?keyword={}&sort=average",
                encoded(&word)
            ));
        }
    }
}

fn text<'a>(value: &'a Value, field: &str) -> Option<&'a str> {
    value[field].as_str()
}

/// Sends it as a visitor of `original` who has confirmed their age.
pub async fn ask(original: &TestApp, t: &TestApp, target: &str) -> Answer {
    let call = Call::get(target);
    match target.starts_with("/prod-api/") && target != "/prod-api/v2/app/config" {
        true => t.send_as(&original.signer, call).await,
        false => t.send_plain(call.header("cookie", "age=1")).await,
    }
}

/// Whether a request counts as a view or a search, which affects rankings. These come last: a copy counts
/// what the original counted long ago.
pub fn is_counted(target: &str) -> bool {
    let path = target.split('?').next().unwrap();
    let of_work = path.strip_prefix("/prod-api/v2/works/detail/");
    let is_search = path.starts_with("/prod-api/") && target.contains("keyword=");
    let is_page = !["/prod-api/", "/media/", "/feeds/"]
        .iter()
        .any(|begin| path.starts_with(begin));
    of_work.is_some_and(|rest| rest != "list" && rest != "facets") || is_search || is_page
}
