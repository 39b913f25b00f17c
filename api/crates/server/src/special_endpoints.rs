//! The endpoints that are treated otherwise than the rest: unsigned ones, those of operators, and those with large bodies.

use yingku_access::auth::signing::body::LargeBodyEndpoints;
use yingku_catalogue as catalogue;
use yingku_catalogue::media;
use yingku_commerce::pay;

/// The public settings, which a client needs before it can sign.
pub(super) const APP_CONFIG: &str = "/v2/app/config";

/// Unsigned endpoints, below the base path.
pub const OPEN: &[&str] = &[APP_CONFIG, pay::ALIPAY_NOTIFY, pay::WEIXIN_NOTIFY];

/// Prefix of the console's endpoints, below the base path.
pub const ADMIN_PREFIX: &str = "/admin/";

/// Endpoints with large bodies.
pub const LARGE_BODY_ENDPOINTS: LargeBodyEndpoints = LargeBodyEndpoints(&[
    catalogue::uploads::PART,
    catalogue::works::admin::WORK_CREATED,
    catalogue::works::admin::WORK_EDITED,
    media::admin_routes::PICTURE,
    pay::admin::bill::routes::BILL,
]);

/// The largest of those bodies, bytes.
pub const LARGEST_BODY: usize = media::admin_routes::PICTURE.max_bytes;

#[cfg(test)]
mod tests {
    use yingku_http_kit::BASE;

    use super::*;

    /// The body limit of each location in the shipped nginx configuration.
    fn locations() -> Vec<(&'static str, usize)> {
        let conf = include_str!("../../../../deploy/nginx.conf");
        let locations = conf.split("location ").skip(1);
        let sized = locations.filter_map(|location| {
            let (name, rest) = location.split_once('{')?;
            let (_, size) = rest.split_once("client_max_body_size ")?;
            let kibibytes: usize = size.split_once("k;")?.0.parse().ok()?;
            Some((name.trim(), kibibytes * 1024))
        });
        sized.collect()
    }

    #[test]
    fn nginx_allows_the_sizes_that_the_server_accepts() {
        let locations = locations();
        assert_eq!(locations.first(), Some(&("/", 64 * 1024)));
        for large in LARGE_BODY_ENDPOINTS.0 {
            let begins = format!(
                "\"^{BASE}{}",
                large.from.trim_end_matches(char::is_alphabetic)
            );
            let fits =
                |(name, size): &(&str, usize)| name.contains(&begins) && *size == large.max_bytes;
            assert!(locations.iter().any(fits), "{}: {locations:?}", large.from);
        }
    }
}
