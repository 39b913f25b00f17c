//! The vectors that every language's signer is held to.

use yingku_signer::{SignedText, SigningKey, canonical_query};

#[test]
fn every_shared_vector_signs_as_written() {
    let vectors: serde_json::Value =
        serde_json::from_str(include_str!("../../vectors.json")).unwrap();
    let vectors = vectors.as_array().unwrap();
    assert!(vectors.len() >= 12);
    for vector in vectors {
        let text = |name: &str| vector[name].as_str().unwrap();
        assert_eq!(
            canonical_query(text("query")).unwrap(),
            text("canonicalQuery")
        );
        let digits: Vec<u8> = text("clientKeyHex")
            .chars()
            .map(|digit| u8::try_from(digit.to_digit(16).unwrap()).unwrap())
            .collect();
        let key: Vec<u8> = digits
            .chunks(2)
            .map(|pair| 16 * pair[0] + pair[1])
            .collect();
        let signed = SignedText {
            method: text("method"),
            path: text("path"),
            canonical_query: text("canonicalQuery"),
            timestamp: &vector["timestamp"].to_string(),
            nonce: text("nonce"),
            body: text("bodyText").as_bytes(),
        };
        let key = SigningKey::derive(text("secret"), &key.try_into().unwrap());
        assert_eq!(key.sign(&signed), text("signature"), "{vector}");
        assert!(key.verify(&signed, text("signature")));
    }
}
