//! Reading the bearer token of a request.

use actix_web::http::header::HeaderValue;

use super::*;

fn headers(values: &[&'static str]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for value in values {
        headers.append(AUTHORIZATION, HeaderValue::from_static(value));
    }
    headers
}

#[test]
fn one_bearer_token_or_none() {
    assert_eq!(bearer(&headers(&[])).unwrap(), None);
    assert_eq!(bearer(&headers(&["Bearer a.b.c"])).unwrap(), Some("a.b.c"));
    assert_eq!(bearer(&headers(&["bearer a"])).unwrap(), Some("a"));
    for bad in [
        &["Bearer"][..],
        &["Bearer "],
        &["Basic abc"],
        &["a.b.c"],
        &["Bearer a", "Bearer a"],
    ] {
        let error = bearer(&headers(bad)).unwrap_err();
        assert_eq!(error.kind, ErrorKind::TokenInvalid, "{bad:?}");
    }
}

#[test]
fn only_the_network_of_an_address_is_stored() {
    let network = |ip: &str| {
        Client {
            ip: ip.parse().unwrap(),
            bound_to: String::new(),
            device_id: None,
            agent: String::new(),
            request: None,
        }
        .network()
    };
    assert_eq!(network("1.2.3.4"), "1.2.3.0/24");
    assert_eq!(network("::ffff:1.2.3.4"), "1.2.3.0/24");
    assert_eq!(network("2001:db8:1:2:3::4"), "2001:db8:1:2::/64");
}
