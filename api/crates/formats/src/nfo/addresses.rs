//! Addresses of a film's pictures and of its clip.

use super::film::Film;
use crate::text::excerpt;
use crate::values::address::address;
use crate::xml::Element;

/// Most stills of a film.
const MAX_STILLS: usize = 200;

impl Film {
    pub(super) fn addresses(&mut self, root: &Element) {
        // That of an episode is a still.
        let usual = match root.name.as_str() {
            "episodedetails" => "thumb",
            _ => "poster",
        };
        let of_aspect = |wanted: &'static [&'static str]| {
            root.all("thumb")
                .filter(move |thumb| wanted.contains(&thumb.attribute("aspect").unwrap_or(usual)))
        };
        let in_art = |name: &'static str| root.all("art").flat_map(move |art| art.all(name));
        let mut wide: Vec<&Element> = root.all("cover").collect();
        wide.extend(root.all("fanart").flat_map(|fanart| fanart.all("thumb")));
        wide.extend(
            root.all("fanart")
                .filter(|fanart| fanart.children.is_empty()),
        );
        wide.extend(of_aspect(&["landscape", "fanart", "thumb"]));
        wide.extend(in_art("fanart").chain(in_art("landscape")));
        let mut tall: Vec<&Element> = root.all("poster").collect();
        tall.extend(of_aspect(&["poster"]));
        tall.extend(in_art("poster"));
        self.address("picBig", &wide);
        self.address("picSmall", &tall);
        self.stills(root);
        self.clip(root);
    }

    /// The pictures behind the first one of `<fanart>`.
    fn stills(&mut self, root: &Element) {
        let thumbs = root.all("fanart").flat_map(|fanart| fanart.all("thumb"));
        let on_web = thumbs
            .filter_map(Element::value)
            .filter(|text| is_on_web(text));
        let addresses = on_web.filter_map(|text| address(text).ok());
        for still in addresses.skip(1).take(MAX_STILLS) {
            self.work.push("imageBig", still.into());
        }
    }

    /// The first trailer that is a clip on the web.
    fn clip(&mut self, root: &Element) {
        let is_clip = |address: &String| address.to_lowercase().contains(".mp4");
        let clips = || root.all("trailer").filter_map(Element::value);
        let found = clips().find_map(|text| address(text).ok().filter(is_clip));
        match (found, clips().next()) {
            (Some(address), _) => self.work.put("mp4", address),
            (None, Some(text)) => self.note(
                "trailer",
                format!("不是 mp4 的 https 地址，没有导入：\"{}\"", excerpt(text)),
            ),
            (None, None) => {}
        }
    }

    /// Takes the first of these that is an address on the web, and notes names of files, which are looked for beside the NFO.
    fn address(&mut self, field: &'static str, elements: &[&Element]) {
        let texts = || elements.iter().filter_map(|element| element.value());
        let files = texts().filter(|text| !is_on_web(text));
        let names = files.filter_map(|path| path.rsplit(['/', '\\']).next());
        self.files
            .extend(names.map(|name| (field, name.to_lowercase())));
        let on_web = |text: &&str| is_on_web(text);
        if let Some(found) = texts().filter(on_web).find_map(|text| address(text).ok()) {
            self.work.put(field, found);
        } else if let Some(first) = texts().find(on_web) {
            self.note(
                field,
                format!("不是 https 地址，没有导入：\"{}\"", excerpt(first)),
            );
        }
    }
}

fn is_on_web(text: &str) -> bool {
    text.contains("://") || text.starts_with("//")
}
