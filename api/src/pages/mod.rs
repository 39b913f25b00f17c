//! The pages about the site itself: terms, privacy and contact. The operator's own texts are files of `PAGES_DIR`;
//! where there is none, the text that the program brings is shown. They are texts, never HTML: the site shows
//! headings, paragraphs, lists and links to its own addresses, and everything else as it is written.

pub mod routes;

use std::io::{ErrorKind, Read as _};
use std::path::Path;

use anyhow::Context as _;

use crate::word_enum;

/// Largest file, bytes.
const MOST_BYTES: u64 = 64 * 1024;
/// What the files may end in, the first that is there counts.
const ENDINGS: [&str; 2] = ["md", "txt"];

word_enum! {
    /// One of the pages. The word stands in addresses and is the name of its file.
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
    /// The text that the program brings.
    const fn shipped(self) -> &'static str {
        match self {
            Self::Terms => include_str!("../../assets/pages/terms.md"),
            Self::Privacy => include_str!("../../assets/pages/privacy.md"),
            Self::Contact => include_str!("../../assets/pages/contact.md"),
        }
    }

    /// The text to show, read anew each time: an operator's change is there at once. A file that cannot be read is
    /// logged, and the shipped text shown.
    pub fn text(self, folder: &Path) -> String {
        match own(folder, self.word()) {
            Ok(Some(text)) => text,
            Ok(None) => self.shipped().to_owned(),
            Err(error) => {
                tracing::error!(
                    page = self.word(),
                    error = format!("{error:#}"),
                    "a page of PAGES_DIR cannot be shown"
                );
                self.shipped().to_owned()
            }
        }
    }
}

/// The operator's own text, if there is one.
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
    use crate::base::enums::from_word;

    #[test]
    fn the_operators_file_wins_and_what_cannot_be_read_is_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let text = || SitePage::Terms.text(folder.path());
        let write =
            |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
        assert_eq!(text(), SitePage::Terms.shipped());
        write("terms.txt", "自己的协议".as_bytes());
        assert_eq!(text(), "自己的协议");
        write("terms.md", b"# \xe5\x8d");
        assert_eq!(text(), SitePage::Terms.shipped());
        write("terms.md", &vec![b'x'; 64 * 1024 + 1]);
        assert_eq!(text(), SitePage::Terms.shipped());
        write("terms.md", &vec![b'x'; 64 * 1024]);
        assert_eq!(text().len(), 64 * 1024);
        assert_eq!(
            SitePage::Privacy.text(folder.path()),
            SitePage::Privacy.shipped()
        );
    }

    #[test]
    fn every_page_has_a_title_and_is_found_by_its_word() {
        for page in SitePage::ALL {
            assert!(page.shipped().starts_with("# "), "{page:?}");
        }
        assert_eq!(from_word::<SitePage>("../secret"), None);
    }
}
