//! The HTML shell: `index.html` with what the site would otherwise request one after the other: the settings, the
//! screen's files, the response of its first request, preloads of its covers and [prerendered](super::prerendered_page)
//! markup. It contains nothing of the catalogue until the visitor has confirmed their age (cookie `age`), and never
//! anything of a member.

use std::collections::{BTreeSet, HashMap};
use std::sync::LazyLock;

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, ETAG, HeaderMap, VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::future::join_all;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use yingku_catalogue::feeds;
use yingku_catalogue::pages::site::SiteTexts;
use yingku_http_kit::conditional::is_known;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::xml::escaped;
use yingku_platform::config::Config;
use yingku_signer::hex;

use super::installed;
use super::pictures::{Copies, Picture};
use super::preload_calls::start_of;
use super::preloaded_response::{PreloadedResponse, preloaded_response};
use super::prerendered_page::prerendered_page;
use super::robots;
use super::site::Files;
use crate::app::App;
use crate::app_config::PageConfig;

/// Placeholder for the settings.
const CONFIG_PLACEHOLDER: &str = "<!--app-config-->";
/// The title, until the site has the name of the page.
const TITLE: &str = "<title>映库</title>";
/// The screen's files go after those of every screen: later styles win.
const HEAD_END: &str = "</head>";
/// The response goes last, so that it does not delay the discovery of scripts.
const BODY_END: &str = "</body>";
/// The root element, whose content the site replaces.
const ROOT: &str = "<div id=\"root\">";
/// Cookies of the site: the age is confirmed; lists include works without magnet links.
const AGE_COOKIE: &str = "age=1";
const ALL_WORKS: &str = "isDht=0";
/// The entry, which `index.html` links itself.
const ENTRY: &str = "index.html";
const MANIFEST: &str = ".vite/manifest.json";

const UNBUILT_SITE_PAGE: &str = "<!doctype html><html><head><title>映库</title>\
    <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\" />\
    <link rel=\"apple-touch-icon\" href=\"/icons/apple-touch-180.png\" /><!--app-config--></head><body>The site is not built yet: \
    run `npm ci &amp;&amp; npm run build` in frontend/ and build again. \
    The API is under /prod-api, its contract at /openapi.yaml.<div hidden><div id=\"root\"></div>\n</div></body></html>";

/// The site may load its own files, pictures and clips of the image hosts, and streams. hls.js keeps a stream's
/// subtitles in elements that start with an empty `data:` file.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:{images}{streams}; media-src 'self' blob: data:{images}{streams}; connect-src 'self'{streams}; object-src 'none'; base-uri 'none'; \
    worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'";

/// Responds with the HTML shell of an address.
pub(super) async fn html_shell(
    app: &App,
    request: &HttpRequest,
    status: StatusCode,
) -> Result<HttpResponse, ApiError> {
    let texts = app.site.texts();
    let name = escaped(&texts.name);
    let mut page = template(app, request.path(), &texts);
    let cookies = Cookies::of(request.headers());
    let mut head = String::new();
    let start = start_of(
        request.uri().path(),
        request.query_string(),
        cookies.has(ALL_WORKS),
    );
    if let Some(start) = start {
        head += &start
            .feed()
            .map_or_else(String::new, |query| feed_link(&query, &name));
        let ScreenFiles { styles, scripts } = files_of(start.source);
        head += &each(&styles, style_link);
        if cookies.has(AGE_COOKIE) && *request.method() == Method::GET && status == StatusCode::OK {
            let responses = start
                .calls
                .iter()
                .map(|call| preloaded_response(app, request, call));
            let responses = join_all(responses).await;
            // The first request of a screen has what it shows first.
            let base = &app.state.config.media.image_base;
            if let Some(Some(first)) = responses.first() {
                head += &preloads(first, base);
            }
            let markup = prerendered_page(start.source, &responses, base);
            page = page.replacen(ROOT, &(ROOT.to_owned() + &markup), 1);
            for answer in responses.iter().flatten() {
                page = page.replacen(BODY_END, &(element(answer)? + BODY_END), 1);
            }
        }
        // After the preloads: prerendered covers are shown before the scripts run.
        head += &each(&scripts, script_link);
    }
    page = page.replacen(HEAD_END, &(head + HEAD_END), 1);
    let shape = app.media.logo_shape(&texts.logo).await;
    let config = PageConfig::from_app(app).with_logo_shape(shape);
    // The ETag ignores the clock in the settings.
    let etag = etag(&[&page, &json(&config.at(0))?]);
    let known = status == StatusCode::OK && is_known(request.headers(), &etag);
    let mut response = match known {
        true => HttpResponse::NotModified(),
        false => HttpResponse::build(status),
    };
    let policy = policy(&app.state.config);
    // Revalidated each time, but a browser may restore it from its history. A 304 has the policy too: the browser
    // applies its headers to the cached page.
    response
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header((CONTENT_SECURITY_POLICY, policy))
        .insert_header((VARY, "accept-encoding, cookie"))
        .insert_header((ETAG, etag));
    if known {
        return Ok(response.finish());
    }
    let settings = json(&config)?;
    let settings =
        format!("<script type=\"application/json\" id=\"app-config\">{settings}</script>");
    Ok(response
        .content_type("text/html; charset=utf-8")
        .body(page.replacen(CONFIG_PLACEHOLDER, &settings, 1)))
}

/// `index.html` with the site's name and icons.
fn template(app: &App, path: &str, texts: &SiteTexts) -> String {
    let page = match Files::get(ENTRY) {
        Some(file) => String::from_utf8_lossy(&file.data).into_owned(),
        None => UNBUILT_SITE_PAGE.to_owned(),
    };
    let title = format!("<title>{}</title>", escaped(&texts.name));
    let page = installed::with_icons(page.replacen(TITLE, &title, 1), &texts.logo);
    match app.state.config.site.search_engines && robots::is_open(path) {
        true => page.replace(robots::NOT_LISTED_META, robots::LISTED_META),
        false => page,
    }
}

