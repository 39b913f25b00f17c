//! Filters and orders of a member's own lists, compared with the public list restricted to the same works.

use serde_json::{Value, json};

use super::{collect, collection, ids, list};
use crate::support::dice::Dice;
use crate::support::member::Member;
use crate::support::{TestApp, film};

/// The filters tried on each list, besides its order.
const FILTERS: [&str; 12] = [
    "",
    "modId=1",
    "modName=western",
    "minDuration=60&maxDuration=89",
    "minScore=35",
    "isOnline=1",
    "isDht=1",
    "marks=subtitle",
    "from=2020&to=2021-06",
    "date=999",
    "tableName=performer&modId=2",
    "keyword=%E9%9B%AA%E5%B1%B1",
];

const ORDERS: [&str; 6] = ["pubTime", "average", "collects", "views", "duration", "id"];

/// Works that differ in every filterable property.
fn catalogue(dice: &mut Dice) -> Vec<Value> {
    let work = |dice: &mut Dice, at: usize| {
        let magnets = match dice.below(2) {
            0 => json!([]),
            _ => {
                json!([{ "name": dice.one(&["字幕版", "720p"]), "infoHash": crate::support::info_hash(&format!("OWN-{at}"), 1), "length": 1, "createTime": "2026-01-01" }])
            }
        };
        film(
            &format!("OWN-{at:03}"),
            dice.one::<&str>(&["雪山", "灯塔"]),
            json!({
                "channel": dice.one(&["censored", "uncensored", "western"]),
                "pubTime": format!("{}-{:02}-01 00:00:00", 2019 + dice.below(4), 1 + dice.below(12)),
                "duration": dice.one(&[0, 45, 60, 89, 120]),
                "average": f64::from(u32::try_from(dice.below(51)).unwrap()) / 10.0,
                "evaluates": 5,
                "isOnline": dice.below(2),
                "tags": [{ "name": format!("类别{}", dice.below(4)) }],
                "performers": [{ "name": format!("演员{}", dice.below(3)) }],
                "magnets": magnets,
            }),
        )
    };
    (0..60).map(|at| work(dice, at)).collect()
}

/// The works of a public list that are in `own`, in its order.
async fn expected(t: &TestApp, query: &str, own: &[String]) -> Vec<String> {
    let all = ids(&t
        .rows(&format!("/works/detail/list?pageSize=100&{query}"))
        .await);
    all.into_iter().filter(|id| own.contains(id)).collect()
}

/// The ids on all pages of a list, whose total is checked.
async fn paged(member: &Member<'_>, path: &str, size: usize) -> Vec<String> {
    let mut all = Vec::new();
    for page in 1.. {
        let (rows, total) = list(member, &format!("{path}&pageSize={size}&pageNum={page}")).await;
        all.extend(ids(&rows));
        if rows.len() < size {
            assert_eq!(u64::try_from(all.len()).unwrap(), total, "{path}");
            break;
        }
    }
    all
}

/// Compares a list, whose works are `own` in its own order, with the public one.
async fn compare(
    t: &TestApp,
    member: &Member<'_>,
    call: (&str, &str),
    own: &[String],
    terms: &[String],
) {
    let (path, more) = call;
    let of_terms = terms
        .iter()
        .flat_map(|id| [format!("withTerms={id}"), format!("withoutTerms={id}")]);
    let filters: Vec<String> = FILTERS
        .iter()
        .map(ToString::to_string)
        .chain(of_terms)
        .collect();
    for filter in &filters {
        // Pages have the same bounds with every filter.
        let size = if filter.is_empty() { 7 } else { 100 };
        let matching = expected(t, filter, own).await;
        let kept: Vec<String> = own
            .iter()
            .filter(|id| matching.contains(id))
            .cloned()
            .collect();
        assert_eq!(
            paged(member, &format!("{path}/list?{more}&{filter}"), size).await,
            kept,
            "{path} {filter}"
        );
        for sort in ORDERS {
            let ordered = expected(t, &format!("{filter}&sort={sort}"), own).await;
            let query = format!("{path}/list?{more}&{filter}&sort={sort}");
            assert_eq!(paged(member, &query, size).await, ordered, "{query}");
        }
        let named = terms.join(",");
        let query = format!("{path}/facets?{more}&{filter}&countTerms={named}");
        let answer = member.get(&query).await;
        assert_eq!(answer.status, 200, "{path} {filter}: {}", answer.text());
        assert_eq!(answer.header("cache-control"), "no-store");
        let facets = answer.json()["data"].clone();
        assert_eq!(facets["total"], kept.len(), "{path} {filter}");
        let is_counted = |id: &String| {
            let mut counted = facets["terms"].as_array().unwrap().iter();
            counted.any(|term| term["id"] == json!(id))
        };
        assert!(terms.iter().all(is_counted), "{query}");
        for term in facets["terms"].as_array().unwrap() {
            let with = format!(
                "{path}/list?{more}&{filter}&withTerms={}",
                term["id"].as_str().unwrap()
            );
            if !filter.contains("withTerms") {
                assert_eq!(
                    list(member, &with).await.1,
                    term["count"].as_u64().unwrap(),
                    "{with}"
                );
            }
        }
    }
    let facets = member.get(&format!("{path}/facets?{more}")).await.json()["data"].clone();
    for channel in facets["channels"].as_array().unwrap() {
        let in_it = expected(t, &format!("modId={}", channel["modId"]), own).await;
        assert_eq!(channel["count"], in_it.len());
    }
}

