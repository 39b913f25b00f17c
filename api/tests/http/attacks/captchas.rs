//! Captchas: their cost, and that they cannot be bypassed.

use serde_json::json;
use uuid::Uuid;

use crate::support::TestApp;
use crate::support::app::NOW_MS;
use crate::support::client::Answer;
use crate::support::member::{PASSWORD, login_form};

async fn login(t: &TestApp, uuid: &str, code: &str) -> Answer {
    t.post("/user/login", &login_form("lin_xia", PASSWORD, uuid, code))
        .await
}

/// An id as the service would create it at a given time.
fn made_up(ms: i64, random: u8) -> Uuid {
    let ms = u64::try_from(ms).unwrap();
    uuid::Builder::from_unix_timestamp_millis(ms, &[random; 10]).into_uuid()
}

both! {
    async fn t1_a_captcha_expires_after_three_minutes(t: &TestApp) {
        t.registered("lin_xia").await;
        for (waited, good) in [(179_999, true), (180_000, true), (180_001, false), (86_400_000, false)] {
            let (uuid, code) = t.captcha().await;
            t.clock.advance(waited);
            let answer = login(t, &uuid, &code).await;
            if good {
                assert_eq!(answer.status, 200, "{waited}");
            } else {
                answer.assert_fails(422, "captcha_expired");
            }
        }
        // A forged future time gains no more than the allowed clock difference of instances.
        let ahead = made_up(t.app.state.clock.now_ms() + 5_001, 1);
        login(t, &ahead.to_string(), &t.solve(&ahead.to_string())).await.assert_fails(422, "captcha_expired");
    }

    async fn t2_a_captcha_is_stored_only_once_it_is_tried(t: &TestApp) {
        t.captcha().await;
        // The service's own probes of the database may run in between.
        let mut min = u64::MAX;
        for _ in 0..3 {
            let before = t.app.state.db.transactions();
            for _ in 0..5 {
                t.captcha().await;
            }
            min = min.min(t.app.state.db.transactions() - before);
        }
        assert_eq!(min, 0);
    }

    async fn t3_right_or_wrong_a_captcha_is_tried_once(t: &TestApp) {
        t.registered("lin_xia").await;
        let (uuid, code) = t.captcha().await;
        login(t, &uuid, "0000").await.assert_fails(422, "captcha_wrong");
        login(t, &uuid, &code).await.assert_fails(422, "captcha_expired");
        // In whichever form and by whichever client; case and spaces do not make it another captcha.
        let (uuid, code) = t.captcha().await;
        assert_eq!(login(t, &uuid, &code.to_lowercase()).await.status, 200);
        let again = uuid.to_uppercase().replace('-', "");
        for uuid in [&uuid, &again, &format!(" {{{uuid}}} "), &format!("urn:uuid:{uuid}")] {
            login(t, uuid, &code).await.assert_fails(422, "captcha_expired");
            let form = json!({
                "userName": "somebody", "password": PASSWORD, "confirmPassword": PASSWORD, "email": "somebody@example.org",
                "uuid": uuid, "code": code,
            });
            t.post("/user/register", &form).await.assert_fails(422, "captcha_expired");
        }
        // Of many concurrent attempts one is the first.
        let (uuid, code) = t.captcha().await;
        let answers = futures_util::future::join_all((0..24).map(|_| login(t, &uuid, &code))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        let late = answers.iter().filter(|answer| answer.status != 200);
        late.for_each(|answer| answer.assert_fails(422, "captcha_expired"));
    }

    async fn t4_a_forged_id_is_one_guess(t: &TestApp) {
        t.registered("lin_xia").await;
        let runs = t.app.accounts.hasher.runs();
        for random in 0..20 {
            let uuid = made_up(NOW_MS, random).to_string();
            let answer = login(t, &uuid, "AAAA").await;
            answer.assert_fails(422, "captcha_wrong");
            login(t, &uuid, &t.solve(&uuid)).await.assert_fails(422, "captcha_expired");
        }
        for other in [Uuid::nil(), Uuid::max(), Uuid::new_v4()] {
            login(t, &other.to_string(), &t.solve(&other.to_string())).await.assert_fails(422, "captcha_expired");
        }
        assert_eq!(t.app.accounts.hasher.runs(), runs);
    }
}

#[actix_web::test]
async fn t2_a_captcha_of_one_instance_is_valid_at_another() {
    let [one, other] = TestApp::on_both(&[]).await;
    for (from, to) in [(&one, &other), (&other, &one)] {
        let (uuid, code) = from.captcha().await;
        // That name does not exist, so the response comes from after the captcha check.
        let answer = login(to, &uuid, &code).await;
        answer.assert_fails(422, "bad_credentials");
        login(to, &uuid, &code)
            .await
            .assert_fails(422, "captcha_expired");
    }
}
