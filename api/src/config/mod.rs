//! The settings, read once at the start: from the environment first, then from `.env`. All problems
//! are reported together. Nothing else reads the environment.

mod account;
mod index_storage;
mod pay;
mod pay_settings;
pub mod settings;
mod shown;
mod site;
mod source;
mod support;
mod vip;
mod weak;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;

use crate::db::DbOptions;
pub use account::AccountConfig;
pub use index_storage::Storage;
pub use pay::{AlipayConfig, LIVE, PayConfig, PayMode, WeixinConfig};
pub use shown::{Origin, ShownSetting};
pub use site::SiteConfig;
use source::Source;
pub use source::{system_user, write_first_env};
pub use support::SupportConfig;
pub use vip::{HlsSigner, StreamConfig, VipConfig};

/// Everything that can be set.
#[derive(Debug, Clone)]
pub struct Config {
    /// True in production: missing or example secrets refuse to start.
    pub production: bool,
    /// Number of this instance.
    pub node_id: u16,
    /// Listening and limits.
    pub http: HttpConfig,
    /// The database.
    pub database: DbOptions,
    /// The store that several instances share; nothing = this process's memory.
    pub redis_url: Option<SecretString>,
    /// The works index.
    pub index: IndexConfig,
    /// Pictures and clips.
    pub media: MediaConfig,
    /// Request signatures.
    pub signing: SigningConfig,
    /// Accounts.
    pub account: AccountConfig,
    /// Payment.
    pub pay: PayConfig,
    /// Activation codes and magnet links.
    pub vip: VipConfig,
    /// Streams.
    pub streams: StreamConfig,
    /// Messages to support.
    pub support: SupportConfig,
    /// Files that operators upload.
    pub uploads: UploadConfig,
    /// What is logged, and how.
    pub logging: LoggingConfig,
    /// How the site presents itself.
    pub site: SiteConfig,
    /// Every setting, fit to show.
    pub shown: Vec<ShownSetting>,
}

/// Files that operators upload to be imported.
#[derive(Debug, Clone)]
pub struct UploadConfig {
    /// Their folder.
    pub dir: PathBuf,
    /// Largest file, bytes.
    pub most_bytes: u64,
}

/// Listening and limits.
#[derive(Debug, Clone)]
pub struct HttpConfig {
    /// Address and port.
    pub bind: SocketAddr,
    /// Where Prometheus may read; none = nowhere.
    pub metrics_bind: Option<SocketAddr>,
    /// Worker threads; 0 = one for each core.
    pub workers: usize,
    /// Other origins that may call.
    pub cors_origins: Vec<String>,
    /// Proxies whose `X-Forwarded-For` counts.
    pub trusted_proxies: Vec<IpAddr>,
    /// Calls a second for each address.
    pub rate_per_second: u32,
    /// Calls at once for each address.
    pub rate_burst: u32,
    /// Connections at once for each address.
    pub connections_per_address: usize,
}

/// The works index.
#[derive(Debug, Clone)]
pub struct IndexConfig {
    /// Its folder.
    pub dir: PathBuf,
    /// Writer memory, bytes.
    pub memory: usize,
    /// How its files are reached.
    pub storage: Storage,
}

/// Pictures and clips.
#[derive(Debug, Clone)]
pub struct MediaConfig {
    /// Folder of the operator's own files.
    pub dir: PathBuf,
    /// Prefix of relative paths.
    pub image_base: String,
    /// Further hosts that browsers may load pictures and clips from, each with its port when it has one.
    pub image_hosts: Vec<String>,
}

impl MediaConfig {
    /// Whether relative paths are served by this program.
    pub fn is_served_here(&self) -> bool {
        !self.image_base.starts_with("https://")
    }

    /// Whether visitors' browsers may load pictures from this host, as the site's policy says.
    pub fn may_load_from(&self, host: &str) -> bool {
        let base = self.image_base.strip_prefix("https://");
        let base = base.and_then(|rest| rest.split('/').next());
        let hosts = self.image_hosts.iter().map(String::as_str);
        hosts
            .chain(base)
            .any(|known| known.eq_ignore_ascii_case(host))
    }
}

/// What happens to an unsigned or wrongly signed request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SigningMode {
    /// Refused.
    Enforce,
    /// Logged and let through.
    Report,
    /// Not looked at.
    Off,
}

/// Request signatures.
#[derive(Debug, Clone)]
pub struct SigningConfig {
    /// Enforce, report or off.
    pub mode: SigningMode,
    /// Id of the application.
    pub app_id: String,
    /// The fixed secret; public by nature.
    pub app_secret: String,
    /// The RSA key's file.
    pub key_file: PathBuf,
    /// The file of the key before it, which is still accepted.
    pub previous_key_file: Option<PathBuf>,
    /// New client keys a minute for each address.
    pub openings_per_minute: u32,
    /// New client keys a second over all.
    pub openings_per_second: u32,
    /// Key of what the server signs for itself.
    pub server_secret: SecretString,
}

