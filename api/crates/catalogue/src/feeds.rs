//! `GET /feeds/works.atom`: a list of works as an Atom feed, for feed readers. It takes the filters of the list, needs
//! neither a signature nor a session, and counts as a visit. Responses are cached until the index changes.

use std::time::Duration;

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use moka::sync::Cache;
use sha2::{Digest as _, Sha256};
use uuid::Builder;
use yingku_base::ids::moment_of;
use yingku_base::time::format_rfc3339;
use yingku_base::values::Id;
use yingku_db::Conn;
use yingku_db::page::Page;
use yingku_http_kit::cached_body::CachedBody;
use yingku_http_kit::error::ApiError;
use yingku_http_kit::params::Params;
use yingku_http_kit::xml::Xml;
use yingku_platform::config::Config;
use yingku_platform::state::AppState;
use yingku_search::{Basis, Sort, State, WorksIndex, WorksQuery};

use super::kinds::Channel;
use super::works::correction::find_with_correction;
use super::works::model::{Work, WorkRow};
use super::works::params::WorksParams;
use super::works::queries;
use crate::pages::site::Site;
use crate::terms::queries::rows_by_id;

/// Path of the feed.
pub const PATH: &str = "/feeds/works.atom";
/// Maximum number of entries.
const ENTRIES: u32 = 50;
/// Capacity of the cache in bytes, and its time to live.
const CAPACITY_BYTES: u64 = 8 * 1024 * 1024;
const CACHE_LIFETIME: Duration = Duration::from_secs(60);
/// Limits how often readers poll.
const CACHING: &str = "public, max-age=300";
const MIME: &str = "application/atom+xml; charset=utf-8";

/// Cached feeds by query.
pub struct Feeds(Cache<String, (State, CachedBody)>);

impl Default for Feeds {
    fn default() -> Self {
        let weight = |(_, body): &(State, CachedBody)| body.weight() + 512;
        Self(
            Cache::builder()
                .max_capacity(CAPACITY_BYTES)
                .weigher(move |_, feed| u32::try_from(weight(feed)).unwrap_or(u32::MAX))
                .time_to_live(CACHE_LIFETIME)
                .build(),
        )
    }
}

/// Mounts the feed.
pub fn mount(config: &mut web::ServiceConfig) {
    config.service(
        web::resource(PATH)
            .route(web::get().to(serve))
            .route(web::head().to(serve)),
    );
}

async fn serve(
    state: web::Data<AppState>,
    index: web::Data<WorksIndex>,
    feeds: web::Data<Feeds>,
    site: web::Data<Site>,
    request: HttpRequest,
    Params(params): Params<WorksParams>,
) -> Result<HttpResponse, ApiError> {
    let query_string = request.query_string().to_owned();
    let site = site.texts();
    let headers = [(CACHE_CONTROL, CACHING)];
    if let Some((basis, body)) = feeds.0.get(&query_string)
        && index.is_still(basis)
    {
        return Ok(body.respond(&request, MIME, &headers));
    }
    let now = state.now();
    let params = WorksParams {
        sort: params.sort.or(Some(Sort::Id)),
        ..params
    };
    let query = params.query(Page::new(1, ENTRIES), now);
    let basis = index.state(Basis::of(query.sort));
    let of_kind = params.terms();
    let keyword = params.keyword;
    let index = index.clone();
    let feed = state
        .db
        .read(move |conn| {
            let named: Vec<i64> = of_kind.iter().map(|(_, id)| *id).collect();
            let channel = query.filter.channels.first().copied();
            let mut query = queries::resolve_terms(conn, query, &of_kind)?;
            let typed = keyword.as_deref();
            let find = |query: &WorksQuery| Ok(index.search(query)?);
            let (page, meaning) =
                find_with_correction(&index, &mut query, typed, find, |page| page.total == 0)?;
            let title = title(
                conn,
                &site.name,
                channel,
                &named,
                meaning.corrected().or(typed),
            )?;
            Ok::<_, ApiError>((title, queries::by_ids(conn, &page.ids)?))
        })
        .await?;
    let (title, rows) = feed;
    let body = CachedBody::new(written(&state.config, &query_string, &title, rows, now));
    feeds.0.insert(query_string, (basis, body.clone()));
    Ok(body.respond(&request, MIME, &headers))
}

