//! Forged client keys, signatures and tokens.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use getrandom::SysRng;
use rsa::pkcs8::DecodePublicKey as _;
use rsa::rand_core::UnwrapErr;
use rsa::{Oaep, Pkcs1v15Encrypt, RsaPublicKey};
use secrecy::ExposeSecret as _;
use serde_json::{Value, json};
use sha2::{Sha256, Sha512};
use yingku_base::keys::{self, Secrets};
use yingku_signer::ClientKey;
use yingku_signer::client::Signer;

use crate::protection::{LIST, NOW};
use crate::support::TestApp;
use crate::support::client::{Answer, Call};

const SESSIONS: &str = "/prod-api/v2/user/sessions";

/// A response without what differs between any two.
fn without_request_id(answer: &Answer) -> (u16, Value, String) {
    let mut body = answer.json();
    body["requestId"] = Value::Null;
    (
        answer.status.as_u16(),
        body,
        answer.header("www-authenticate").to_owned(),
    )
}

/// The list request, correctly signed under `key`, with a chosen client-key header.
fn signed_under(t: &TestApp, key: &ClientKey, sealed: &[u8]) -> Call {
    let keys = t.app.client_keys();
    let secret = &t.app.state.config.signing.app_secret;
    let signer = Signer::with_key(secret, keys.kid(), keys.public_pem(), key).unwrap();
    let (path, query) = LIST.split_once('?').unwrap();
    let mut headers = signer.headers("GET", path, query, b"", NOW).unwrap();
    headers[2].1 = format!("{}.{}", keys.kid(), URL_SAFE_NO_PAD.encode(sealed));
    Call::get(LIST).carrying(&headers)
}

