//! Generated works for tests.

use serde_json::{Value, json};

/// A work in the import format, with `more` fields on top.
pub fn film(number: &str, title: &str, more: Value) -> Value {
    let mut record = json!({
        "channel": "censored", "number": number, "title": title, "pubTime": "2026-09-01",
    });
    for (name, value) in more.as_object().unwrap() {
        record[name] = value.clone();
    }
    record
}

/// `count` works of a channel, one a day back from 2026-09-20; `AAAA-001` is the newest.
pub fn films(channel: &str, count: u32) -> Vec<Value> {
    let newest = chrono::NaiveDate::from_ymd_opt(2026, 9, 20).unwrap();
    (0..count)
        .map(|day| {
            let date = newest - chrono::Days::new(u64::from(day));
            let number = format!("AAAA-{:03}", day + 1);
            film(
                &number,
                "山谷里的四季",
                json!({ "channel": channel, "pubTime": date.to_string() }),
            )
        })
        .collect()
}

/// A playable work with the demo's stream, and that many magnet links.
pub fn whole_film(number: &str, links: u32) -> Value {
    let magnets: Vec<Value> = (1..=links)
        .map(|link| {
            json!({
                "name": format!("<em>{number}</em> {link}"), "infoHash": info_hash(number, link),
                "length": 1_000_000 - i64::from(link), "createTime": "2026-09-02",
            })
        })
        .collect();
    let more = json!({ "isOnline": 1, "m3u8": "streams/demo/index.m3u8", "magnets": magnets });
    film(number, "山谷里的四季", more)
}

/// The hash of a work's link.
pub fn info_hash(number: &str, link: u32) -> String {
    let number: String = number.bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("{link:08x}{number:0>32}")
}
