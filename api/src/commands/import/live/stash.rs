//! Scenes of a running Stash.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use serde_json::Value;
use yingku_formats::stash::{PAGE_SCENES, cover, entry, request, scenes};
use yingku_formats::{Note, Picture};

use super::client::Client;
use super::{Page, Site};

/// A Stash server.
pub(super) struct Stash {
    /// Its address, without a path.
    origin: String,
    channel: Option<String>,
    /// Where covers of the current page are, if they are read. It is removed at the end.
    covers: Option<PathBuf>,
}

impl Stash {
    pub(super) fn new(
        url: &str,
        channel: Option<String>,
        with_covers: bool,
    ) -> anyhow::Result<Self> {
        let covers = match with_covers {
            true => Some(new_folder()?),
            false => None,
        };
        Ok(Self {
            origin: origin(url),
            channel,
            covers,
        })
    }

    /// The cover of a scene as a file, or why there is none. The key is for this server: the address in the answer may name
    /// another one.
    fn cover(&self, client: &Client, scene: &Value, place: usize) -> Result<Option<Picture>, Note> {
        let (Some(folder), Some(address)) = (&self.covers, cover(scene)) else {
            return Ok(None);
        };
        let path = address.strip_prefix(&origin(address)).unwrap_or(address);
        let failed = |why: String| Note::new("picBig", format!("封面没有下载：{why}"));
        let bytes = client
            .get(&format!("{}{path}", self.origin))
            .map_err(failed)?;
        let file = folder.join(format!("{place}.jpg"));
        fs::write(&file, bytes).map_err(|error| failed(error.to_string()))?;
        Ok(Some(Picture {
            field: "picBig",
            path: file,
        }))
    }
}

/// A folder for files that are removed again.
fn new_folder() -> anyhow::Result<PathBuf> {
    let name = format!("yingku-import-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    fs::create_dir(&folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}

/// `https://stash.example:9999` of any address there.
fn origin(url: &str) -> String {
    let begin = url.find("://").map_or(0, |at| at + 3);
    let rest = url.get(begin..).unwrap_or_default();
    let length = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    url.get(..begin + length).unwrap_or_default().to_owned()
}

impl Site for Stash {
    fn page(&mut self, client: &Client, page: u64) -> Result<Page, String> {
        let answer = client.post(&format!("{}/graphql", self.origin), &request(page))?;
        let (scenes, count) = scenes(&answer).map_err(|error| error.to_string())?;
        let mut entries = Vec::with_capacity(scenes.len());
        for (place, scene) in scenes.iter().enumerate() {
            let mut entry = entry(scene, 0, self.channel.as_deref());
            match self.cover(client, scene, place) {
                Ok(cover) => entry.pictures.extend(cover),
                Err(note) => entry.notes.push(note),
            }
            entries.push(entry);
        }
        Ok(Page {
            entries,
            last: Some(count.div_ceil(PAGE_SCENES)),
        })
    }
}

impl Drop for Stash {
    fn drop(&mut self) {
        if let Some(folder) = &self.covers {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_an_origin() {
        for (url, expected) in [
            ("http://localhost:9999", "http://localhost:9999"),
            ("https://stash.example/scenes?q=1", "https://stash.example"),
            ("/scene/1/screenshot", ""),
        ] {
            assert_eq!(origin(url), expected);
        }
    }
}
