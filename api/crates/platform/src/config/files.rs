//! Settings of the works index, and of pictures and clips.

use std::path::PathBuf;

use yingku_search::Storage;

use super::bucket::BucketPlace;
use super::declare::settings;
use super::rule::{Rule, list, number, optional, parsed_by, path, prefix};

settings! {
    /// The works index.
    pub struct IndexConfig {
        /// Folder of the works index; it is a copy and safe to delete
        "作品索引的文件夹；只是副本，可以删除"
        INDEX_DIR = "data/index" => dir: PathBuf, path();
        /// Memory the index writer may use before it flushes, MiB
        "索引写入落盘前可占用的内存（MiB）"
        INDEX_MEMORY_MB = "96" => memory: usize, number(15, 4_096).map(|mebibytes: usize| mebibytes << 20);
    } and {
        /// How its files are opened.
        storage: Storage = Storage::default();
    }
}

settings! {
    /// Pictures and clips.
    pub struct MediaConfig {
        /// Folder of pictures and clips served under IMAGE_BASE
        "图片和短片的文件夹，在 IMAGE_BASE 下提供"
        MEDIA_DIR = "data/media" => dir: PathBuf, path();
        /// s3://bucket/folder of an S3-compatible store for pictures and clips, instead of MEDIA_DIR; empty = MEDIA_DIR
        "存放图片和短片的 S3 兼容存储，s3://存储桶/目录，代替 MEDIA_DIR；留空为不用"
        MEDIA_STORE = "" => store: Option<BucketPlace>, optional(parsed_by(str::parse));
        /// Prefix of relative picture paths; another host may serve them
        "相对图片路径的前缀；也可以由其他主机提供"
        IMAGE_BASE = "/media" => image_base: String, prefix();
        /// Other https hosts that pictures and clips may come from, separated by commas
        "图片和短片还可以来自哪些 https 主机，用逗号分隔"
        IMAGE_HOSTS = "" => image_hosts: Vec<String>, hosts();
    }
}

/// Host names, each with an optional port.
pub(super) fn hosts() -> Rule<Vec<String>> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
    list().must(
        move |hosts: &Vec<String>| hosts.iter().all(|host| host.chars().all(plain)),
        "must be host names, such as img.example.com",
    )
}

impl MediaConfig {
    /// Whether this instance serves relative paths.
    pub fn serves_files(&self) -> bool {
        !self.image_base.starts_with("https://")
    }

    /// Whether the site's content security policy lets browsers load pictures from this host.
    pub fn may_load_from(&self, host: &str) -> bool {
        let base = self.image_base.strip_prefix("https://");
        let base = base.and_then(|rest| rest.split('/').next());
        let hosts = self.image_hosts.iter().map(String::as_str);
        hosts
            .chain(base)
            .any(|known| known.eq_ignore_ascii_case(host))
    }
}
