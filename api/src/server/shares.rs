//! Which share of the database a call uses. Answers that are kept are given before this is asked.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;

use super::OF_OPERATORS;
use crate::db::shares::Share;
use crate::http::BASE;

/// Calls of each share, by the begin of their path below the base path; the others are those of members.
const SHARES: &[(&str, Share)] = &[
    (OF_OPERATORS, Share::Operators),
    ("/v2/user/login", Share::Login),
    ("/v2/user/register", Share::Login),
    ("/v2/user/token", Share::Login),
    ("/v2/user/captcha", Share::Login),
    ("/v2/user/logout", Share::Login),
    ("/v2/user/password", Share::Login),
    ("/v2/orders/", Share::Payment),
    ("/v2/pay/", Share::Payment),
    ("/v2/app/vip/", Share::Payment),
    ("/v2/user/activation", Share::Payment),
    ("/v2/works/", Share::Lists),
    ("/v2/search/", Share::Lists),
    ("/v2/tag/", Share::Lists),
    ("/v2/pages/", Share::Lists),
];

/// What pays on a page: the payment page and the sandbox.
const PAYING: &[&str] = &["/cashier", "/sandbox"];

/// The middleware.
pub(super) async fn within_share<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let share = share_of(request.path());
    if request.method().is_safe() {
        share.within(next.call(request)).await
    } else {
        share.patiently(next.call(request)).await
    }
}

pub(super) fn share_of(path: &str) -> Share {
    match path.strip_prefix(BASE) {
        Some(path) => {
            let known = SHARES.iter().find(|(begin, _)| path.starts_with(begin));
            known.map_or(Share::Members, |(_, share)| *share)
        }
        None if PAYING.iter().any(|begin| path.starts_with(begin)) => Share::Payment,
        // Pages bring lists along; feeds and programs ask for them.
        None => Share::Lists,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::endpoints;

    #[test]
    fn every_begin_is_that_of_a_call() {
        let endpoints = endpoints();
        for (begin, _) in SHARES {
            let is_begin = |path: &str| path.starts_with(begin);
            assert!(endpoints.0.iter().any(|it| is_begin(&it.path)), "{begin}");
        }
    }

    #[test]
    fn visitors_members_payers_and_operators_have_their_own() {
        for (path, share) in [
            ("/prod-api/v2/works/detail/list", Share::Lists),
            ("/prod-api/v2/user/login", Share::Login),
            ("/prod-api/v2/orders/submit", Share::Payment),
            ("/prod-api/v2/user/like", Share::Members),
            ("/prod-api/admin/orders", Share::Operators),
            ("/cashier/7", Share::Payment),
            ("/censored", Share::Lists),
        ] {
            assert_eq!(share_of(path), share, "{path}");
        }
    }
}
