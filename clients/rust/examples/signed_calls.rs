//! Three signed requests. Run: `cargo run --features reqwest --example signed_calls [address] [secret]`

#![expect(
    clippy::indexing_slicing,
    reason = "a JSON value gives null for what it lacks"
)]

use serde_json::Value;
use yingku_signer::signed_client::{CallError, SignedClient};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), CallError> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let base = next("http://127.0.0.1:8080/prod-api");
    let secret = next("yingku-public-app-secret-1");
    let client = SignedClient::connect(reqwest::Client::new(), &base, &secret).await?;

    let list = answered(&client, client.get("/v2/works/detail/list?pageSize=3")).await?;
    println!(
        "{} works, the first: {}",
        list["total"], list["rows"][0]["title"]
    );

    let found = client.get("/v2/works/detail/list?keyword=a+b");
    println!(
        "{} works with \"a b\"",
        answered(&client, found).await?["total"]
    );

    let question = client
        .post("/v2/message")
        .header("content-type", "application/json")
        .body(r#"{"message":"你好"}"#);
    println!(
        "a visitor's question: {}",
        answered(&client, question).await?["error"]
    );
    Ok(())
}

async fn answered(
    client: &SignedClient,
    call: reqwest::RequestBuilder,
) -> Result<Value, CallError> {
    let body = client.send(call).await?.bytes().await?;
    Ok(serde_json::from_slice(&body).unwrap_or_default())
}
