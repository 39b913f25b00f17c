//! Settings of the operators' files: pictures, clips and uploads.

use std::path::PathBuf;

use super::source::Source;

/// Largest value of `IMPORT_MAX_BYTES`: 64 GiB.
const MAX_IMPORT_BYTES: u64 = 64 << 30;

/// Pictures and clips.
#[derive(Debug, Clone)]
pub struct MediaConfig {
    /// Folder of the operator's own files.
    pub dir: PathBuf,
    /// Prefix of relative paths.
    pub image_base: String,
    /// Other hosts that browsers may load pictures and clips from, each with an optional port.
    pub image_hosts: Vec<String>,
}

impl MediaConfig {
    pub(super) fn read(source: &mut Source) -> Self {
        Self {
            dir: source.text("MEDIA_DIR").into(),
            image_base: source.text("IMAGE_BASE").trim_end_matches('/').to_owned(),
            image_hosts: source.hosts("IMAGE_HOSTS"),
        }
    }

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

/// Files that operators upload for import.
#[derive(Debug, Clone)]
pub struct UploadConfig {
    /// Their folder.
    pub dir: PathBuf,
    /// Largest file, bytes.
    pub max_bytes: u64,
}

impl UploadConfig {
    pub(super) fn read(source: &mut Source) -> Self {
        Self {
            dir: source.text("IMPORT_DIR").into(),
            max_bytes: source.number("IMPORT_MAX_BYTES", 1, MAX_IMPORT_BYTES),
        }
    }
}
