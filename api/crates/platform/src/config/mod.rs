//! The settings, read once at startup from the environment and `.env`; the environment takes precedence. All problems
//! are reported together. No other module reads the environment.

mod account;
mod database;
mod http;
mod index;
mod mail;
mod media;
mod pay;
pub mod settings;
mod shown;
mod signing;
mod site;
mod source;
mod store;
mod support;
mod table;
mod traces;
mod vip;
mod weak;

use std::path::PathBuf;
use std::time::Duration;

use secrecy::SecretString;
use yingku_base::ids::INSTANCES;

pub use account::AccountConfig;
pub use http::{ClientTimeouts, HttpConfig};
pub use index::IndexConfig;
pub use mail::MailConfig;
pub use media::{MediaConfig, UploadConfig};
pub use pay::{AlipayConfig, LIVE, PayConfig, PayMode, WeixinConfig};
pub use shown::{Origin, ShownSetting};
pub use signing::{SigningConfig, SigningMode};
pub use site::SiteConfig;
use source::Source;
pub use source::{lines_of_environment, system_user, write_first_env};
pub use store::{BucketPlace, S3Config, StoreConfig};
pub use support::SupportConfig;
pub use traces::TracesConfig;
pub use vip::{HlsSigner, StreamConfig, VipConfig};
use yingku_db::DbOptions;

/// All settings.
#[derive(Debug, Clone)]
pub struct Config {
    /// True in production, which rejects missing and weak secrets.
    pub production: bool,
    /// Number of this instance.
    pub node_id: u16,
    /// Listening and limits.
    pub http: HttpConfig,
    /// The database.
    pub database: DbOptions,
    /// The store that instances share; without it, this process's memory.
    pub redis_url: Option<SecretString>,
    /// The certificate authorities trusted for it; by default the public ones.
    pub redis_ca_file: Option<PathBuf>,
    /// Timeout of its commands.
    pub redis_timeout: Duration,
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
    /// Pictures and streams in an S3-compatible store.
    pub store: StoreConfig,
    /// Messages to support.
    pub support: SupportConfig,
    /// The mail server; `None` = the site sends no mail.
    pub mail: Option<MailConfig>,
    /// Files that operators upload.
    pub uploads: UploadConfig,
    /// The log.
    pub logging: LoggingConfig,
    /// Request traces.
    pub traces: TracesConfig,
    /// How the site presents itself.
    pub site: SiteConfig,
    /// Every setting as shown to operators.
    pub shown: Vec<ShownSetting>,
}

/// The log.
#[derive(Debug, Clone)]
pub struct LoggingConfig {
    /// A level or a filter.
    pub filter: String,
    /// JSON lines instead of text.
    pub json: bool,
}

impl Config {
    /// Reads the environment and the `.env` in the working folder.
    ///
    /// # Errors
    /// One text that lists every problem.
    pub fn load() -> Result<Self, String> {
        Source::from_env(std::path::Path::new(".env")).and_then(Self::from_source)
    }

    /// The defaults, overridden by these settings; for tests.
    pub fn from_pairs(pairs: &[(&str, &str)]) -> Result<Self, String> {
        Self::from_source(Source::from_pairs(pairs))
    }

    fn from_source(mut source: Source) -> Result<Self, String> {
        let source = &mut source;
        let production = source.one_of("APP_ENV", &[("development", false), ("production", true)]);
        let http = HttpConfig::read(source);
        let streams = StreamConfig::read(source, production);
        let config = Self {
            production,
            node_id: source.number("NODE_ID", 0, INSTANCES - 1),
            pay: PayConfig::read(source, production, &http),
            http,
            database: database::read(source),
            redis_url: source.redis("REDIS_URL"),
            redis_ca_file: source.redis_ca_file("REDIS_CA_FILE"),
            redis_timeout: source.milliseconds("REDIS_TIMEOUT_MS", 10, 10_000),
            index: IndexConfig::read(source),
            media: MediaConfig::read(source),
            signing: SigningConfig::read(source, production),
            account: AccountConfig::read(source),
            vip: VipConfig::read(source, production),
            store: StoreConfig::read(source, streams.signer),
            streams,
            support: SupportConfig::read(source),
            mail: MailConfig::read(source),
            uploads: UploadConfig::read(source),
            logging: LoggingConfig {
                filter: source.text("LOG"),
                json: source.one_of("LOG_FORMAT", &[("human", false), ("json", true)]),
            },
            traces: TracesConfig::read(source),
            site: SiteConfig::read(source),
            shown: source.settings(),
        };
        weak::reject_public_secret(source);
        if production {
            weak::reject_weak_settings(source, &config);
        }
        source.finish().map(|()| config)
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
    fn all_problems_are_reported_at_once() {
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
    fn a_remote_database_is_rejected_unless_allowed() {
        for setting in [
            ("DATABASE_URL", "postgres://a:b@db.example.org/c"),
            ("DATABASE_REPLICA_URL", "postgres://a:b@10.0.0.5/c"),
            ("REDIS_URL", "redis://:pw@redis.example.org/0"),
            ("OTLP_ENDPOINT", "http://traces.example.org:4318"),
        ] {
            let rejected = Config::from_pairs(&[setting]).unwrap_err();
            assert!(
                rejected.contains(setting.0) && rejected.contains("INSECURE_NETWORK"),
                "{rejected}"
            );
            assert!(
                !rejected.contains(":b@") && !rejected.contains(":pw@"),
                "{rejected}"
            );
            Config::from_pairs(&[setting, ("INSECURE_NETWORK", "allow")]).unwrap();
        }
        let tls = ("OTLP_ENDPOINT", "https://traces.example.org");
        Config::from_pairs(&[tls]).unwrap();
        let verified = "postgres://a:b@db.example.org/c?sslmode=verify-full&sslrootcert=ca.pem";
        Config::from_pairs(&[
            ("DATABASE_URL", verified),
            ("DATABASE_REPLICA_URL", verified),
            ("REDIS_URL", "rediss://:pw@redis.example.org/0"),
            ("REDIS_CA_FILE", "ca.pem"),
        ])
        .unwrap();
        let half = "postgres://a:b@db.example.org/c?sslmode=require";
        let rejected = Config::from_pairs(&[("DATABASE_URL", half)]).unwrap_err();
        assert!(rejected.contains("impersonate the server"), "{rejected}");
        let plain = [
            ("REDIS_URL", "redis://localhost"),
            ("REDIS_CA_FILE", "ca.pem"),
        ];
        let rejected = Config::from_pairs(&plain).unwrap_err();
        assert!(rejected.contains("REDIS_CA_FILE"), "{rejected}");
        for near in [
            "redis://127.0.0.1:6390/0",
            "redis://localhost",
            "redis+unix:///run/redis.sock",
        ] {
            Config::from_pairs(&[("REDIS_URL", near)]).unwrap();
        }
    }

    #[test]
    fn production_rejects_a_short_secret() {
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
            ("TRUSTED_PROXIES", "127.0.0.1"),
        ];
        for (name, secret) in made {
            let problems = Config::from_pairs(&settings).unwrap_err();
            assert!(problems.contains(name), "{problems}");
            settings.push((name, secret));
        }
        Config::from_pairs(&settings).unwrap();
    }

    #[test]
    fn nginx_streaming_needs_its_secret() {
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
