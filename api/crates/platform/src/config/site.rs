//! Settings of uploads, of the site's pages and of the log.

use std::path::PathBuf;

use super::declare::settings;
use super::rule::{choice, number, path, text};

/// Largest value of `IMPORT_MAX_BYTES`: 64 GiB.
const MAX_IMPORT_BYTES: u64 = 64 << 30;

settings! {
    /// Files that operators upload for import.
    pub struct UploadConfig {
        /// Folder of files that operators upload for import; shared by all instances
        "上传导入文件的文件夹；多个实例共用"
        IMPORT_DIR = "data/imports" => dir: PathBuf, path();
        /// Largest file that operators may upload for import, bytes
        "可上传导入的最大文件（字节）"
        IMPORT_MAX_BYTES = "1073741824" => max_bytes: u64, number(1, MAX_IMPORT_BYTES);
    }
}

settings! {
    /// The site's pages.
    pub struct SiteConfig {
        /// Folder of your own terms.md, privacy.md and contact.md (or .txt); the built-in text replaces a missing one
        "自己的 terms.md、privacy.md、contact.md（或 .txt）所在文件夹；缺少的用自带文本"
        PAGES_DIR = "data/pages" => pages_dir: PathBuf, path();
        /// Whether search engines may index the public pages: deny or allow
        "搜索引擎能否收录公开页面：deny 或 allow"
        SEARCH_ENGINES = "deny" => search_engines: bool, choice(&[("deny", false), ("allow", true)]);
    }
}

settings! {
    /// The log.
    pub struct LoggingConfig {
        /// Log level, or a filter such as yingku=debug
        "日志级别，或如 yingku=debug 的过滤"
        LOG = "info" => filter: String, text();
        /// human or json
        "日志格式：human 或 json"
        LOG_FORMAT = "human" => json: bool, choice(&[("human", false), ("json", true)]);
    }
}
