//! The reqwest client against a real server: `YINGKU_BASE` and `YINGKU_SECRET` name it; skipped without them.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot continue fails, and says where"
)]

use serde_json::Value;
use yingku_signer::signed_client::{CallError, SignedClient};

async fn connected() -> Option<SignedClient> {
    let setting = |name| std::env::var_os(name).and_then(|value| value.into_string().ok());
    let (base, secret) = (setting("YINGKU_BASE")?, setting("YINGKU_SECRET")?);
    let client = SignedClient::connect(reqwest::Client::new(), &base, &secret).await;
    Some(client.unwrap())
}

async fn answered(client: &SignedClient, call: reqwest::RequestBuilder) -> Value {
    let answer = client.send(call).await.unwrap();
    serde_json::from_slice(&answer.bytes().await.unwrap()).unwrap()
}

#[tokio::test]
async fn requests_with_query_and_body_are_accepted() {
    let Some(client) = connected().await else {
        return;
    };
    let list = client.get("/v2/works/detail/list?pageSize=3&keyword=a+b%2Bc'()*~😀%25&&pageNum=1");
    assert_eq!(answered(&client, list).await["code"], 200);
    let question = client
        .post("/v2/message")
        .header("content-type", "application/json")
        .body("{\"message\":\"你好\"}");
    assert_eq!(answered(&client, question).await["error"], "login_required");
}

#[tokio::test]
async fn a_wrong_clock_is_corrected() {
    let Some(client) = connected().await else {
        return;
    };
    client.synchronise(1_500_000_000_000);
    let list = client.get("/v2/works/detail/list?pageSize=1");
    assert_eq!(answered(&client, list).await["code"], 200);
}

#[tokio::test]
async fn unsignable_requests_are_not_sent() {
    let Some(client) = connected().await else {
        return;
    };
    let malformed = client.get("/v2/works/detail/list?keyword=%zz");
    assert!(matches!(
        client.send(malformed).await,
        Err(CallError::Sign(_))
    ));
}
