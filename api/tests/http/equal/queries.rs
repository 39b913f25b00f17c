//! Generated requests for every public list and every member's list.

use super::keywords::keyword;
use super::shown::{KINDS, Shown};
use crate::support::client::encoded;
use crate::support::dice::Dice;

const SORTS: [&str; 11] = [
    "pubTime",
    "id",
    "collects",
    "collect",
    "average",
    "evaluates",
    "hot",
    "hits",
    "views",
    "duration",
    "relevance",
];
const CHANNELS: [&str; 3] = ["censored", "uncensored", "western"];
const DAYS: [u32; 6] = [1, 7, 30, 90, 365, 999];
const PERIODS: [&str; 8] = [
    "2026",
    "2025",
    "2024",
    "2026-05",
    "2025-11",
    "2026-09-01",
    "2019",
    "2027",
];
const MINUTES: [u32; 8] = [0, 30, 45, 60, 90, 119, 120, 180];
const MARKS: [&str; 5] = [
    "subtitle",
    "4k",
    "lossless",
    "subtitle,4k",
    "4k,lossless,subtitle",
];
const LETTERS: [&str; 5] = ["A", "L", "X", "Z", "%23"];

/// A request path below `/v2`, and whether a member makes it.
pub struct Query {
    pub target: String,
    pub of_member: bool,
}

/// A query of any list.
pub fn query(dice: &mut Dice, shown: &Shown) -> Query {
    let drawn = dice.below(100);
    let target = match drawn {
        0..52 => list(LIST, dice, shown),
        52..60 => with(FACETS, filters(dice, shown)),
        60..72 => suggest(dice, shown),
        72..79 => terms(dice, shown),
        79..84 => format!("/tag/detail/{}", dice.one(&shown.terms).id),
        84..90 => similar(dice, shown),
        90..93 => format!(
            "/dht/list?keyword={}&{}",
            encoded(&dice.one(&shown.works).number),
            page(dice)
        ),
        93 => "/search/hot".to_owned(),
        _ => members(dice, shown),
    };
    Query {
        target,
        of_member: drawn > 93,
    }
}

const LIST: &str = "/works/detail/list";
const FACETS: &str = "/works/detail/facets";

fn with(path: &str, parameters: Vec<String>) -> String {
    format!("{path}?{}", parameters.join("&"))
}

fn page(dice: &mut Dice) -> String {
    let size = dice.one(&[1, 3, 10, 24, 32, 100]);
    let number = dice.one(&[1, 1, 1, 1, 2, 3, 5, 9, 30, 10_000]);
    format!("pageNum={number}&pageSize={size}")
}

fn list(path: &str, dice: &mut Dice, shown: &Shown) -> String {
    let mut parameters = filters(dice, shown);
    parameters.push(page(dice));
    if dice.below(4) > 0 {
        parameters.push(format!("sort={}", dice.one(&SORTS)));
    }
    with(path, parameters)
}

/// The filters of a list: mostly few, so that some rows are left.
fn filters(dice: &mut Dice, shown: &Shown) -> Vec<String> {
    let mut all = Vec::new();
    let mut maybe = |dice: &mut Dice, of: usize, parameter: &mut dyn FnMut(&mut Dice) -> String| {
        if dice.below(of) == 0 {
            all.push(parameter(dice));
        }
    };
    maybe(dice, 3, &mut |dice| channel(dice));
    maybe(dice, 3, &mut |dice| {
        format!("keyword={}", encoded(&keyword(dice, shown)))
    });
    maybe(dice, 5, &mut |dice| {
        format!("withTerms={}", ids(dice, shown, 3))
    });
    maybe(dice, 4, &mut |dice| {
        format!("withoutTerms={}", ids(dice, shown, 8))
    });
    maybe(dice, 6, &mut |dice| {
        let term = dice.one(&shown.terms);
        format!(
            "{}Id={}",
            if term.kind == "tag" {
                "tags"
            } else {
                term.kind
            },
            term.id
        )
    });
    maybe(dice, 8, &mut |dice| format!("date={}", dice.one(&DAYS)));
    maybe(dice, 8, &mut |dice| format!("from={}", dice.one(&PERIODS)));
    maybe(dice, 8, &mut |dice| format!("to={}", dice.one(&PERIODS)));
    maybe(dice, 16, &mut |dice| {
        format!("addedSince={}", 1_789_990_000 + 5_000 * dice.below(4))
    });
    maybe(dice, 8, &mut |dice| {
        format!("minDuration={}", dice.one(&MINUTES))
    });
    maybe(dice, 8, &mut |dice| {
        format!("maxDuration={}", dice.one(&MINUTES))
    });
    maybe(dice, 8, &mut |dice| format!("minScore={}", dice.below(52)));
    maybe(dice, 10, &mut |dice| format!("isOnline={}", dice.below(2)));
    maybe(dice, 5, &mut |dice| format!("isDht={}", dice.below(2)));
    maybe(dice, 10, &mut |dice| format!("marks={}", dice.one(&MARKS)));
    maybe(dice, 10, &mut |dice| {
        format!("tableName={}", dice.one(&KINDS))
    });
    all
}