both! {
    async fn a8_no_response_reveals_how_decryption_of_a_client_key_failed(t: &TestApp) {
        let public = RsaPublicKey::from_public_key_pem(t.app.client_keys().public_pem()).unwrap();
        let key = ClientKey { key: [7; 32], device_id: [3; 16], created_at_ms: NOW };
        let plain = key.encode();
        let good = public.encrypt(&mut UnwrapErr(SysRng), Oaep::<Sha256>::new(), &plain).unwrap();
        assert_eq!(t.send(signed_under(t, &key, &good)).await.status, 200);
        let random = &mut UnwrapErr(SysRng);
        let mut changed = good.clone();
        changed[200] ^= 1;
        let ways = [
            ("the padding of old", public.encrypt(random, Pkcs1v15Encrypt, &plain).unwrap()),
            ("another hash", public.encrypt(random, Oaep::<Sha512>::new(), &plain).unwrap()),
            ("a label", public.encrypt(random, Oaep::<Sha256>::new_with_label(b"x".to_vec()), &plain).unwrap()),
            ("a short text", public.encrypt(random, Oaep::<Sha256>::new(), &plain[..56]).unwrap()),
            ("an empty text", public.encrypt(random, Oaep::<Sha256>::new(), b"").unwrap()),
            ("another version", public.encrypt(random, Oaep::<Sha256>::new(), &[&[2], &plain[1..]].concat()).unwrap()),
            ("one bit", changed),
            ("zeros", vec![0; 256]),
            ("the greatest number", vec![255; 256]),
        ];
        let mut responses = Vec::new();
        for (what, sealed) in &ways {
            let answer = t.send(signed_under(t, &key, sealed)).await;
            assert_eq!((answer.status.as_u16(), &*answer.error()), (401, "signature_mismatch"), "{what}");
            responses.push(without_request_id(&answer));
        }
        assert!(responses.iter().all(|one| *one == responses[0]), "{responses:?}");
    }

    async fn a9_a_token_of_another_type_is_rejected_even_with_a_valid_signature(t: &TestApp) {
        let member = t.registered("lin_xia").await;
        let part = |at: usize| URL_SAFE_NO_PAD.decode(member.access.split('.').nth(at).unwrap()).unwrap();
        let (header, payload) = (String::from_utf8(part(0)).unwrap(), serde_json::from_slice::<Value>(&part(1)).unwrap());
        let secret = &t.app.state.config.secrets.server;
        let own_key = Secrets::new(secret, &"".into()).unwrap().key_for("access-token");
        let text = |header: &str, payload: &Value| {
            [header.to_owned(), payload.to_string()].map(|part| URL_SAFE_NO_PAD.encode(part)).join(".")
        };
        let token = |header: &str, payload: &Value| {
            let text = text(header, payload);
            format!("{text}.{}", URL_SAFE_NO_PAD.encode(own_key.tag(text.as_bytes())))
        };
        let sent = async |token: &str| t.send(Call::get(SESSIONS).bearer(token)).await;
        assert_eq!(sent(&token(&header, &payload)).await.status, 200);
        for other in [
            r#"{"alg":"none","typ":"at+jwt"}"#, r#"{"alg":"None","typ":"at+jwt"}"#, r#"{"alg":"RS256","typ":"at+jwt"}"#,
            r#"{"alg":"HS512","typ":"at+jwt"}"#, r#"{"alg":"HS256","typ":"JWT"}"#, r#"{"alg":"HS256", "typ":"at+jwt"}"#,
            r#"{"typ":"at+jwt","alg":"HS256"}"#, r#"{"alg":"HS256","typ":"at+jwt","jwk":{}}"#, r#"{"alg":"HS256"}"#, "{}",
        ] {
            assert_ne!(other, header);
            sent(&token(other, &payload)).await.assert_fails(401, "token_invalid");
        }
        let now = t.app.state.now();
        for (name, value) in [
            ("iss", json!("other")), ("iss", Value::Null), ("aud", json!("other")), ("aud", json!(["yingku"])), ("sub", json!("x")),
            ("sub", json!(1)), ("sid", json!("920000000000000001")), ("sid", Value::Null), ("iat", json!(now + 61)), ("exp", json!("never")),
            ("cnf", json!({ "kh": "" })), ("cnf", json!({})), ("cnf", Value::Null),
        ] {
            let mut changed = payload.clone();
            changed[name] = value.clone();
            let answer = sent(&token(&header, &changed)).await;
            assert_eq!((answer.status.as_u16(), &*answer.error()), (401, "token_invalid"), "{name}: {value}");
        }
        let mut late = payload.clone();
        late["exp"] = json!(now);
        sent(&token(&header, &late)).await.assert_fails(401, "token_expired");
        // A public key used as the secret one; and no key.
        let public = t.app.client_keys().public_pem().to_owned();
        let app = t.app.state.config.signing.app_secret.clone();
        for key in [public.as_bytes(), app.as_bytes(), b"", secret.expose_secret().as_bytes()] {
            for header in [header.as_str(), r#"{"alg":"RS256","typ":"at+jwt"}"#] {
                let text = text(header, &payload);
                let tag = URL_SAFE_NO_PAD.encode(keys::tag(&keys::key(key), &[text.as_bytes()]));
                sent(&format!("{text}.{tag}")).await.assert_fails(401, "token_invalid");
            }
        }
        assert_eq!(member.get("/user/sessions").await.status, 200);
    }
}

#[actix_web::test]
async fn a8_a_replay_is_rejected_from_any_address() {
    for t in TestApp::on_both(&[("TRUSTED_PROXIES", "127.0.0.1")]).await {
        let (path, query) = LIST.split_once('?').unwrap();
        let headers = t.signer.headers("GET", path, query, b"", NOW).unwrap();
        let from = |ip: &str| {
            Call::get(LIST)
                .carrying(&headers)
                .header("x-forwarded-for", ip)
        };
        assert_eq!(t.send(from("192.0.2.1")).await.status, 200);
        for ip in ["192.0.2.1", "198.51.100.1", "2001:db8::1"] {
            t.send(from(ip)).await.assert_fails(401, "nonce_replay");
        }
        // The same nonce from another installation is another request.
        let other = t.another_installation();
        let nonce = &headers[1].1;
        let headers = other
            .headers_with("GET", path, query, b"", NOW, nonce)
            .unwrap();
        assert_eq!(t.send(Call::get(LIST).carrying(&headers)).await.status, 200);
    }
}
