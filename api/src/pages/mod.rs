//! The pages about the site itself: terms, privacy and contact. An operator's file in `PAGES_DIR` replaces the built-in
//! text. Pages are text, never HTML: the site shows headings, paragraphs, lists and internal links, and everything else
//! literally.

pub mod routes;

use std::io::{ErrorKind, Read as _};
use std::path::Path;

use anyhow::Context as _;

/// Largest file, bytes.
const MOST_BYTES: u64 = 64 * 1024;
/// File extensions; the first file that exists counts.
const ENDINGS: [&str; 2] = ["md", "txt"];

/// One of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SitePage {
    /// 用户协议
    Terms,
    /// 隐私政策
    Privacy,
    /// 联系我们
    Contact,
}

impl SitePage {
    /// The word of each page in addresses and file names, and its built-in text.
    const ALL: [(Self, &str, &str); 3] = [
        (
            Self::Terms,
            "terms",
            include_str!("../../assets/pages/terms.md"),
        ),
        (
            Self::Privacy,
            "privacy",
            include_str!("../../assets/pages/privacy.md"),
        ),
        (
            Self::Contact,
            "contact",
            include_str!("../../assets/pages/contact.md"),
        ),
    ];

    /// The page of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        let found = Self::ALL.iter().find(|(_, name, _)| *name == word);
        found.map(|(page, _, _)| *page)
    }

    /// The word of the page.
    pub fn word(self) -> &'static str {
        self.entry().0
    }

    fn built_in(self) -> &'static str {
        self.entry().1
    }

    fn entry(self) -> (&'static str, &'static str) {
        let found = Self::ALL.iter().find(|(page, ..)| *page == self);
        found.map_or(("", ""), |(_, word, text)| (*word, *text))
    }

    /// The text to show. It is read each time, so that an operator's change is visible at once. If the file cannot be
    /// read, that is logged and the built-in text shown.
    pub fn text(self, folder: &Path) -> String {
        match own(folder, self.word()) {
            Ok(Some(text)) => text,
            Ok(None) => self.built_in().to_owned(),
            Err(error) => {
                tracing::error!(
                    page = self.word(),
                    error = format!("{error:#}"),
                    "a page of PAGES_DIR cannot be read"
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
        file.take(MOST_BYTES + 1)
            .read_to_string(&mut text)
            .context("reading it")?;
        let size = u64::try_from(text.len()).unwrap_or(u64::MAX);
        anyhow::ensure!(size <= MOST_BYTES, "it has more than {MOST_BYTES} bytes");
        return Ok(Some(text));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_operators_file_wins_and_what_cannot_be_read_is_not_shown() {
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
    fn every_page_has_a_title_and_is_found_by_its_word() {
        for (page, word, _) in SitePage::ALL {
            assert_eq!((SitePage::from_word(word), page.word()), (Some(page), word));
            assert!(page.built_in().starts_with("# "), "{word}");
        }
        assert_eq!(SitePage::from_word("../secret"), None);
    }
}
