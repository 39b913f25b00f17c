//! Liking.

use diesel::connection::SimpleConnection as _;
use serde_json::json;
use yingku_community::library::likes::queries::MAX_LIKES;
use yingku_db::DbError;

use super::{collect, collected, ids, liked, list, works};
use crate::support::{TestApp, film};

both! {
    async fn liking_and_unliking_count_once(t: &TestApp) {
        let works = works(t, 1).await;
        let (member, other) = (t.member("lin-xiaoyue").await, t.member("wang-yuanshan").await);
        let form = |status: i32| json!({ "status": status, "dataId": works[0] });
        let detail = format!("/works/detail/{}", works[0]);
        for (who, status, like, count) in [
            (&member, 9, false, 0), (&member, 0, true, 1), (&member, 0, true, 1),
            (&other, 0, true, 2), (&member, 9, false, 1), (&member, 9, false, 1),
        ] {
            let answer = who.post("/user/like", &form(status)).await;
            assert_eq!(answer.header("cache-control"), "no-store");
            assert_eq!(answer.json()["data"], json!({ "like": like, "count": count }));
            assert_eq!(who.get(&detail).await.json()["like"], like);
        }
        assert_eq!((liked(&member).await, liked(&other).await), (vec![], works.clone()));
    }

    async fn liked_works_are_cards_latest_first(t: &TestApp) {
        let works = works(t, 3).await;
        let member = t.member("lin-xiaoyue").await;
        for at in [1, 0, 2] {
            member.post("/user/like", &json!({ "status": 0, "dataId": works[at] })).await;
            t.clock.advance(1_000);
        }
        let (rows, total) = list(&member, "/user/like/detail/list").await;
        assert_eq!((ids(&rows), total), (vec![works[2].clone(), works[0].clone(), works[1].clone()], 3));
        let catalogue = t.rows("/works/detail/list").await;
        for row in rows {
            assert!(catalogue.contains(&row), "{row}");
        }
        let (page, total) = list(&member, "/user/like/detail/list?pageSize=2&pageNum=2").await;
        assert_eq!((ids(&page), total), (vec![works[1].clone()], 3));
        assert_eq!(list(&member, "/user/like/detail/list?pageNum=2").await, (vec![], 3));
        member.get("/user/like/detail/list?pageSize=0").await.assert_fails(400, "bad_request");
    }

    async fn likes_of_a_member_are_limited(t: &TestApp) {
        let works = works(t, 3).await;
        let member = t.member("lin-xiaoyue").await;
        let like = |work: &str, status: i32| json!({ "status": status, "dataId": work });
        for work in &works[..2] {
            assert_eq!(member.post("/user/like", &like(work, 0)).await.status, 200);
        }
        // As many invisible works, all of them liked.
        let fill = format!(
            "INSERT INTO works (id, mod_id, number, title, pub_time, pic_small, pic_big, image_small, image_big, mp4, m3u8, \
             duration, average, evaluates, is_online, is_dht, hidden, collects, likes, views, fingerprint, created_at, updated_at) \
             SELECT id + 1000000 + n, mod_id, number || '/' || n, title, pub_time, pic_small, pic_big, \
             image_small, image_big, mp4, m3u8, duration, average, evaluates, is_online, is_dht, TRUE, collects, \
             likes, views, fingerprint, created_at, updated_at \
             FROM works, (WITH RECURSIVE counting (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counting WHERE n < {}) \
             SELECT n FROM counting) AS numbers WHERE id = {}",
            MAX_LIKES - 2, works[0],
        );
        let hidden = "INSERT INTO likes (user_id, work_id, created_at) \
                      SELECT users.id, works.id, 1 FROM users, works WHERE works.hidden";
        t.app.state.db.write_now::<_, DbError, _>(|conn| Ok(conn.batch_execute(&format!("{fill}; {hidden};"))?)).unwrap();
        member.post("/user/like", &like(&works[2], 0)).await.assert_fails(422, "too_many_likes");
        assert_eq!(liked(&member).await.len(), 2);
        // Liking one again is no new like, and unliking one makes room.
        assert_eq!(member.post("/user/like", &like(&works[1], 0)).await.status, 200);
        assert_eq!(member.post("/user/like", &like(&works[1], 9)).await.status, 200);
        assert_eq!(member.post("/user/like", &like(&works[2], 0)).await.status, 200);
    }

    async fn a_missing_work_cannot_be_liked(t: &TestApp) {
        let works = works(t, 1).await;
        let member = t.member("lin-xiaoyue").await;
        for status in [0, 9] {
            let form = json!({ "status": status, "dataId": "910000000000000001" });
            member.post("/user/like", &form).await.assert_fails(404, "not_found");
        }
        for bad in [
            json!({}), json!({ "status": 0 }), json!({ "dataId": works[0] }), json!(null),
            json!({ "status": 5, "dataId": works[0] }), json!({ "status": 0, "dataId": "x" }),
            json!({ "status": 0, "dataId": 1.5 }), json!({ "status": 0, "dataId": [works[0]] }),
        ] {
            member.post("/user/like", &bad).await.assert_fails(400, "bad_request");
        }
        assert!(liked(&member).await.is_empty());
    }

    async fn a_hidden_work_leaves_the_lists_and_can_be_unliked(t: &TestApp) {
        t.import(&[film("ABC-1", "甲", json!({})), film("ABC-2", "乙", json!({}))]);
        let works = ids(&t.rows("/works/detail/list").await);
        let member = t.member("lin-xiaoyue").await;
        for work in &works {
            member.post("/user/like", &json!({ "status": 0, "dataId": work })).await;
            collect(&member, work, &[]).await;
        }
        let hidden = t.rows("/works/detail/list?keyword=ABC-1").await[0]["id"].as_str().unwrap().to_owned();
        t.import(&[film("ABC-1", "甲", json!({ "hidden": true }))]);
        let left: Vec<_> = works.iter().filter(|work| **work != hidden).cloned().collect();
        assert_eq!((liked(&member).await, collected(&member, None).await), (left.clone(), left));
        let off = json!({ "status": 9, "dataId": hidden });
        let answer = member.post("/user/like", &off).await;
        assert_eq!(answer.json()["data"], json!({ "like": false, "count": 0 }));
        assert_eq!(member.post("/user/collect/adds", &off).await.json()["data"]["collect"], false);
        for path in ["/user/like", "/user/collect/adds"] {
            member.post(path, &off).await.assert_fails(404, "not_found");
            let on = json!({ "status": 0, "dataId": hidden });
            member.post(path, &on).await.assert_fails(404, "not_found");
        }
    }
}
