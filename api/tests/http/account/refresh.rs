//! Refreshing: one rotation under concurrency, thirty seconds of grace, and the end of a session whose old
//! token is used again (A10 of docs/attacks.md).

use futures_util::future::join_all;

use crate::support::TestApp;
use crate::support::client::Call;
use crate::support::member::{PASSWORD, pair};

const TOKEN: &str = "/prod-api/v2/user/token";

both! {
    async fn a10_concurrent_refreshes_get_the_same_successor(t: &TestApp) {
        let mut member = t.registered("lin_xia").await;
        let answers = join_all((0..24).map(|_| member.refresh())).await;
        let successors: Vec<String> = answers.iter().map(|answer| pair(answer).1).collect();
        assert!(successors.iter().all(|successor| *successor == successors[0]), "{successors:?}");
        assert_ne!(successors[0], member.refresh);
        // One rotation: the successor of the successor is the third token.
        assert!(member.refresh.contains(".1.") && successors[0].contains(".2."));
        member.take(&answers[0]);
        assert_eq!(member.get("/user/sessions").await.json()["total"], 1);
        let next = pair(&member.refresh().await).1;
        assert!(next.contains(".3."), "{next}");
    }

    async fn the_previous_token_has_thirty_seconds_of_grace(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        let first = pair(&member.refresh().await).1;
        t.clock.advance(30_000);
        assert_eq!(pair(&member.refresh().await).1, first);
    }

    async fn a10_an_old_token_ends_the_session_for_everybody(t: &TestApp) {
        let mut member = t.registered("lin_xia").await;
        let other = t.signed_in("lin_xia").await;
        let old = member.refresh.clone();
        let answer = member.refresh().await;
        member.take(&answer);
        t.clock.advance(31_000);
        let replay = t.send(Call::get(TOKEN).bearer(&old)).await;
        replay.assert_fails(403, "session_ended");
        assert_eq!(replay.json()["code"], 403);
        assert_eq!(replay.json()["msg"], "登陆信息已过期,请重新登陆");
        member.refresh().await.assert_fails(403, "session_ended");
        member.get("/user/sessions").await.assert_fails(401, "token_invalid");
        // Another session of the member is unaffected.
        pair(&other.refresh().await);
    }

    async fn a_token_two_generations_old_has_no_grace(t: &TestApp) {
        let mut member = t.registered("lin_xia").await;
        let old = member.refresh.clone();
        for _ in 0..2 {
            let answer = member.refresh().await;
            member.take(&answer);
        }
        t.send(Call::get(TOKEN).bearer(&old)).await.assert_fails(403, "session_ended");
        member.refresh().await.assert_fails(403, "session_ended");
    }

    async fn a_session_expires_after_an_idle_week_or_a_month(t: &TestApp) {
        const DAY: i64 = 86_400_000;
        let idle = t.registered("lin_xia").await;
        let mut used = t.signed_in("lin_xia").await;
        t.clock.advance(6 * DAY);
        let answer = used.refresh().await;
        used.take(&answer);
        t.clock.advance(DAY);
        idle.refresh().await.assert_fails(403, "session_ended");
        for _ in 0..4 {
            t.clock.advance(5 * DAY);
            let answer = used.refresh().await;
            used.take(&answer);
        }
        // The thirtieth day.
        t.clock.advance(3 * DAY);
        used.refresh().await.assert_fails(403, "session_ended");
    }
}

#[actix_web::test]
async fn a_refresh_needs_only_the_refresh_token() {
    let t = TestApp::on_sqlite().await;
    let member = t.registered("lin_xia").await;
    let none = t.send(Call::get(TOKEN)).await;
    none.assert_fails(403, "login_required");
    assert_eq!(none.json()["code"], 403);
    let forged = member.refresh.replace(".1.", ".2.");
    for bad in [&member.access, &forged, "r1.1.1.AAAA", "", "x"] {
        let answer = t.send(Call::get(TOKEN).bearer(bad)).await;
        answer.assert_fails(403, "session_ended");
    }
    let basic = Call::get(TOKEN).header("authorization", "Basic abc");
    t.send(basic).await.assert_fails(403, "session_ended");
    for (name, value) in [
        ("sec-fetch-mode", "navigate"),
        ("sec-purpose", "prefetch;prerender"),
    ] {
        let call = Call::get(TOKEN).bearer(&member.refresh);
        t.send(call.header(name, value))
            .await
            .assert_fails(400, "bad_request");
    }
    // None of this has changed the session.
    let answer = member.refresh().await;
    assert!(pair(&answer).1.contains(".2."));
    assert_eq!(answer.header("cache-control"), "no-store");
}

#[actix_web::test]
async fn another_installation_cannot_refresh_and_cannot_end_the_session() {
    let t = TestApp::on_sqlite().await;
    let member = t.registered("lin_xia").await;
    let other = t.another_installation();
    let call = || Call::get(TOKEN).bearer(&member.refresh);
    t.send_as(&other, call())
        .await
        .assert_fails(403, "session_ended");
    pair(&member.refresh().await);
    let unbound = TestApp::with(&[("TOKEN_BINDING", "off")]).await;
    unbound.register("lin_xia").await;
    let tokens = pair(&unbound.login("lin_xia", PASSWORD).await);
    let other = unbound.another_installation();
    let answer = unbound
        .send_as(&other, Call::get(TOKEN).bearer(&tokens.1))
        .await;
    pair(&answer);
}
