//! The XML responses.

use yingku_base::time::format_rfc2822;
use yingku_http_kit::xml::Xml;
use yingku_platform::config::Config;

use super::model::{FILMS, MAX_ITEMS, TorznabError, category};
use super::queries::Links;
use crate::feeds::page_of;
use crate::kinds::Channel;
use crate::magnets::model::{MagnetRow, magnet_link, plain_name};
use crate::works::model::{Work, WorkRow};

/// The capabilities.
pub fn caps(config: &Config) -> Vec<u8> {
    let max = MAX_ITEMS.to_string();
    let mut xml = Xml::new();
    xml.element("caps", &[], |xml| {
        let site = config.pay.public_url.as_str();
        xml.empty(
            "server",
            &[("version", "1.3"), ("title", "映库"), ("url", site)],
        );
        xml.empty("limits", &[("max", &max), ("default", "50")]);
        xml.element("searching", &[], |xml| {
            xml.empty("search", &[("available", "yes"), ("supportedParams", "q")]);
            xml.empty(
                "tv-search",
                &[("available", "no"), ("supportedParams", "q")],
            );
            xml.empty(
                "movie-search",
                &[("available", "no"), ("supportedParams", "q")],
            );
        });
        xml.element("categories", &[], |xml| {
            let films = FILMS.to_string();
            xml.element("category", &[("id", &films), ("name", "Movies")], |xml| {
                for channel in Channel::ALL {
                    let id = category(channel).to_string();
                    xml.empty("subcat", &[("id", &id), ("name", channel.label())]);
                }
            });
        });
    });
    xml.into_bytes()
}

/// One page of links.
pub fn links(config: &Config, links: Links) -> Vec<u8> {
    let (offset, total) = (links.offset.to_string(), links.total.to_string());
    let spaces = [
        ("version", "2.0"),
        ("xmlns:atom", "http://www.w3.org/2005/Atom"),
        (
            "xmlns:newznab",
            "http://www.newznab.com/DTD/2010/feeds/attributes/",
        ),
        ("xmlns:torznab", "http://torznab.com/schemas/2015/feed"),
    ];
    let mut xml = Xml::new();
    xml.element("rss", &spaces, |xml| {
        xml.element("channel", &[], |xml| {
            xml.text("title", "映库");
            xml.text("description", "映库");
            xml.text("link", &config.pay.public_url);
            xml.empty(
                "newznab:response",
                &[("offset", &offset), ("total", &total)],
            );
            for (work, magnet) in links.rows {
                item(xml, config, work, &magnet);
            }
        });
    });
    xml.into_bytes()
}

fn item(xml: &mut Xml, config: &Config, work: WorkRow, magnet: &MagnetRow) {
    let own = Channel::from_code(work.mod_id).map_or(FILMS, category);
    let work = Work::from(work);
    let page = page_of(config, &work);
    let trackers = &config.vip.magnet_trackers;
    let link = magnet_link(&magnet.info_hash, &magnet.name, trackers);
    let (size, own, films) = (
        magnet.length.to_string(),
        own.to_string(),
        FILMS.to_string(),
    );
    xml.element("item", &[], |xml| {
        xml.text("title", &title(&work.number, &magnet.name));
        xml.element("guid", &[("isPermaLink", "false")], |xml| {
            // Without the site's address, which may change.
            xml.write(&format!("{}-{}", work.id.0, magnet.id));
        });
        xml.text("link", &link);
        xml.text("comments", &page);
        xml.text("pubDate", &format_rfc2822(magnet.create_time));
        xml.text("size", &size);
        xml.text("category", &films);
        xml.text("category", &own);
        let kind = "application/x-bittorrent;x-scheme-handler/magnet";
        xml.empty(
            "enclosure",
            &[("url", &link), ("length", &size), ("type", kind)],
        );
        for (name, value) in [
            ("category", films.as_str()),
            ("category", own.as_str()),
            ("size", size.as_str()),
            ("infohash", magnet.info_hash.as_str()),
            ("magneturl", link.as_str()),
        ] {
            xml.empty("torznab:attr", &[("name", name), ("value", value)]);
        }
    });
}

/// The name of a link, prefixed with the work's number unless it contains it.
fn title(number: &str, name: &str) -> String {
    let name = plain_name(name);
    if name.to_lowercase().contains(&number.to_lowercase()) {
        return name;
    }
    format!("{number} {name}")
}

/// An error.
pub fn error_document(error: TorznabError) -> Vec<u8> {
    let mut xml = Xml::new();
    let code = error.code.to_string();
    xml.empty("error", &[("code", &code), ("description", error.text)]);
    xml.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_has_the_number_once() {
        assert_eq!(title("ABC-1", "<em>abc-1</em> 4K"), "abc-1 4K");
        assert_eq!(title("ABC-1", "山谷"), "ABC-1 山谷");
    }
}
