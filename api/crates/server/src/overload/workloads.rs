//! Assigns each request to a workload. Cached responses never get here.

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use yingku_db::workloads::Workload;
use yingku_http_kit::BASE;

use crate::special_endpoints::ADMIN_PREFIX;

/// Workloads by path prefix below the base path; everything else is [`Workload::Members`].
const WORKLOAD_PREFIXES: &[(&str, Workload)] = &[
    (ADMIN_PREFIX, Workload::Operators),
    ("/v2/user/login", Workload::Login),
    ("/v2/user/register", Workload::Login),
    ("/v2/user/token", Workload::Login),
    ("/v2/user/captcha", Workload::Login),
    ("/v2/user/logout", Workload::Login),
    ("/v2/user/password", Workload::Login),
    ("/v2/orders/", Workload::Payment),
    ("/v2/pay/", Workload::Payment),
    ("/v2/app/vip/", Workload::Payment),
    ("/v2/user/activation", Workload::Payment),
    ("/v2/works/", Workload::Lists),
    ("/v2/search/", Workload::Lists),
    ("/v2/tag/", Workload::Lists),
    ("/v2/pages/", Workload::Lists),
];

/// Payment outside the API: the payment page and the sandbox.
const PAYING: &[&str] = &["/cashier", "/sandbox"];

/// The middleware.
pub(crate) async fn within_workload<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let workload = workload_of(request.path());
    if request.method().is_safe() {
        workload.within(next.call(request)).await
    } else {
        workload.with_long_timeout(next.call(request)).await
    }
}

pub(super) fn workload_of(path: &str) -> Workload {
    match path.strip_prefix(BASE) {
        Some(path) => {
            let known = WORKLOAD_PREFIXES
                .iter()
                .find(|(begin, _)| path.starts_with(begin));
            known.map_or(Workload::Members, |(_, workload)| *workload)
        }
        None if PAYING.iter().any(|begin| path.starts_with(begin)) => Workload::Payment,
        // Pages preload lists; feeds and programs request them.
        None => Workload::Lists,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoints;

    #[test]
    fn every_prefix_belongs_to_an_operation() {
        let endpoints = endpoints();
        for (begin, _) in WORKLOAD_PREFIXES {
            let is_begin = |path: &str| path.starts_with(begin);
            assert!(endpoints.all.iter().any(|it| is_begin(&it.path)), "{begin}");
        }
    }

    #[test]
    fn visitors_members_payers_and_operators_have_separate_workloads() {
        for (path, workload) in [
            ("/prod-api/v2/works/detail/list", Workload::Lists),
            ("/prod-api/v2/user/login", Workload::Login),
            ("/prod-api/v2/orders/submit", Workload::Payment),
            ("/prod-api/v2/user/like", Workload::Members),
            ("/prod-api/admin/orders", Workload::Operators),
            ("/cashier/7", Workload::Payment),
            ("/censored", Workload::Lists),
        ] {
            assert_eq!(workload_of(path), workload, "{path}");
        }
    }
}
