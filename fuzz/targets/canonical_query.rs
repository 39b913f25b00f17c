//! The query of a request has one canonical form in any encoding, and the server accepts what a client has signed.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use yingku_signer::{SignedText, SigningKey, canonical_query};

static KEY: LazyLock<SigningKey> = LazyLock::new(|| SigningKey::derive("secret", &[7; 32]));

fuzz_target!(|query: &str| {
    let Ok(canonical) = canonical_query(query) else {
        return;
    };
    assert_eq!(canonical_query(&canonical).as_ref(), Ok(&canonical));
    assert!(canonical.bytes().all(|byte| byte.is_ascii_graphic()));

    let reversed: Vec<&str> = query.rsplit('&').collect();
    assert_eq!(
        canonical_query(&reversed.join("&")).as_ref(),
        Ok(&canonical)
    );

    // Decoding and encoding neither lose nor add anything.
    assert_eq!(pairs(query), pairs(&canonical));

    // The client signs the query as sent; the server verifies what a proxy may have re-encoded.
    let signature = KEY.sign(&text(&canonical));
    let received = canonical_query(&canonical).expect("a canonical form has one");
    assert!(KEY.verify(&text(&received), &signature));
    let longer = canonical_query(&format!("{canonical}&more=1"));
    assert!(longer.is_err() || longer.is_ok_and(|other| !KEY.verify(&text(&other), &signature)));
});

/// The pairs of a query, as another parser reads them.
fn pairs(query: &str) -> Vec<(String, String)> {
    let pairs = form_urlencoded::parse(query.as_bytes()).into_owned();
    let mut pairs: Vec<(String, String)> = pairs.collect();
    pairs.sort_unstable();
    pairs
}

fn text(canonical_query: &str) -> SignedText<'_> {
    SignedText {
        method: "GET",
        path: "/v2/works/detail/list",
        canonical_query,
        timestamp: "1700000000000",
        nonce: "0123456789abcdef",
        body: b"",
    }
}
