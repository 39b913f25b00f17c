//! The pages about the site itself: terms, privacy and contact, and its own words ([`site`]). An operator's file in `PAGES_DIR` replaces the built-in
//! text. Pages are text, never HTML: the site shows headings, paragraphs, lists and internal links, and everything else
//! literally.

pub mod admin;
pub mod routes;
pub mod site;

use std::io::{ErrorKind, Read as _};
use std::path::Path;

use anyhow::Context as _;
use yingku_base::string_enum;

/// Largest file, bytes.
const MAX_BYTES: u64 = 64 * 1024;
/// File extensions; the first file that exists is used.
const ENDINGS: [&str; 2] = ["md", "txt"];

string_enum! {
    /// One of the pages. Its name is part of URLs and of its file name.
    pub enum SitePage {
        /// 用户协议
        Terms = "terms",
        /// 隐私政策
        Privacy = "privacy",
        /// 联系我们
        Contact = "contact",
    }
}

impl SitePage {
    /// The built-in text.
    const fn built_in(self) -> &'static str {
        match self {
            Self::Terms => include_str!("../../../../assets/pages/terms.md"),
            Self::Privacy => include_str!("../../../../assets/pages/privacy.md"),
            Self::Contact => include_str!("../../../../assets/pages/contact.md"),
        }
    }

    /// The text to show. It is read each time, so that an operator's change is visible at once. If the file cannot be
    /// read, that is logged and the built-in text shown.
    pub fn text(self, folder: &Path) -> String {
        match own(folder, self.as_str()) {
            Ok(Some(text)) => text,
            Ok(None) => self.built_in().to_owned(),
            Err(error) => {
                tracing::error!(
                    event = "page_read_failed",
                    page = self.as_str(),
                    error = format!("{error:#}"),
                    "failed to read a page of PAGES_DIR"
                );
                self.built_in().to_owned()
            }
        }
    }
}

/// The operator's text, if there is one.
fn own(folder: &Path, name: &str) -> anyhow::Result<Option<String>> {
    for ending in ENDINGS {
        let path = folder.join(format!("{name}.{ending}"));
        let file = match std::fs::File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(error).context("opening it"),
        };
        let mut text = String::new();
        file.take(MAX_BYTES + 1)
            .read_to_string(&mut text)
            .context("reading it")?;
        let size = u64::try_from(text.len()).unwrap_or(u64::MAX);
        anyhow::ensure!(size <= MAX_BYTES, "it has more than {MAX_BYTES} bytes");
        return Ok(Some(text));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_base::enums::parse_enum;

    #[test]
    fn the_operators_file_wins_and_an_unreadable_one_is_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let text = || SitePage::Terms.text(folder.path());
        let write =
            |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
        assert_eq!(text(), SitePage::Terms.built_in());
        write("terms.txt", "自己的协议".as_bytes());
        assert_eq!(text(), "自己的协议");
        write("terms.md", b"# \xe5\x8d");
        assert_eq!(text(), SitePage::Terms.built_in());
        write("terms.md", &vec![b'x'; 64 * 1024 + 1]);
        assert_eq!(text(), SitePage::Terms.built_in());
        write("terms.md", &vec![b'x'; 64 * 1024]);
        assert_eq!(text().len(), 64 * 1024);
        assert_eq!(
            SitePage::Privacy.text(folder.path()),
            SitePage::Privacy.built_in()
        );
    }

    #[test]
    fn every_page_has_a_title_and_is_found_by_its_name() {
        for page in SitePage::ALL {
            assert!(page.built_in().starts_with("# "), "{page:?}");
        }
        assert_eq!(parse_enum::<SitePage>("../secret"), None);
    }
}
