//! Settings of VIP: activation codes, magnet links and streams.

use std::path::PathBuf;

use secrecy::{ExposeSecret as _, SecretString};

use super::source::Source;

/// Activation codes and magnet links.
#[derive(Debug, Clone)]
pub struct VipConfig {
    /// Key of activation codes; in development `SERVER_SECRET` by default.
    pub code_secret: SecretString,
    /// Wrong codes a member may try in ten minutes.
    pub code_free_failures: i64,
    /// Whether the server hides hashes and counts copies; otherwise its clients count.
    pub server_counts_copies: bool,
    /// Trackers added to every copied link.
    pub magnet_trackers: Vec<String>,
}

/// How stream addresses are signed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HlsSigner {
    /// HMAC-SHA256: 43 characters.
    #[default]
    HmacSha256,
    /// MD5 as nginx's `secure_link_md5` writes it: 22 characters.
    NginxMd5,
}

/// Streams.
#[derive(Debug, Clone)]
pub struct StreamConfig {
    /// Folder of streams, one folder for each work's id.
    pub dir: PathBuf,
    /// Prefix of addresses, without a trailing slash.
    pub base: String,
    /// How addresses are signed.
    pub signer: HlsSigner,
    /// Key of the signature; in development `SERVER_SECRET` by default.
    pub secret: SecretString,
    /// Lifetime of an address, seconds.
    pub life_seconds: i64,
    /// Addresses per hour for each member.
    pub per_hour: u32,
}

impl VipConfig {
    pub(super) fn read(source: &mut Source, production: bool) -> Self {
        Self {
            code_secret: own_or_servers(source, "CODE_SECRET", production),
            code_free_failures: source.number("CODE_FREE_FAILURES", 1, 1_000_000),
            server_counts_copies: source
                .one_of("MAGNET_QUOTA", &[("server", true), ("client", false)]),
            magnet_trackers: trackers(source),
        }
    }
}

/// Maximum number of trackers: each makes every link longer.
const MAX_TRACKERS: usize = 20;

fn trackers(source: &mut Source) -> Vec<String> {
    const NAME: &str = "MAGNET_TRACKERS";
    let trackers = source.list(NAME);
    let is_address = |tracker: &String| {
        let known = ["udp", "http", "https", "ws", "wss"];
        let (scheme, rest) = tracker.split_once("://").unwrap_or_default();
        let plain = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>');
        known.contains(&scheme) && !rest.is_empty() && rest.chars().all(plain)
    };
    if !trackers.iter().all(is_address) {
        source.problem(
            NAME,
            "must be addresses, such as udp://tracker.example.org:1337/announce",
        );
    }
    if trackers.len() > MAX_TRACKERS {
        source.problem(NAME, format!("must have at most {MAX_TRACKERS} addresses"));
    }
    trackers
}

impl StreamConfig {
    pub(super) fn read(source: &mut Source, production: bool) -> Self {
        let signers = [
            ("hmac_sha256", HlsSigner::HmacSha256),
            ("nginx_md5", HlsSigner::NginxMd5),
        ];
        let signer = source.one_of("HLS_SIGNER", &signers);
        if signer == HlsSigner::NginxMd5 && source.optional("HLS_SECRET").is_none() {
            source.problem("HLS_SECRET", "must be set, because nginx needs it too");
        }
        let base = source.text("HLS_BASE").trim_end_matches('/').to_owned();
        if !base.starts_with('/') && !base.starts_with("https://") {
            source.problem("HLS_BASE", "must be a path or an https:// address");
        }
        Self {
            dir: source.text("STREAM_DIR").into(),
            base,
            signer,
            secret: own_or_servers(source, "HLS_SECRET", production),
            life_seconds: source.number::<i64>("HLS_HOURS", 1, 168) * 3_600,
            per_hour: source.number("HLS_PER_HOUR", 1, 1_000_000),
        }
    }
}

/// A secret that may be missing in older `.env` files.
fn own_or_servers(source: &mut Source, name: &str, production: bool) -> SecretString {
    let own = source.secret(name, production);
    if own.expose_secret().is_empty() {
        SecretString::from(source.text("SERVER_SECRET"))
    } else {
        own
    }
}
