//! Settings of how the site presents itself.

use std::path::PathBuf;

use super::source::Source;

/// How the site presents itself.
#[derive(Debug, Clone)]
pub struct SiteConfig {
    /// Whether search engines may list the pages that are open to all.
    pub search_engines: bool,
    /// Folder of the operator's own pages.
    pub pages_dir: PathBuf,
}

pub(super) fn site(source: &mut Source) -> SiteConfig {
    SiteConfig {
        search_engines: source.choice("SEARCH_ENGINES", &["deny", "allow"]) == "allow",
        pages_dir: source.text("PAGES_DIR").into(),
    }
}