/// What is logged, and how.
#[derive(Debug, Clone)]
pub struct LoggingConfig {
    /// A level or a filter.
    pub filter: String,
    /// JSON lines instead of text.
    pub json: bool,
}

impl Config {
    /// Reads the environment and `.env` in the working folder.
    ///
    /// # Errors
    /// One text that lists every problem.
    pub fn load() -> Result<Self, String> {
        Source::from_env(std::path::Path::new(".env")).and_then(Self::from_source)
    }

    /// The defaults with these settings on top, for tests.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn from_pairs(pairs: &[(&str, &str)]) -> Result<Self, String> {
        Self::from_source(Source::from_pairs(pairs))
    }

    fn from_source(mut source: Source) -> Result<Self, String> {
        let production = source.choice("APP_ENV", &["development", "production"]) == "production";
        let http = http(&mut source);
        let config = Self {
            production,
            node_id: source.number("NODE_ID", 0, 1023),
            pay: pay::pay(&mut source, production, &http),
            http,
            database: database(&mut source),
            redis_url: source.redis("REDIS_URL"),
            index: IndexConfig {
                dir: source.text("INDEX_DIR").into(),
                memory: source.number::<usize>("INDEX_MEMORY_MB", 15, 4096) * 1024 * 1024,
                storage: Storage::default(),
            },
            media: MediaConfig {
                dir: source.text("MEDIA_DIR").into(),
                image_base: source.text("IMAGE_BASE").trim_end_matches('/').to_owned(),
                image_hosts: source.hosts("IMAGE_HOSTS"),
            },
            signing: signing(&mut source, production),
            account: account::account(&mut source),
            vip: vip::vip(&mut source, production),
            streams: vip::streams(&mut source, production),
            support: support::support(&mut source),
            uploads: UploadConfig {
                dir: source.text("IMPORT_DIR").into(),
                most_bytes: source.number("IMPORT_MAX_BYTES", 1, MOST_IMPORT_BYTES),
            },
            logging: LoggingConfig {
                filter: source.text("LOG"),
                json: source.choice("LOG_FORMAT", &["human", "json"]) == "json",
            },
            site: site::site(&mut source),
            shown: source.shown(),
        };
        weak::refuse_told(&mut source);
        if production {
            weak::refuse(&mut source, &config);
        }
        source.finish().map(|()| config)
    }
}

fn http(source: &mut Source) -> HttpConfig {
    HttpConfig {
        bind: source.parsed("BIND", SocketAddr::from(([127, 0, 0, 1], 8080))),
        metrics_bind: metrics_bind(source),
        workers: source.number("WORKERS", 0, 1024),
        cors_origins: source.list("CORS_ORIGINS"),
        trusted_proxies: source.parsed_list("TRUSTED_PROXIES"),
        rate_per_second: source.number("RATE_PER_SECOND", 1, 1_000_000),
        rate_burst: source.number("RATE_BURST", 1, 1_000_000),
        connections_per_address: source.number("CONNECTIONS_PER_ADDRESS", 1, 20_000),
    }
}

/// What `IMPORT_MAX_BYTES` may be: 64 GiB.
const MOST_IMPORT_BYTES: u64 = 64 << 30;

fn metrics_bind(source: &mut Source) -> Option<SocketAddr> {
    const NAME: &str = "METRICS_BIND";
    let is_set = !source.text(NAME).is_empty();
    is_set.then(|| source.parsed(NAME, SocketAddr::from(([127, 0, 0, 1], 9_090))))
}

/// A command's transaction may hold SQLite's lock for seconds beside the service.
const SQLITE_LOCK_WAIT: Duration = Duration::from_secs(5);

fn database(source: &mut Source) -> DbOptions {
    source.choice(source::INSECURE_NETWORK, &["deny", "allow"]);
    let replica = source.text("DATABASE_REPLICA_URL");
    DbOptions {
        url: source.database("DATABASE_URL"),
        replica_url: (!replica.is_empty()).then(|| source.database("DATABASE_REPLICA_URL")),
        pool_size: source.number("DATABASE_POOL", 2, 1000),
        wait: Duration::from_millis(source.number("DATABASE_WAIT_MS", 1, 60_000)),
        lock_wait: SQLITE_LOCK_WAIT,
        statement_timeout: Duration::from_millis(source.number(
            "DATABASE_STATEMENT_MS",
            100,
            3_600_000,
        )),
        bulk: false,
        trace: None,
    }
}

