//! The site on a phone's home screen: the web manifest and the icons, with the name and the logo that operators have set.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use yingku_catalogue::media::site_icon::{SITE_ICONS, SiteIcon};
use yingku_catalogue::pages::site::SiteTexts;

/// The path of the manifest.
pub(super) const MANIFEST: &str = "manifest.webmanifest";
/// The manifest of a site with the default name and the drawn mark.
const BUILT_IN: &str = include_str!("../../../../assets/manifest.webmanifest");
/// The icons in `index.html`, and which of [`SITE_ICONS`] replaces each.
pub(super) const LINKS: [(&str, &str, &str); 2] = [
    (
        r#"<link rel="icon" href="/favicon.svg" type="image/svg+xml" />"#,
        "icon",
        "icons/site-192.png",
    ),
    (
        r#"<link rel="apple-touch-icon" href="/icons/apple-touch-180.png" />"#,
        "apple-touch-icon",
        "icons/site-180.png",
    ),
];

/// What of the manifest is the operators'.
#[derive(Deserialize, Serialize)]
struct Manifest {
    name: String,
    short_name: String,
    icons: Vec<Icon>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

#[derive(Deserialize, Serialize)]
struct Icon {
    src: String,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// The manifest with the site's name, and icons with its logo if it has one.
pub(super) fn manifest(texts: &SiteTexts) -> anyhow::Result<String> {
    let mut manifest: Manifest = serde_json::from_str(BUILT_IN)?;
    manifest.name.clone_from(&texts.name);
    manifest.short_name.clone_from(&texts.name);
    for icon in manifest.icons.iter_mut().filter(|_| !texts.logo.is_empty()) {
        let built_in = icon.src.trim_start_matches('/');
        if let Some(own) = SITE_ICONS.iter().find(|own| own.built_in == built_in) {
            icon.src = address(own.path, &texts.logo);
        }
    }
    Ok(serde_json::to_string(&manifest)?)
}

/// `index.html` with icons of the logo, if there is one.
pub(super) fn with_icons(page: String, logo: &str) -> String {
    if logo.is_empty() {
        return page;
    }
    LINKS.iter().fold(page, |page, (link, rel, icon)| {
        let own = format!("<link rel=\"{rel}\" href=\"{}\" />", address(icon, logo));
        page.replacen(link, &own, 1)
    })
}

/// Where an icon with a logo is; another logo gives another address, so that a phone draws it again.
fn address(icon: &str, logo: &str) -> String {
    let name = logo.rsplit('/').next().unwrap_or_default();
    format!("/{icon}?v={}", name.get(..8).unwrap_or_default())
}

/// An icon of [`SITE_ICONS`] by its path.
pub(super) fn icon_at(path: &str) -> Option<&'static SiteIcon> {
    SITE_ICONS.iter().find(|icon| icon.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_icons_are_those_that_a_logo_replaces() {
        let texts = SiteTexts {
            name: "山谷影库".to_owned(),
            logo: "uploads/ab/0123456789.png".to_owned(),
            ..SiteTexts::default()
        };
        let own: Value = serde_json::from_str(&manifest(&texts).unwrap()).unwrap();
        let icons = own["icons"].as_array().unwrap();
        assert_eq!((icons.len(), &own["name"]), (3, &own["short_name"]));
        for icon in icons {
            let src = icon["src"].as_str().unwrap();
            let path = src.strip_suffix("?v=01234567").unwrap();
            assert!(icon_at(path.trim_start_matches('/')).is_some(), "{src}");
        }
        let page = include_str!("../../../../../frontend/index.html");
        for (link, _, icon) in LINKS {
            assert!(page.contains(link), "{link}");
            assert!(icon_at(icon).is_some(), "{icon}");
        }
    }
}