both! {
    async fn own_lists_are_filtered_and_ordered_like_public_ones(t: &TestApp) {
        let mut dice = Dice(20_261_125);
        t.import(&catalogue(&mut dice));
        let mut all = ids(&t.rows("/works/detail/list?pageSize=100").await);
        let terms = ids(&t.rows("/tag/list?tableName=tag&modId=1&pageSize=2").await);
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        let shelf = collection(&member, "周末").await;
        let (mut liked, mut kept, mut shelved) = (Vec::new(), Vec::new(), Vec::new());
        while !all.is_empty() {
            let work = all.swap_remove(dice.below(all.len()));
            t.clock.advance(1_000);
            match dice.below(3) {
                0 => {
                    member.post("/user/like", &json!({ "status": 0, "dataId": work })).await;
                    liked.insert(0, work.clone());
                }
                1 => {
                    collect(&member, &work, &[&shelf]).await;
                    shelved.insert(0, work.clone());
                    kept.insert(0, work.clone());
                }
                _ => {
                    collect(&member, &work, &[]).await;
                    kept.insert(0, work.clone());
                }
            }
            if dice.below(2) == 0 {
                collect(&other, &work, &[]).await;
            }
        }
        t.app.indexer.catch_up_now();
        compare(t, &member, ("/user/like/detail", ""), &liked, &terms).await;
        compare(t, &member, ("/user/collect/detail", ""), &kept, &terms).await;
        compare(t, &member, ("/user/collect/detail", &format!("cateId={shelf}")), &shelved, &terms).await;
        // Another member's works are in no own list.
        assert_eq!(list(&other, "/user/like/detail/list?sort=pubTime").await.1, 0);
        assert_eq!(other.get("/user/like/detail/facets").await.json()["data"]["total"], 0);
        for call in ["list?sort=pubTime", "list?isDht=1", "facets?"] {
            let path = format!("/user/collect/detail/{call}&cateId={shelf}");
            other.get(&path).await.assert_fails(404, "not_found");
        }
    }

    async fn counters_are_returned_only_when_sorted_by(t: &TestApp) {
        t.import(&[film("OWN-001", "雪山", json!({}))]);
        let work = ids(&t.rows("/works/detail/list").await).remove(0);
        let member = t.member("lin-xiaoyue").await;
        member.post("/user/like", &json!({ "status": 0, "dataId": work })).await;
        collect(&member, &work, &[]).await;
        for path in ["/user/like/detail/list", "/user/collect/detail/list"] {
            for (sort, collects, views) in [("", None, None), ("?sort=collects", Some(1), None), ("?sort=views", None, Some(0))] {
                let row = list(&member, &format!("{path}{sort}")).await.0.remove(0);
                assert_eq!((row["collects"].as_u64(), row["views"].as_u64()), (collects, views), "{path}{sort}");
            }
        }
    }

    async fn works_of_follows_are_filtered_and_ordered_too(t: &TestApp) {
        let mut dice = Dice(20_261_126);
        t.import(&catalogue(&mut dice));
        let tag = ids(&t.rows("/tag/list?tableName=tag&modId=1&pageSize=1").await).remove(0);
        let member = t.member("lin-xiaoyue").await;
        member.post("/user/follow", &json!({ "status": 0, "dataId": tag })).await;
        for filter in FILTERS.iter().filter(|filter| !filter.is_empty()) {
            let whole = t.get(&format!("/works/detail/list?pageSize=100&withTerms={tag}&{filter}&sort=duration")).await.json();
            let (rows, total) = list(&member, &format!("/user/follow/works?pageSize=100&{filter}&sort=duration")).await;
            assert_eq!((json!(ids(&rows)), json!(total)), (json!(ids(whole["rows"].as_array().unwrap())), whole["total"].clone()), "{filter}");
            let facets = member.get(&format!("/user/follow/works/facets?{filter}&countTerms={tag}")).await.json();
            let public = t.get(&format!("/works/detail/facets?withTerms={tag}&{filter}&countTerms={tag}")).await.json();
            assert_eq!(facets["data"], public["data"], "{filter}");
        }
    }

    async fn hidden_works_stay_out_of_filtered_lists(t: &TestApp) {
        t.import(&[film("OWN-001", "雪山", json!({})), film("OWN-002", "灯塔", json!({}))]);
        let works = ids(&t.rows("/works/detail/list").await);
        let member = t.member("lin-xiaoyue").await;
        for work in &works {
            member.post("/user/like", &json!({ "status": 0, "dataId": work })).await;
            collect(&member, work, &[]).await;
        }
        t.import(&[film("OWN-001", "雪山", json!({ "hidden": true }))]);
        for path in ["/user/like/detail", "/user/collect/detail"] {
            for query in ["sort=pubTime", "date=999", "modId=1"] {
                let (rows, total) = list(&member, &format!("{path}/list?{query}")).await;
                assert_eq!((rows.len(), total), (1, 1), "{path} {query}");
                assert_eq!(rows[0]["number"], "OWN-002");
            }
            assert_eq!(member.get(&format!("{path}/facets")).await.json()["data"]["total"], 1);
        }
    }

    async fn own_lists_reject_what_public_lists_reject(t: &TestApp) {
        let member = t.member("lin-xiaoyue").await;
        let calls = ["like/detail/list", "like/detail/facets", "collect/detail/list", "collect/detail/facets", "follow/works", "follow/works/facets"];
        for bad in ["withTerms=a", "from=20", "minScore=3.5", "isOnline=2", "marks=8k", "sort=best", "modId=4", "keyword=%20"] {
            let public = t.get(&format!("/works/detail/list?{bad}")).await;
            for call in calls {
                let answer = member.get(&format!("/user/{call}?{bad}")).await;
                assert_eq!(answer.status, 400, "{call}?{bad}");
                assert_eq!(answer.json()["msg"], public.json()["msg"], "{call}?{bad}");
            }
        }
    }
}