fn signing(source: &mut Source, production: bool) -> SigningConfig {
    let mode = match source
        .choice("SIGNING", &["enforce", "report", "off"])
        .as_str()
    {
        "report" => SigningMode::Report,
        "off" => SigningMode::Off,
        _ => SigningMode::Enforce,
    };
    SigningConfig {
        mode,
        app_id: source.text("APP_ID"),
        app_secret: source.text("APP_SECRET"),
        key_file: source.text("CLIENT_KEY_FILE").into(),
        previous_key_file: Some(source.text("CLIENT_KEY_FILE_PREVIOUS"))
            .filter(|file| !file.is_empty())
            .map(Into::into),
        openings_per_minute: source.number("KEY_OPENINGS_PER_MINUTE", 1, 1_000_000),
        openings_per_second: source.number("KEY_OPENINGS_PER_SECOND", 1, 1_000_000),
        server_secret: source.secret("SERVER_SECRET", production),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_valid() {
        let config = Config::from_pairs(&[]).unwrap();
        assert_eq!(config.signing.mode, SigningMode::Enforce);
        assert_eq!(config.http.bind.port(), 8080);
    }

    #[test]
    fn every_problem_is_named_at_once() {
        let problems = Config::from_pairs(&[
            ("APP_ENV", "production"),
            ("BIND", "nowhere"),
            ("SIGNING", "maybe"),
            ("REDIS_URL", "http://localhost"),
            ("DATABSE_URL", "x"),
        ])
        .unwrap_err();
        for word in [
            "BIND",
            "SIGNING",
            "REDIS_URL",
            "SERVER_SECRET",
            "DATABSE_URL",
            "DATABASE_URL",
        ] {
            assert!(problems.contains(word), "{word} in {problems}");
        }
    }

    #[test]
    fn a_database_on_another_machine_is_refused_unless_it_is_meant() {
        for setting in [
            ("DATABASE_URL", "postgres://a:b@db.example.org/c"),
            ("DATABASE_REPLICA_URL", "postgres://a:b@10.0.0.5/c"),
            ("REDIS_URL", "redis://:pw@redis.example.org/0"),
        ] {
            let refused = Config::from_pairs(&[setting]).unwrap_err();
            assert!(
                refused.contains(setting.0) && refused.contains("INSECURE_NETWORK"),
                "{refused}"
            );
            assert!(
                !refused.contains(":b@") && !refused.contains(":pw@"),
                "{refused}"
            );
            Config::from_pairs(&[setting, ("INSECURE_NETWORK", "allow")]).unwrap();
        }
        for near in [
            "redis://127.0.0.1:6390/0",
            "redis://localhost",
            "redis+unix:///run/redis.sock",
        ] {
            Config::from_pairs(&[("REDIS_URL", near)]).unwrap();
        }
    }

    #[test]
    fn production_refuses_a_short_secret() {
        let short =
            Config::from_pairs(&[("APP_ENV", "production"), ("SERVER_SECRET", "change-me")]);
        assert!(short.unwrap_err().contains("SERVER_SECRET"));
        let made = [
            (
                "SERVER_SECRET",
                "6f1d2c9ab04e57836f1d8c2ab94e5073d1c2b3a495867f0e1d2c3b4a59687f8e",
            ),
            (
                "CODE_SECRET",
                "a94e50736f1d2c8bd1c2b3a495867f0e1d2c3b4a59687f8e6f1d2c9ab04e5783",
            ),
            (
                "HLS_SECRET",
                "1d2c3b4a59687f8e6f1d2c9ab04e5783a94e50736f1d2c8bd1c2b3a495867f0e",
            ),
        ];
        let mut settings = vec![
            ("APP_ENV", "production"),
            ("PAY_MODE", "off"),
            ("PUBLIC_URL", "https://films.example"),
        ];
        for (name, secret) in made {
            let problems = Config::from_pairs(&settings).unwrap_err();
            assert!(problems.contains(name), "{problems}");
            settings.push((name, secret));
        }
        Config::from_pairs(&settings).unwrap();
    }

    #[test]
    fn nginx_has_to_know_the_secret_of_streams() {
        let server = ("SERVER_SECRET", "0123456789abcdef");
        let signer = ("HLS_SIGNER", "nginx_md5");
        let problems = Config::from_pairs(&[server, signer]).unwrap_err();
        assert!(problems.contains("HLS_SECRET"), "{problems}");
        let base = ("HLS_BASE", "http://streams.example.org");
        assert!(
            Config::from_pairs(&[base])
                .unwrap_err()
                .contains("HLS_BASE")
        );
        Config::from_pairs(&[signer, ("HLS_SECRET", "s3cret")]).unwrap();
    }
}
