//! Which paths are the site's: the others are not found for everybody.

use crate::support::TestApp;
use crate::support::client::Call;

#[actix_web::test]
async fn site_paths_are_found() {
    let t = TestApp::on_sqlite().await;
    for path in [
        "/",
        "/index",
        "/index/",
        "/censored",
        "/tags/western/index",
        "/search/%E7%A7%98%E5%AF%86",
        "/UserLogin",
        "/userlogin",
        "/user/account",
        "/admin/works",
        "/pay",
        "/terms",
    ] {
        let answer = t.send_plain(Call::get(path)).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("cache-control"), "no-cache", "{path}");
    }
}

#[actix_web::test]
async fn unknown_api_paths_are_not_found_in_the_envelope() {
    let t = TestApp::on_sqlite().await;
    for path in [
        "/v2/works/detail/list",
        "/v1/anything",
        "/PROD-API/v2/app/config",
        "/web/cloud/file/download",
        "/openapi.json",
        "/docs/",
        "/docs/index.html",
        "/metrics",
        "/.env",
        "/.git/config",
        "/.well-known/security.txt",
        "/healthz/",
        "/media/",
        "/hls/nothing",
        "/assets/gone.js",
        "/wp-login.php",
    ] {
        let answer = t.send_plain(Call::get(path)).await;
        answer.assert_fails(404, "not_found");
        answer.check_common_parts();
    }
}

#[actix_web::test]
async fn other_paths_are_not_found_and_show_the_site() {
    let t = TestApp::on_sqlite().await;
    for path in [
        "/nothing",
        "/nothing/here",
        "/index/1",
        "/censored/1/2",
        "/admin/nothing",
        "/user/1",
        "/dev/gallery",
        "/search/a/b",
    ] {
        let (page, home) = (
            t.send_plain(Call::get(path)).await,
            t.send_plain(Call::get("/index")).await,
        );
        assert_eq!(page.status, 404, "{path}");
        assert_eq!(page.header("content-type"), home.header("content-type"));
        assert_eq!(page.header("cache-control"), "no-cache");
        assert!(page.header("x-robots-tag").contains("noindex"));
    }
}
