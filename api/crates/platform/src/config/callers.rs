//! Settings of those who call: whose addresses are trusted, how requests are signed, and how many are admitted.

use std::net::IpAddr;
use std::path::PathBuf;

use super::declare::settings;
use super::rule::{choice, list, number, optional, path, rate, text};

settings! {
    /// Other origins, and proxies.
    pub struct NetworkConfig {
        /// Other origins that may call the API, separated by commas
        "允许调用接口的其他来源，用逗号分隔"
        CORS_ORIGINS = "" => cors_origins: Vec<String>, list();
        /// Proxy addresses whose X-Forwarded-For is trusted, separated by commas
        "其 X-Forwarded-For 可信的代理地址，用逗号分隔"
        TRUSTED_PROXIES = "" => trusted_proxies: Vec<IpAddr>, list();
    }
}

/// What happens to an unsigned or wrongly signed request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SigningMode {
    /// It is rejected.
    Enforce,
    /// It is logged and let through.
    Report,
    /// It is not checked.
    Off,
}

const MODES: [(&str, SigningMode); 3] = [
    ("enforce", SigningMode::Enforce),
    ("report", SigningMode::Report),
    ("off", SigningMode::Off),
];

settings! {
    /// Request signatures.
    pub struct SigningConfig {
        /// Request signatures: enforce, report (log only) or off
        "请求签名：enforce 强制，report 只记录，off 关闭"
        SIGNING = "enforce" => mode: SigningMode, choice(&MODES);
        /// Id of the application, sent by clients
        "应用编号，由客户端发送"
        APP_ID = "yingku" => app_id: String, text();
        /// Fixed secret of the signature; public, because every page of the site carries it; after a change, open pages
        /// must be reloaded
        "签名用的固定密钥；随网站发布，因此是公开的"
        APP_SECRET = "yingku-public-app-secret-1" => app_secret: String, text();
        /// RSA key that client keys are encrypted with; created when missing
        "客户端密钥所用的 RSA 私钥文件；缺失时自动生成"
        CLIENT_KEY_FILE = "data/client-key.pem" => key_file: PathBuf, path();
        /// The previous RSA key, accepted for 90 days after a change; empty = none
        "更换前的 RSA 私钥文件，更换后 90 天内仍被接受；留空为没有"
        CLIENT_KEY_FILE_PREVIOUS = "" => previous_key_file: Option<PathBuf>, optional(path());
    }
}

settings! {
    /// How much is admitted from each address.
    pub struct LimitsConfig {
        /// API requests per second for each address, on average; five times as many for pages, files and pictures
        "每个地址平均每秒可调用的次数"
        RATE_PER_SECOND = "20" => rate_per_second: u32, rate();
        /// API requests in one burst for each address; ten times as many for pages, files and pictures
        "每个地址可同时发起的调用数"
        RATE_BURST = "60" => rate_burst: u32, rate();
        /// Concurrent connections for each address; never more than a quarter of all connections
        "每个地址可同时保持的连接数；不超过总数的四分之一"
        CONNECTIONS_PER_ADDRESS = "256" => connections_per_address: usize, number(1, 20_000);
        /// New client keys per minute from each address
        "每个地址每分钟可使用的新客户端密钥数"
        KEY_OPENINGS_PER_MINUTE = "30" => decryptions_per_minute: u32, rate();
        /// New client keys per second, across all addresses
        "全部地址每秒可打开的新客户端密钥数"
        KEY_OPENINGS_PER_SECOND = "100" => decryptions_per_second: u32, rate();
    }
}