/// The parts of the title: the site's name, then the filters of the feed.
fn title(
    conn: &mut Conn,
    site: &str,
    channel: Option<Channel>,
    terms: &[i64],
    keyword: Option<&str>,
) -> Result<Vec<String>, ApiError> {
    let mut parts = vec![site.to_owned()];
    parts.extend(channel.map(|channel| channel.label().to_owned()));
    let mut rows = rows_by_id(conn, terms)?;
    let names = terms.iter().filter_map(|id| rows.remove(id));
    parts.extend(names.map(|row| match row.name_cn.is_empty() {
        true => row.name,
        false => row.name_cn,
    }));
    parts.extend(keyword.map(|keyword| format!("“{}”", keyword.trim())));
    Ok(parts)
}

fn written(
    config: &Config,
    query: &str,
    title: &[String],
    rows: Vec<WorkRow>,
    now: i64,
) -> Vec<u8> {
    let site = config.pay.public_url.as_str();
    let own = match query {
        "" => format!("{site}{PATH}"),
        query => format!("{site}{PATH}?{query}"),
    };
    let last_added = rows.iter().map(|row| moment_of(row.id)).max().unwrap_or(0);
    let mut xml = Xml::new();
    let spaces = [
        ("xmlns", "http://www.w3.org/2005/Atom"),
        ("xmlns:media", "http://search.yahoo.com/mrss/"),
    ];
    xml.element("feed", &spaces, |xml| {
        xml.text("id", &permanent_id(config, &format!("feed?{query}")));
        xml.text("title", &title.join(" · "));
        xml.text("updated", &format_rfc3339(last_added));
        // Some readers take the first link for the site.
        xml.empty("link", &[("rel", "alternate"), ("href", site)]);
        xml.empty("link", &[("rel", "self"), ("href", &own)]);
        xml.element("author", &[], |xml| {
            xml.text("name", title.first().map_or("", String::as_str))
        });
        for row in rows {
            entry(xml, config, row, now);
        }
    });
    xml.into_bytes()
}

/// A work. Dated by when it was added, because readers hide old entries.
fn entry(xml: &mut Xml, config: &Config, row: WorkRow, now: i64) {
    let added = format_rfc3339(moment_of(row.id));
    let published = (row.pub_time <= now).then(|| format_rfc3339(row.pub_time));
    let work = Work::from(row);
    let page = page_of(config, &work);
    let cover = cover_of(config, &work);
    xml.element("entry", &[], |xml| {
        xml.text("id", &permanent_id(config, &format!("work/{}", work.id.0)));
        xml.text("title", &format!("{} {}", work.number, work.title));
        xml.text("updated", &added);
        if let Some(published) = published {
            xml.text("published", &published);
        }
        xml.empty("link", &[("rel", "alternate"), ("href", &page)]);
        // Not an `enclosure`: programs download those, even pictures.
        if !work.pic_small.is_empty() {
            xml.empty("media:thumbnail", &[("url", &cover)]);
        }
        xml.empty("category", &[("term", &work.number)]);
    });
}

/// An id that stays when the site moves to another domain (RFC 4287, 4.2.6): a UUID of the application's id and `name`.
fn permanent_id(config: &Config, name: &str) -> String {
    let digest = Sha256::digest(format!("{}\n{name}", config.signing.app_id));
    let bytes = digest.first_chunk().copied().unwrap_or_default();
    Builder::from_custom_bytes(bytes)
        .into_uuid()
        .urn()
        .to_string()
}

/// The public URL of a work's page.
pub fn page_of(config: &Config, work: &Work) -> String {
    let Id(id) = work.id;
    let channel = Channel::from_code(work.mod_id).unwrap_or(Channel::Censored);
    format!("{}/{}/{id}", config.pay.public_url, channel.as_str())
}

/// The public URL of a work's small cover.
fn cover_of(config: &Config, work: &Work) -> String {
    if work.pic_small.starts_with("https://") {
        return work.pic_small.clone();
    }
    let base = &config.media.image_base;
    let site = if base.starts_with('/') {
        config.pay.public_url.as_str()
    } else {
        ""
    };
    format!("{site}{base}/{}", work.pic_small)
}
