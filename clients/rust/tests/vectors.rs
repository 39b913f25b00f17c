//! The test vectors shared by the signers of all languages.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that cannot continue fails, and says where"
)]

use serde_json::Value;
use yingku_signer::{SignedText, SigningKey, canonical_query};

fn vectors(kind: &str) -> Vec<Value> {
    let mut all: Value = serde_json::from_str(include_str!("../../vectors.json")).unwrap();
    serde_json::from_value(all[kind].take()).unwrap()
}

fn bytes<const N: usize>(hex: &Value) -> [u8; N] {
    let digits = hex.as_str().unwrap().chars();
    let digits: Vec<u32> = digits.map(|digit| digit.to_digit(16).unwrap()).collect();
    let bytes = digits
        .chunks(2)
        .map(|pair| u8::try_from(16 * pair[0] + pair[1]).unwrap());
    bytes.collect::<Vec<u8>>().try_into().unwrap()
}

#[test]
fn every_request_signs_as_written() {
    let requests = vectors("requests");
    assert!(requests.len() >= 18);
    for vector in requests {
        let text = |name: &str| vector[name].as_str().unwrap();
        assert_eq!(
            canonical_query(text("query")).unwrap(),
            text("canonicalQuery")
        );
        let signed = SignedText {
            method: text("method"),
            path: text("path"),
            canonical_query: text("canonicalQuery"),
            timestamp: &vector["timestamp"].to_string(),
            nonce: text("nonce"),
            body: text("bodyText").as_bytes(),
        };
        let key = SigningKey::derive(text("secret"), &bytes(&vector["clientKeyHex"]));
        assert_eq!(key.sign(&signed), text("signature"), "{vector}");
        assert!(key.verify(&signed, text("signature")));
    }
}

#[test]
fn every_query_without_a_canonical_form_is_rejected() {
    let rejected = vectors("refusedQueries");
    assert!(rejected.len() >= 10);
    for vector in rejected {
        let why = canonical_query(vector["query"].as_str().unwrap()).unwrap_err();
        assert_eq!(why.to_string(), vector["why"].as_str().unwrap(), "{vector}");
    }
}

#[cfg(feature = "client")]
#[test]
fn every_vector_decrypts_and_so_does_a_new_encryption() {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use rsa::pkcs8::DecodePrivateKey as _;
    use rsa::{Oaep, RsaPrivateKey};
    use sha2::Sha256;
    use yingku_signer::{ClientKey, client::Signer};

    let seals = vectors("seals");
    assert!(seals.len() >= 2);
    for vector in seals {
        let text = |name: &str| vector[name].as_str().unwrap();
        let private = RsaPrivateKey::from_pkcs8_pem(text("privateKey")).unwrap();
        let open = |header: &str| {
            let (kid, sealed) = header.split_once('.').unwrap();
            assert_eq!(kid, text("kid"));
            let sealed = URL_SAFE_NO_PAD.decode(sealed).unwrap();
            private.decrypt(Oaep::<Sha256>::new(), &sealed).unwrap()
        };
        let key = ClientKey {
            key: bytes(&vector["clientKeyHex"]),
            device_id: bytes(&vector["deviceIdHex"]),
            created_at_ms: vector["createdAt"].as_u64().unwrap(),
        };
        assert_eq!(key.encode(), bytes(&vector["plainHex"]));
        assert_eq!(open(text("header")), key.encode());
        assert_eq!(
            ClientKey::decode(&open(text("header"))).as_ref(),
            Some(&key)
        );

        let signer = Signer::with_key("s", text("kid"), text("publicKey"), &key).unwrap();
        let headers = signer.headers("GET", "/", "", b"", 1).unwrap();
        assert_eq!(open(&headers[2].1), key.encode());
    }
}
