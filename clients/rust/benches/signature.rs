//! The cost of signing and verifying one request. `cargo bench --bench signature` prints nanoseconds;
//! `valgrind --tool=callgrind` on the program it builds counts instructions. The first argument is how many calls.
use std::hint::black_box;
use std::time::{Duration, Instant};

use yingku_signer::{CLIENT_KEY_BYTES, SignedText, SigningKey};

const CALLS: u32 = 100_000;

fn main() {
    let calls = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(CALLS);
    let key = SigningKey::derive("yingku-public-app-secret-1", &[7; CLIENT_KEY_BYTES]);
    let text = SignedText {
        method: "GET",
        path: "/v2/works/detail/list",
        canonical_query: "modName=censored&pageNum=1&pageSize=32&sort=pubTime",
        timestamp: "1790000000000",
        nonce: "0123456789abcdef0123456789abcdef",
        body: b"",
    };
    let signature = key.sign(&text);
    let signing = time(calls, || black_box(key.sign(black_box(&text))).len());
    let checking = time(calls, || {
        usize::from(key.verify(black_box(&text), black_box(&signature)))
    });
    println!(
        "{calls} calls: sign {} ns, verify {} ns",
        signing.as_nanos(),
        checking.as_nanos()
    );
}

/// The mean time of one call.
fn time(calls: u32, mut call: impl FnMut() -> usize) -> Duration {
    let started = Instant::now();
    for _ in 0..calls {
        assert_ne!(call(), 0, "a signature that is not right");
    }
    started.elapsed() / calls.max(1)
}
