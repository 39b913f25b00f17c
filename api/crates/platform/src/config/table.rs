//! Every setting once: description, name and default. `.env.example` is generated from this table, in this order.

use super::settings::{Kind, Setting};

/// An entry is `/// description`, `NAME = "default"`, and in parentheses its [`Kind`] unless it is open.
macro_rules! settings {
    ($($(#[doc = $help:literal])+ $name:ident = $default:literal $(($kind:ident))?,)+) => {
        &[$(Setting {
            name: stringify!($name),
            default: $default,
            // A doc comment begins with a space.
            help: concat!($($help),+).split_at(1).1,
            kind: settings!(@kind $($kind)?),
        }),+]
    };
    (@kind) => { Kind::Open };
    (@kind $kind:ident) => { Kind::$kind };
}

/// The table.
pub(super) const SETTINGS: &[Setting] = settings! {
    /// development or production; production rejects missing and weak secrets
    APP_ENV = "development",
    /// Address and port of the site and the API
    BIND = "127.0.0.1:8080",
    /// Address and port of /metrics for Prometheus, such as 127.0.0.1:9091; must not be public; empty = off
    METRICS_BIND = "",
    /// OpenTelemetry collector for request traces (OTLP over HTTP), such as http://127.0.0.1:4318; empty = off
    OTLP_ENDPOINT = "",
    /// Fraction of requests to trace, 0 to 1; a traceparent from a trusted proxy takes precedence
    OTLP_SAMPLE = "1",
    /// Worker threads; 0 = one per core
    WORKERS = "0",
    /// Event-loop lag above which requests of the flooding workload get 503; other workloads at four times the lag
    CROWDED_LATE_MS = "50",
    /// How long an instance still serves requests after SIGTERM, so that a proxy drains it, seconds; 5 for several
    /// instances
    DRAIN_SECONDS = "0",
    /// Number of this instance, 0-511; must differ between instances
    NODE_ID = "0",
    /// sqlite://path or postgres://user@host/name; to another machine with ?sslmode=verify-full&sslrootcert=FILE
    DATABASE_URL = "sqlite://data/yingku.db" (Address),
    /// Read-only replica of the database; empty = none
    DATABASE_REPLICA_URL = "" (Address),
    /// Connections to each database
    DATABASE_POOL = "8",
    /// How long a request may wait for a connection before it gets 503
    DATABASE_WAIT_MS = "1500",
    /// The same for reads of an overloaded workload, except logins and payments
    DATABASE_CROWDED_WAIT_MS = "20",
    /// PostgreSQL cancels a statement that runs longer; if it has not responded half a second later, the connection is
    /// closed
    DATABASE_STATEMENT_MS = "2500",
    /// allow = PostgreSQL, Redis, the store and the collector may be on other machines without verified TLS; only for a
    /// private network or a tunnel
    INSECURE_NETWORK = "deny",
    /// redis://host/0, or rediss://host/0 with TLS, shared by all instances, without eviction and snapshots; empty =
    /// use this process's memory
    REDIS_URL = "" (Address),
    /// CA certificates (PEM) for rediss://; empty = the public authorities
    REDIS_CA_FILE = "",
    /// Timeout of Redis, after which it counts as unavailable
    REDIS_TIMEOUT_MS = "500",
    /// Folder of the works index; it is a copy and safe to delete
    INDEX_DIR = "data/index",
    /// Memory the index writer may use before it flushes, MiB
    INDEX_MEMORY_MB = "96",
    /// Folder of pictures and clips served under IMAGE_BASE
    MEDIA_DIR = "data/media",
    /// s3://bucket/folder of an S3-compatible store for pictures and clips, instead of MEDIA_DIR; empty = MEDIA_DIR
    MEDIA_STORE = "",
    /// Prefix of relative picture paths; another host may serve them
    IMAGE_BASE = "/media",
    /// Other https hosts that pictures and clips may come from, separated by commas
    IMAGE_HOSTS = "",
    /// Other origins that may call the API, separated by commas
    CORS_ORIGINS = "",
    /// Proxy addresses whose X-Forwarded-For is trusted, separated by commas
    TRUSTED_PROXIES = "",
    /// Request signatures: enforce, report (log only) or off
    SIGNING = "enforce",
    /// Id of the application, sent by clients
    APP_ID = "yingku",
    /// Fixed secret of the signature; public, because every page of the site carries it; after a change, open pages
    /// must be reloaded
    APP_SECRET = "yingku-public-app-secret-1",
    /// RSA key that client keys are encrypted with; created when missing
    CLIENT_KEY_FILE = "data/client-key.pem",
    /// The previous RSA key, accepted for 90 days after a change; empty = none
    CLIENT_KEY_FILE_PREVIOUS = "",
    /// API requests per second for each address, on average; five times as many for pages, files and pictures
    RATE_PER_SECOND = "20",
    /// API requests in one burst for each address; ten times as many for pages, files and pictures
    RATE_BURST = "60",
    /// Concurrent connections for each address; never more than a quarter of all connections
    CONNECTIONS_PER_ADDRESS = "256",
    /// New client keys per minute from each address
    KEY_OPENINGS_PER_MINUTE = "30",
    /// New client keys per second, across all addresses
    KEY_OPENINGS_PER_SECOND = "100",
    /// Captcha before login and registration: on or off (captchaOnOff)
    CAPTCHA = "on",
    /// Tokens work only with the client key they were issued to: on or off
    TOKEN_BINDING = "on",
    /// Lifetime of an access token, minutes
    ACCESS_TOKEN_MINUTES = "15",
    /// A session ends after this many days without use
    SESSION_IDLE_DAYS = "7",
    /// A session ends after this many days, even if it is used
    SESSION_DAYS = "30",
    /// An operator's session ends after this many minutes without use
    OPERATOR_IDLE_MINUTES = "60",
    /// An operator's session ends after this many hours, even if it is used
    OPERATOR_SESSION_HOURS = "12",
    /// Networks that operators may connect from, such as 203.0.113.0/24, separated by commas; empty = all
    ADMIN_NETWORKS = "",
    /// Captchas per minute for each address
    CAPTCHA_PER_MINUTE = "20",
    /// Logins, registrations and password checks per minute for each address
    LOGIN_PER_MINUTE = "10",
    /// Wrong passwords for a name from one network before it is throttled
    LOGIN_FREE_FAILURES = "5",
    /// New accounts per hour for each address
    REGISTER_PER_HOUR = "5",
    /// Exports of a member's data per hour for each address
    EXPORT_PER_HOUR = "10",
    /// Mails with a recovery code per hour for each address
    RECOVERY_MAILS_PER_HOUR = "5",
    /// Mail server for recovery codes: smtps://user:password@host, or smtp://user:password@host:587?tls=required; empty
    /// = no mail
    SMTP_URL = "" (Address),
    /// Sender of the mail, such as noreply@films.example
    MAIL_FROM = "",
    /// Messages to support per minute for each address
    MESSAGES_PER_MINUTE = "6",
    /// Reports of works per hour for each address
    REPORTS_PER_HOUR = "5",
    /// Works that serious reports may take off the site per hour, in total; further ones wait for an operator
    REPORTS_HIDE_PER_HOUR = "20",
    /// Wrong activation codes a member may try in ten minutes
    CODE_FREE_FAILURES = "5",
    /// Who counts copied magnet links: server (hashes are hidden until copied) or client (hashes are shown)
    MAGNET_QUOTA = "server",
    /// Trackers added to every magnet link, separated by commas, for download programs without DHT; empty = none
    MAGNET_TRACKERS = "",
    /// Folder of streams, <id of the work>/index.m3u8; not below MEDIA_DIR, which is public
    STREAM_DIR = "data/streams",
    /// s3://bucket/folder of a store for streams, instead of STREAM_DIR; not below MEDIA_STORE; empty = STREAM_DIR
    STREAM_STORE = "",
    /// URL of the store, such as https://s3.example.org; empty = Amazon S3
    S3_ENDPOINT = "",
    /// Region of the store; any value if the store has none
    S3_REGION = "us-east-1",
    /// Access key id of the store; it needs permission to list, read and write
    S3_ACCESS_KEY_ID = "" (Hidden),
    /// Secret access key of the store
    S3_SECRET_ACCESS_KEY = "" (Hidden),
    /// Whether the bucket is in the path of the store's URLs (on), or in the host name (off)
    S3_PATH_STYLE = "on",
    /// File with CA certificates (PEM) to trust besides the public authorities, for a store with your own certificate
    S3_CA_FILE = "",
    /// Timeout of the store's response, and of the next chunk of a file
    S3_TIMEOUT_MS = "5000",
    /// Prefix of stream addresses; https://another.host/hls when nginx there serves them
    HLS_BASE = "/hls",
    /// Signature of stream addresses: hmac_sha256, or nginx_md5 for nginx's secure_link
    HLS_SIGNER = "hmac_sha256",
    /// Lifetime of a stream address, hours; longer than the longest film
    HLS_HOURS = "6",
    /// Stream addresses per hour for each member
    HLS_PER_HOUR = "20",
    /// Folder of files that operators upload for import; shared by all instances
    IMPORT_DIR = "data/imports",
    /// Largest file that operators may upload for import, bytes
    IMPORT_MAX_BYTES = "1073741824",
    /// Folder of your own terms.md, privacy.md and contact.md (or .txt); the built-in text replaces a missing one
    PAGES_DIR = "data/pages",
    /// Whether search engines may index the public pages: deny or allow
    SEARCH_ENGINES = "deny",
    /// Log level, or a filter such as yingku=debug
    LOG = "info",
    /// human or json
    LOG_FORMAT = "human",
    /// Secret of the keys for data that only the server verifies; at least 32 characters
    SERVER_SECRET = "" (Secret),
    /// The previous secret, still accepted after a change; empty = none
    SERVER_SECRET_PREVIOUS = "" (Hidden),
    /// Key of activation codes, which become invalid when it changes; at least 32 characters
    CODE_SECRET = "" (Secret),
    /// Key of stream addresses, the same as in nginx's secure_link_md5; at least 32 characters
    HLS_SECRET = "" (Secret),
    /// Public address of the site, for payment providers and links; empty = http://BIND
    PUBLIC_URL = "",
    /// sandbox (a simulated provider; rejected in production and on a public service), live (the keys below) or off
    PAY_MODE = "sandbox",
    /// on = run the sandbox on a public service, where it gives VIP to anyone: one with TRUSTED_PROXIES, an https
    /// PUBLIC_URL or a BIND that is not loopback; production still rejects it
    SANDBOX_IN_PUBLIC = "off",
    /// Orders per minute for each member, and status queries to a payment provider
    ORDERS_PER_MINUTE = "6",
    /// Timeout of requests to a payment provider
    PAY_TIMEOUT_MS = "5000",
    /// Folder of the sandbox's keys; created when missing
    SANDBOX_DIR = "data/sandbox",
    /// Live: id of the application at Alipay; empty = no Alipay
    ALIPAY_APP_ID = "",
    /// Live: id of the seller at Alipay, 2088…
    ALIPAY_SELLER_ID = "",
    /// Live: file of our RSA2 private key, PEM or as Alipay's tool writes it
    ALIPAY_PRIVATE_KEY_FILE = "",
    /// Live: file of Alipay's public key (not the merchant's)
    ALIPAY_PUBLIC_KEY_FILE = "",
    /// Live: Alipay's gateway
    ALIPAY_GATEWAY = "https://openapi.alipay.com/gateway.do",
    /// Live: id of the application at WeChat; empty = no WeChat Pay
    WEIXIN_APP_ID = "",
    /// Live: id of the merchant at WeChat Pay
    WEIXIN_MCH_ID = "",
    /// Live: serial number of our merchant certificate
    WEIXIN_CERT_SERIAL = "",
    /// Live: file of our merchant certificate's private key (apiclient_key.pem)
    WEIXIN_PRIVATE_KEY_FILE = "",
    /// Live: id of WeChat Pay's public key, PUB_KEY_ID_…
    WEIXIN_PUBLIC_KEY_ID = "",
    /// Live: file of WeChat Pay's public key (pub_key.pem)
    WEIXIN_PUBLIC_KEY_FILE = "",
    /// Live: during a change of WeChat Pay's key, the former one, accepted too: the serial number of the platform
    /// certificate, or a former PUB_KEY_ID_…; empty = none
    WEIXIN_PREVIOUS_KEY_ID = "",
    /// Live: file of that key, PEM; from a certificate with openssl x509 -noout -pubkey -in CERTIFICATE
    WEIXIN_PREVIOUS_KEY_FILE = "",
    /// Live: file of the APIv3 key, 32 characters
    WEIXIN_API_KEY_FILE = "",
    /// Live: WeChat Pay's API
    WEIXIN_BASE = "https://api.mch.weixin.qq.com",
};
