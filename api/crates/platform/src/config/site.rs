//! Settings of the site's pages.

use std::path::PathBuf;

use super::source::Source;

/// The site's pages.
#[derive(Debug, Clone)]
pub struct SiteConfig {
    /// Whether search engines may index the public pages.
    pub search_engines: bool,
    /// Folder of the operator's own pages.
    pub pages_dir: PathBuf,
}

impl SiteConfig {
    pub(super) fn read(source: &mut Source) -> Self {
        Self {
            search_engines: source.one_of("SEARCH_ENGINES", &[("deny", false), ("allow", true)]),
            pages_dir: source.text("PAGES_DIR").into(),
        }
    }
}
