//! Two hundred concurrent requests.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::support::client::Answer;
use crate::support::codes::code;
use crate::support::member::Member;
use crate::support::{TestApp, films, whole_film};

const CROWD: u32 = 200;

async fn at_once(member: &Member<'_>, path: &str, forms: &[Value]) -> Vec<Answer> {
    join_all(forms.iter().map(|form| member.post(path, form))).await
}

fn count(answers: &[Answer], status: u16) -> usize {
    answers
        .iter()
        .filter(|answer| answer.status == status)
        .count()
}

both! {
    async fn a23_of_two_hundred_concurrent_copies_a_hundred_count(t: &TestApp) {
        t.import(&[whole_film("ABC-1", CROWD)]);
        let mut forms = Vec::new();
        for page in 1..=CROWD.div_ceil(100) {
            let rows = t.rows(&format!("/dht/list?keyword=ABC-1&pageSize=100&pageNum={page}")).await;
            forms.extend(rows.iter().map(|row| json!({ "id": row["id"] })));
        }
        let member = t.registered("lin_xia").await;
        let answers = at_once(&member, "/dht/copy", &forms).await;
        assert_eq!((count(&answers, 200), count(&answers, 422)), (100, 100));
        let mut used: Vec<u64> = answers.iter().filter_map(|answer| answer.json()["data"]["used"].as_u64()).collect();
        used.sort_unstable();
        assert_eq!(used, (1..=100).collect::<Vec<_>>());
        let kept = member.get("/user/export").await.json()["data"]["copiedMagnets"].clone();
        assert_eq!(kept.as_array().unwrap().len(), 100);
    }

    async fn a23_two_hundred_concurrent_submissions_are_one(t: &TestApp) {
        t.import(&films("censored", 1));
        let work = t.rows("/works/detail/list").await[0]["id"].clone();
        let member = t.registered("lin_xia").await;
        let crowd = |form: Value| vec![form; usize::try_from(CROWD).unwrap()];
        let likes = at_once(&member, "/user/like", &crowd(json!({ "status": 0, "dataId": work }))).await;
        assert_eq!(count(&likes, 200), 200);
        let collects = at_once(&member, "/user/collect/adds", &crowd(json!({ "status": 0, "dataId": work }))).await;
        assert_eq!(count(&collects, 200), 200);
        let (liked, collected) = (member.get("/user/like/detail/list").await.json(), member.get("/user/collect/detail/list").await.json());
        assert_eq!((&liked["total"], &collected["total"]), (&json!(1), &json!(1)));
        t.app.indexer.catch_up_now();
        assert_eq!(t.rows("/works/detail/list?sort=collects").await[0]["collects"], 1);
        // One order, however often it is submitted.
        let wish = json!({ "groupId": "1000000000000003", "payChannel": "alipay" });
        let orders = at_once(&member, "/orders/submit", &crowd(wish)).await;
        assert!(orders.iter().all(|answer| answer.json()["orderId"] == orders[0].json()["orderId"]));
        assert_eq!(member.get("/orders/list").await.json()["total"], 1);
        // One code, thirty days.
        let code = code(t, 1, |_| ());
        let redeemed = at_once(&member, "/user/activation", &crowd(json!({ "code": code }))).await;
        let count_of = |msg: &str| redeemed.iter().filter(|answer| answer.json()["msg"] == msg).count();
        assert_eq!((count_of("激活成功"), count_of("已激活")), (1, 199));
        assert_eq!(member.get("/user/getInfo").await.json()["level"]["expireTime"], "2026-10-21 22:13:20");
    }
}
