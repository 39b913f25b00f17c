//! Settings of what the paid group is about: activation codes, magnet links and streams.

use std::path::PathBuf;

use secrecy::{ExposeSecret as _, SecretString};

use super::source::Source;

/// Seconds in an hour.
const HOUR: i64 = 3_600;

/// VIP: quotas, activation codes and streams.
#[derive(Debug, Clone)]
pub struct VipConfig {
    /// Key of activation codes; in development that of everything else, unless there is one.
    pub code_secret: SecretString,
    /// Wrong codes a member may try in ten minutes.
    pub code_free_failures: i64,
    /// Whether the server hides hashes and counts copies, or leaves that to its clients.
    pub server_counts_copies: bool,
}

/// How stream addresses are signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HlsSigner {
    /// HMAC-SHA256: 43 characters.
    HmacSha256,
    /// MD5 in the form of nginx's `secure_link_md5`: 22 characters.
    NginxMd5,
}

/// Streams.
#[derive(Debug, Clone)]
pub struct StreamConfig {
    /// Folder of streams by the work's id.
    pub dir: PathBuf,
    /// Prefix of addresses, without a slash at its end.
    pub base: String,
    /// How addresses are signed.
    pub signer: HlsSigner,
    /// The key they are signed with; in development that of everything else, unless there is one.
    pub secret: SecretString,
    /// Life of an address, seconds.
    pub life_seconds: i64,
    /// Addresses an hour for each member.
    pub per_hour: u32,
}

pub(super) fn vip(source: &mut Source, production: bool) -> VipConfig {
    VipConfig {
        code_secret: own_or_servers(source, "CODE_SECRET", production),
        code_free_failures: source.number("CODE_FREE_FAILURES", 1, 1_000_000),
        server_counts_copies: source.choice("MAGNET_QUOTA", &["server", "client"]) == "server",
    }
}

pub(super) fn streams(source: &mut Source, production: bool) -> StreamConfig {
    let signer = match source
        .choice("HLS_SIGNER", &["hmac_sha256", "nginx_md5"])
        .as_str()
    {
        "nginx_md5" => HlsSigner::NginxMd5,
        _ => HlsSigner::HmacSha256,
    };
    if signer == HlsSigner::NginxMd5 && source.text("HLS_SECRET").is_empty() {
        source.problem("HLS_SECRET", "nginx has to know it, so set it".to_owned());
    }
    let base = source.text("HLS_BASE").trim_end_matches('/').to_owned();
    if !base.starts_with('/') && !base.starts_with("https://") {
        source.problem(
            "HLS_BASE",
            "must be a path or an https:// address".to_owned(),
        );
    }
    StreamConfig {
        dir: source.text("STREAM_DIR").into(),
        base,
        signer,
        secret: own_or_servers(source, "HLS_SECRET", production),
        life_seconds: source.number::<i64>("HLS_HOURS", 1, 168) * HOUR,
        per_hour: source.number("HLS_PER_HOUR", 1, 1_000_000),
    }
}

/// A secret that a `.env` from before it came up does not have.
fn own_or_servers(source: &mut Source, name: &str, production: bool) -> SecretString {
    let own = source.secret(name, production);
    if own.expose_secret().is_empty() {
        SecretString::from(source.text("SERVER_SECRET"))
    } else {
        own
    }
}