fn channel(dice: &mut Dice) -> String {
    match dice.below(2) {
        0 => format!("modId={}", 1 + dice.below(3)),
        _ => format!("modName={}", dice.one(&CHANNELS)),
    }
}

fn ids(dice: &mut Dice, shown: &Shown, max: usize) -> String {
    let count = 1 + dice.below(max);
    let ids: Vec<&str> = (0..count)
        .map(|_| dice.one(&shown.terms).id.as_str())
        .collect();
    ids.join(",")
}

fn suggest(dice: &mut Dice, shown: &Shown) -> String {
    let mut parameters = vec![format!("keyword={}", encoded(&keyword(dice, shown)))];
    if dice.below(2) == 0 {
        parameters.push(format!("limit={}", 1 + dice.below(10)));
    }
    if dice.below(4) == 0 {
        parameters.push(format!("withoutTerms={}", ids(dice, shown, 8)));
    }
    with("/search/suggest", parameters)
}

fn terms(dice: &mut Dice, shown: &Shown) -> String {
    let path = dice.one(&[
        "/tag/list",
        "/tag/letters",
        "/tag/channel",
        "/works/performer/list",
    ]);
    let mut parameters = vec![page(dice), format!("tableName={}", dice.one(&KINDS))];
    if dice.below(2) == 0 {
        parameters.push(channel(dice));
    }
    match dice.below(6) {
        0 => parameters.push(format!("letter={}", dice.one(&LETTERS))),
        1 | 2 => parameters.push(format!("keyword={}", encoded(&keyword(dice, shown)))),
        3 => parameters.push("sort=uncensoredCount".to_owned()),
        4 => parameters.push(format!("id={}", dice.one(&shown.terms).id)),
        _ => (),
    }
    with(path, parameters)
}

fn similar(dice: &mut Dice, shown: &Shown) -> String {
    let mut parameters = vec![format!("limit={}", 1 + dice.below(48))];
    if dice.below(3) == 0 {
        parameters.push("isDht=1".to_owned());
    }
    if dice.below(3) == 0 {
        parameters.push(format!("withoutTerms={}", ids(dice, shown, 8)));
    }
    with(
        &format!("/works/similar/{}", dice.one(&shown.works).id),
        parameters,
    )
}

fn members(dice: &mut Dice, shown: &Shown) -> String {
    match dice.below(10) {
        0 => with("/user/collect/detail/list", vec![page(dice)]),
        1 => with("/user/collect/cate/list", vec![page(dice)]),
        2 => with("/user/like/detail/list", vec![page(dice)]),
        3 => with("/user/follow/works", vec![page(dice)]),
        7 => list("/user/collect/detail/list", dice, shown),
        8 => list("/user/like/detail/list", dice, shown),
        9 => list("/user/follow/works", dice, shown),
        4 => with(
            "/user/follow/list",
            vec![page(dice), format!("tableName={}", dice.one(&KINDS))],
        ),
        5 => format!("/user/collect/{}", dice.one(&shown.works).id),
        _ => "/user/hidden".to_owned(),
    }
}
