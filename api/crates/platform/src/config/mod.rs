//! The settings, read once at startup from the environment and `.env`; the environment takes precedence. All problems
//! are reported together. No other module reads the environment.
//!
//! A setting is declared once, in the list of its group: see [`declare`].

mod account;
mod address;
mod bucket;
mod callers;
mod database;
mod declare;
mod files;
mod mail;
mod merchants;
mod notify;
mod pay;
mod rule;
mod secrets;
mod service;
pub mod settings;
mod shown;
mod site;
mod source;
mod streams;
mod support;
mod vip;

use std::path::Path;

pub use account::AccountConfig;
pub use address::HttpAddress;
pub use bucket::BucketPlace;
pub use callers::{LimitsConfig, NetworkConfig, SigningConfig, SigningMode};
use database::DatabaseConfig;
pub use database::RedisConfig;
pub use files::{IndexConfig, MediaConfig};
use mail::MailSettings;
pub use mail::{Encryption, MailConfig};
pub use merchants::{AlipayConfig, WeixinConfig};
use notify::NotifySettings;
pub use notify::{NotifyConfig, WebhookConfig};
pub use pay::{OrderMode, PayConfig, PayMode};
pub use secrets::SecretsConfig;
pub use service::{ClientTimeouts, ServiceConfig};
pub use settings::{lines_of_environment, write_first_env};
pub use shown::{Origin, ShownSetting};
pub use site::{LoggingConfig, SiteConfig, UploadConfig};
use source::Source;
pub use source::{stash_api_key, system_user};
pub use streams::{HlsConfig, HlsSigner, S3Config, StreamConfig};
pub use support::SupportConfig;
pub use vip::VipConfig;
use yingku_db::DbOptions;

/// All settings.
#[derive(Debug, Clone)]
pub struct Config {
    /// This instance: addresses, traces, threads.
    pub service: ServiceConfig,
    /// The database.
    pub database: DbOptions,
    /// What instances share.
    pub redis: RedisConfig,
    /// The works index.
    pub index: IndexConfig,
    /// Pictures and clips.
    pub media: MediaConfig,
    /// Other origins, and proxies.
    pub network: NetworkConfig,
    /// Request signatures.
    pub signing: SigningConfig,
    /// How much is admitted from each address.
    pub limits: LimitsConfig,
    /// Accounts.
    pub account: AccountConfig,
    /// The mail server; `None` = the site sends no mail.
    pub mail: Option<MailConfig>,
    /// What operators are told.
    pub notify: NotifyConfig,
    /// Messages to support.
    pub support: SupportConfig,
    /// Activation codes and magnet links.
    pub vip: VipConfig,
    /// Where streams are.
    pub streams: StreamConfig,
    /// How to reach the S3-compatible store.
    pub s3: S3Config,
    /// Addresses of streams.
    pub hls: HlsConfig,
    /// Files that operators upload.
    pub uploads: UploadConfig,
    /// How the site presents itself.
    pub site: SiteConfig,
    /// The log.
    pub logging: LoggingConfig,
    /// The secrets.
    pub secrets: SecretsConfig,
    /// Payment.
    pub pay: PayConfig,
    /// Every setting as shown to operators.
    pub shown: Vec<ShownSetting>,
}

impl Config {
    /// Reads the environment and the `.env` in the working folder.
    ///
    /// # Errors
    /// One text that lists every problem.
    pub fn load() -> Result<Self, String> {
        Source::from_env(Path::new(".env")).and_then(Self::from_source)
    }

    /// The defaults, overridden by these settings; for tests.
    pub fn from_pairs(pairs: &[(&str, &str)]) -> Result<Self, String> {
        Self::from_source(Source::from_pairs(pairs))
    }

    fn from_source(mut source: Source) -> Result<Self, String> {
        let mut config = Self::read(&mut source);
        config.check(&mut source);
        config.secrets.complete();
        config.shown = source.finish()?;
        Ok(config)
    }

    /// Reads every group, in the order of `.env.example`.
    fn read(source: &mut Source) -> Self {
        let service = ServiceConfig::read(source);
        let database = DatabaseConfig::read(source);
        source.allows_insecure_network = database.insecure_network;
        database.check(source);
        let redis = RedisConfig::read(source);
        let index = IndexConfig::read(source);
        let media = MediaConfig::read(source);
        let network = NetworkConfig::read(source);
        let signing = SigningConfig::read(source);
        let limits = LimitsConfig::read(source);
        let account = AccountConfig::read(source);
        let mail = MailSettings::read(source).check(source);
        let notify = NotifySettings::read(source).check(source, mail.is_some());
        let mut config = Self {
            service,
            database: database.options(),
            redis,
            index,
            media,
            network,
            signing,
            limits,
            account,
            mail,
            notify,
            support: SupportConfig::read(source),
            vip: VipConfig::read(source),
            streams: StreamConfig::read(source),
            s3: S3Config::read(source),
            hls: HlsConfig::read(source),
            uploads: UploadConfig::read(source),
            site: SiteConfig::read(source),
            logging: LoggingConfig::read(source),
            secrets: SecretsConfig::read(source),
            pay: PayConfig::read(source),
            shown: Vec::new(),
        };
        let merchants = (AlipayConfig::read(source), WeixinConfig::read(source));
        let (service, network) = (&config.service, &config.network);
        config.pay.complete(source, service, network, merchants);
        config
    }

    /// Checks each setting together with others.
    fn check(&self, source: &mut Source) {
        self.service.check(source);
        self.redis.check(source);
        let media = self.media.store.as_ref();
        self.streams.check(source, media, &self.hls);
        let is_used = media.or(self.streams.store.as_ref()).is_some();
        self.s3.check(source, is_used);
        self.hls.check(source, &self.secrets);
        let production = self.service.production;
        self.secrets
            .check(source, &self.signing.app_secret, production);
        if production {
            self.check_for_production(source);
        }
    }

    /// Rejects what is fine for a trial but unsafe for a real site. [`pay`] checks the sandbox, [`secrets`] the secrets.
    fn check_for_production(&self, source: &mut Source) {
        let switches = [
            (
                "SIGNING",
                self.signing.mode == SigningMode::Enforce,
                "must be enforce in production",
            ),
            (
                "TOKEN_BINDING",
                self.account.token_binding,
                "must be on in production",
            ),
            ("CAPTCHA", self.account.captcha, "must be on in production"),
            (
                "TRUSTED_PROXIES",
                !self.network.trusted_proxies.is_empty(),
                "must name the proxies that terminate TLS, 127.0.0.1 for one on this machine: without them all visitors are one address",
            ),
            (
                "PUBLIC_URL",
                // Live payment checks this itself.
                self.pay.mode == PayMode::Live || self.pay.public_url.starts_with("https://"),
                "must be an https address in production",
            ),
        ];
        for (name, is_safe, what) in switches {
            if !is_safe {
                source.problem(name, what);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_valid() {
        let config = Config::from_pairs(&[]).unwrap();
        assert_eq!(config.signing.mode, SigningMode::Enforce);
        assert_eq!(config.service.bind.port(), 8080);
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
