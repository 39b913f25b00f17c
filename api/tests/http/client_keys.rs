//! Client keys: their owner, lifetime, and the decryption budget (A8 of docs/attacks.md).

use yingku_access::auth::signing::body::LargeBodyEndpoints;
use yingku_platform::ephemeral::Ephemeral;
use yingku_signer::ClientKey;
use yingku_signer::client::Signer;

use crate::protection::{LIST, NOW, another, list_signed_by, with};
use crate::support::TestApp;

#[actix_web::test]
async fn another_servers_key_decrypts_nothing() {
    let t = TestApp::on_sqlite().await;
    let keys = t.app.client_keys();
    let secret = &t.app.state.config.signing.app_secret;
    // Encrypted to another key than the server's: the response does not reveal that decryption failed.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other.pem").display().to_string();
    let other = yingku_platform::config::Config::from_pairs(&[("CLIENT_KEY_FILE", &file)]).unwrap();
    yingku_access::auth::signing::RequestProtection::new(
        &other,
        &Ephemeral::in_memory(t.clock.clone()),
        t.clock.clone(),
        &[],
        LargeBodyEndpoints(&[]),
    )
    .unwrap();
    let (_, other_pem) =
        yingku_access::auth::signing::client_key::public_pem_of(file.as_ref()).unwrap();
    let foreign = Signer::new(secret, keys.kid(), &other_pem, NOW).unwrap();
    let garbage = format!("{}.{}", keys.kid(), "A".repeat(342));
    // The key of one client under the header of another.
    let stranger = Signer::new(secret, keys.kid(), keys.public_pem(), NOW).unwrap();
    let strangers_key = stranger.headers("GET", "/v2/x", "", b"", NOW).unwrap()[2]
        .1
        .clone();
    let wrong_secret = Signer::new("another-secret", keys.kid(), keys.public_pem(), NOW).unwrap();
    for signer in [&foreign, &wrong_secret] {
        let call = list_signed_by(signer, NOW);
        t.send(call).await.assert_fails(401, "signature_mismatch");
    }
    for key in [garbage, strangers_key] {
        with(&t, LIST, another("x-client-key", &key))
            .await
            .assert_fails(401, "signature_mismatch");
    }
}

#[actix_web::test]
async fn a_client_key_expires_after_ninety_days() {
    let t = TestApp::on_sqlite().await;
    let keys = t.app.client_keys();
    let day = 86_400_000;
    for (made_ms, good) in [
        (NOW - 89 * day, true),
        (NOW - 91 * day, false),
        (NOW + 599_000, true),
        (NOW + 601_000, false),
    ] {
        let key = ClientKey {
            key: [7; 32],
            device_id: [3; 16],
            created_at_ms: made_ms,
        };
        let signer = Signer::with_key(
            &t.app.state.config.signing.app_secret,
            keys.kid(),
            keys.public_pem(),
            &key,
        )
        .unwrap();
        let call = list_signed_by(&signer, NOW);
        let answer = t.send(call).await;
        if good {
            assert_eq!(answer.status, 200, "{made_ms}");
        } else {
            answer.assert_fails(401, "client_key_invalid");
        }
    }
}

#[actix_web::test]
async fn decrypting_new_client_keys_has_a_budget_and_known_clients_are_unaffected() {
    let t = TestApp::with(&[("KEY_OPENINGS_PER_MINUTE", "3")]).await;
    let keys = t.app.client_keys();
    assert_eq!(t.get("/works/detail/list").await.status, 200);
    let mut rejected = 0;
    for _ in 0..5 {
        let signer = Signer::new(
            &t.app.state.config.signing.app_secret,
            keys.kid(),
            keys.public_pem(),
            NOW,
        )
        .unwrap();
        let call = list_signed_by(&signer, NOW);
        let answer = t.send(call).await;
        if answer.status == 429 {
            rejected += 1;
            answer.assert_fails(429, "client_key_rate");
            assert!(answer.header("retry-after").parse::<u64>().unwrap() >= 1);
        }
    }
    assert!(rejected >= 2, "{rejected} of 5 new keys were rejected");
    assert_eq!(t.get("/works/detail/list").await.status, 200);
}

#[actix_web::test]
async fn clients_keep_working_after_a_rotation_of_the_server_key() {
    let before = TestApp::on_sqlite().await;
    let old_file = before
        .app
        .state
        .config
        .signing
        .key_file
        .display()
        .to_string();
    let folder = tempfile::tempdir().unwrap();
    let new_file = folder.path().join("new.pem").display().to_string();
    let settings = [
        ("CLIENT_KEY_FILE", &*new_file),
        ("CLIENT_KEY_FILE_PREVIOUS", &*old_file),
    ];
    let t = TestApp::with(&settings).await;
    assert_ne!(t.app.client_keys().kid(), before.app.client_keys().kid());
    assert_eq!(
        t.send(list_signed_by(&before.signer, NOW)).await.status,
        200
    );
    assert_eq!(t.send(list_signed_by(&t.signer, NOW)).await.status, 200);
    // Without it they have to create a new key.
    let t = TestApp::with(&settings[..1]).await;
    let answer = t.send(list_signed_by(&before.signer, NOW)).await;
    answer.assert_fails(401, "client_key_invalid");
}