/// JSON for a data element, with `<` escaped, which could end it.
fn json(value: &impl serde::Serialize) -> Result<String, ApiError> {
    let text = serde_json::to_string(value).map_err(anyhow::Error::from)?;
    Ok(text.replace('<', "\\u003c"))
}

fn element(answer: &PreloadedResponse) -> Result<String, ApiError> {
    let call = json(&answer.call)?;
    let body = answer.body.replace('<', "\\u003c");
    Ok(format!(
        "<script type=\"application/json\" class=\"preloaded-response\">{{\"call\":{call},\"answer\":{body}}}</script>"
    ))
}

pub(super) fn etag(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.len().to_be_bytes());
        digest.update(part);
    }
    let digest = digest.finalize();
    // Weak, because an outer layer compresses it.
    format!("W/\"{}\"", hex(digest.get(..12).unwrap_or(&digest)))
}

/// The cookies of a request.
struct Cookies<'a>(Vec<&'a str>);

impl<'a> Cookies<'a> {
    fn of(headers: &'a HeaderMap) -> Self {
        let values = headers.get_all(COOKIE).filter_map(|it| it.to_str().ok());
        Self(values.flat_map(|it| it.split(';')).map(str::trim).collect())
    }

    fn has(&self, cookie: &str) -> bool {
        self.0.contains(&cookie)
    }
}

/// A built file of the site, and what it imports.
#[derive(Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    imports: Vec<String>,
}

type Manifest = HashMap<String, Chunk>;

fn manifest() -> Manifest {
    let file = Files::get(MANIFEST);
    file.and_then(|file| serde_json::from_slice(&file.data).ok())
        .unwrap_or_default()
}

/// The files of a screen besides those of the entry, which `index.html` links itself.
struct ScreenFiles {
    styles: Vec<String>,
    scripts: Vec<String>,
}

fn files_of(source: &str) -> ScreenFiles {
    static BUILT: LazyLock<Manifest> = LazyLock::new(manifest);
    // A debug build reads the files as they are.
    let fresh = cfg!(debug_assertions).then(manifest);
    let manifest = match &fresh {
        Some(manifest) => manifest,
        None => &BUILT,
    };
    let entry = imported_files(manifest, ENTRY);
    let files = imported_files(manifest, source);
    let others = files.difference(&entry).map(|file| (*file).to_owned());
    let (styles, scripts) = others.partition(|file| file.ends_with(".css"));
    ScreenFiles { styles, scripts }
}

/// The files of a chunk and of what it imports, in a stable order.
fn imported_files<'a>(manifest: &'a Manifest, source: &'a str) -> BTreeSet<&'a str> {
    let mut files = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open = vec![source];
    while let Some(name) = open.pop() {
        if !seen.insert(name) {
            continue;
        }
        if let Some(chunk) = manifest.get(name) {
            files.insert(chunk.file.as_str());
            files.extend(chunk.css.iter().map(String::as_str));
            open.extend(chunk.imports.iter().map(String::as_str));
        }
    }
    files
}

fn each(files: &[String], link: fn(&str) -> String) -> String {
    files.iter().map(|file| link(file)).collect()
}

fn style_link(file: &str) -> String {
    format!("<link rel=\"stylesheet\" crossorigin href=\"/{file}\">")
}

/// Feed readers look for feeds in the served HTML.
fn feed_link(query: &str, site: &str) -> String {
    let address = format!("{}?{query}", feeds::PATH).replace('&', "&amp;");
    format!(
        "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"{site}\" href=\"{address}\">"
    )
}

fn script_link(file: &str) -> String {
    format!("<link rel=\"modulepreload\" crossorigin href=\"/{file}\">")
}

/// Without `fetchpriority`: styles and scripts come first where bandwidth is short.
fn preloads(answer: &PreloadedResponse, base: &str) -> String {
    let named = answer.covers().filter(|(path, _)| !path.is_empty());
    let preload = |(path, big)| {
        let Picture { url, copies } = Picture::of(path, big, base);
        let copies = copies.map_or_else(String::new, |Copies { set, sizes }| {
            format!(" imagesrcset=\"{set}\" imagesizes=\"{sizes}\"")
        });
        format!("<link rel=\"preload\" as=\"image\" href=\"{url}\"{copies}>")
    };
    named.map(preload).collect()
}

/// The policy, with the other hosts of pictures and streams.
fn policy(config: &Config) -> String {
    let with = |base: &str, hosts: &[String]| {
        let hosts = hosts.iter().map(|host| format!(" https://{host}"));
        hosts.fold(other_host(base), |list, host| list + &host)
    };
    let (media, streams) = (&config.media, &config.streams);
    POLICY
        .replace("{images}", &with(&media.image_base, &media.image_hosts))
        .replace("{streams}", &with(&config.hls.base, &streams.hosts))
}

/// The host of an address as an entry of the policy; empty for a path.
fn other_host(base: &str) -> String {
    if !base.starts_with("https://") {
        return String::new();
    }
    let host = base.split('/').take(3).collect::<Vec<_>>().join("/");
    format!(" {host}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// API tests run without the built site.
    #[test]
    fn an_unbuilt_site_has_a_shell_with_every_placeholder() {
        let icons = installed::LINKS.map(|(link, _, _)| link);
        for mark in [CONFIG_PLACEHOLDER, HEAD_END, BODY_END, ROOT]
            .into_iter()
            .chain(icons)
        {
            assert_eq!(UNBUILT_SITE_PAGE.matches(mark).count(), 1, "{mark}");
        }
    }
}
