//! Settings of streams, and of the S3-compatible store that may hold files instead of folders.

use std::path::PathBuf;
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};

use super::address::HttpAddress;
use super::bucket::BucketPlace;
use super::declare::settings;
use super::files::hosts;
use super::rule::{
    Rule, choice, milliseconds, number, on_off, optional, parsed_by, path, prefix, rate, secret,
    text,
};
use super::secrets::SecretsConfig;
use super::source::Source;

settings! {
    /// Where streams are.
    pub struct StreamConfig {
        /// Folder of streams, <id of the work>/index.m3u8; not below MEDIA_DIR, which is public
        "在线影片的文件夹，<影片编号>/index.m3u8；不能放在公开的 MEDIA_DIR 下"
        STREAM_DIR = "data/streams" => dir: PathBuf, path();
        /// s3://bucket/folder of a store for streams, instead of STREAM_DIR; not below MEDIA_STORE; empty = STREAM_DIR
        "存放在线影片的存储，s3://存储桶/目录，代替 STREAM_DIR；不能在公开的 MEDIA_STORE 下；留空为不用"
        STREAM_STORE = "" => store: Option<BucketPlace>, optional(parsed_by(str::parse));
        /// Folder that `yingku film watch` takes films from; empty = none
        "yingku film watch 从中取影片的文件夹；留空为不用"
        FILM_INBOX = "" => inbox: Option<PathBuf>, optional(path());
        /// Other https hosts that films may be played from, at addresses that are not signed, separated by commas; empty = none
        "影片还可以从哪些 https 主机播放，用逗号分隔；其地址没有签名；留空为不用"
        STREAM_HOSTS = "" => hosts: Vec<String>, hosts();
    }
}

settings! {
    /// How to reach the store.
    pub struct S3Config {
        /// URL of the store, such as https://s3.example.org; empty = Amazon S3
        "存储的地址，如 https://s3.example.org；留空为亚马逊；不加密的需要 INSECURE_NETWORK=allow"
        S3_ENDPOINT = "" => endpoint: Option<HttpAddress>, optional(parsed_by(endpoint));
        /// Region of the store; any value if the store has none
        "存储的区域；没有区域的存储可填任意词"
        S3_REGION = "us-east-1" => region: String, text();
        /// Access key id of the store; it needs permission to list, read and write
        "存储访问密钥的编号；需要列出、读取和写入的权限"
        S3_ACCESS_KEY_ID = "" => access_key_id: String, text(), Hidden;
        /// Secret access key of the store
        "存储访问密钥的密码"
        S3_SECRET_ACCESS_KEY = "" => secret_access_key: SecretString, secret(), Hidden;
        /// Whether the bucket is in the path of the store's URLs (on), or in the host name (off)
        "存储桶写在地址的路径里（on），还是主机名前（off）"
        S3_PATH_STYLE = "on" => path_style: bool, on_off();
        /// File with CA certificates (PEM) to trust besides the public authorities, for a store with your own certificate
        "除公共机构外还信任的证书文件（PEM），用于证书由自己签发的存储"
        S3_CA_FILE = "" => ca_file: Option<PathBuf>, optional(path());
        /// Timeout of the store's response, and of the next chunk of a file
        "等待存储回应、以及等待文件下一段的上限（毫秒）"
        S3_TIMEOUT_MS = "5000" => timeout: Duration, milliseconds(100, 60_000);
    }
}

/// How stream addresses are signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HlsSigner {
    /// HMAC-SHA256: 43 characters.
    HmacSha256,
    /// MD5 as nginx's `secure_link_md5` writes it: 22 characters.
    NginxMd5,
}

const SIGNERS: [(&str, HlsSigner); 2] = [
    ("hmac_sha256", HlsSigner::HmacSha256),
    ("nginx_md5", HlsSigner::NginxMd5),
];

settings! {
    /// Addresses of streams.
    pub struct HlsConfig {
        /// Prefix of stream addresses; https://another.host/hls when nginx there serves them
        "播放地址的前缀；由其他主机的 nginx 提供时填 https://主机/hls"
        HLS_BASE = "/hls" => base: String, base();
        /// Signature of stream addresses: hmac_sha256, or nginx_md5 for nginx's secure_link
        "播放地址的签名：hmac_sha256，或 nginx 的 secure_link 用 nginx_md5"
        HLS_SIGNER = "hmac_sha256" => signer: HlsSigner, choice(&SIGNERS);
        /// Lifetime of a stream address, hours; longer than the longest film
        "播放地址的有效期（小时），应比最长的影片长"
        HLS_HOURS = "6" => life_seconds: i64, number(1, 168).map(|hours: i64| hours * 3_600);
        /// Stream addresses per hour for each member
        "每位会员每小时可获取的播放地址数"
        HLS_PER_HOUR = "20" => per_hour: u32, rate();
    }
}

fn base() -> Rule<String> {
    prefix().must(
        |base| base.starts_with('/') || base.starts_with("https://"),
        "must be a path or an https:// address",
    )
}

fn endpoint(text: &str) -> Result<HttpAddress, &'static str> {
    let what = "must be an https:// address without user and query";
    text.parse().map_err(|()| what)
}

impl HlsConfig {
    pub(super) fn check(&self, source: &mut Source, secrets: &SecretsConfig) {
        let is_nginx = self.signer == HlsSigner::NginxMd5;
        if is_nginx && secrets.streams.expose_secret().is_empty() {
            source.problem("HLS_SECRET", "must be set, because nginx needs it too");
        }
    }
}

impl StreamConfig {
    /// Whether films may be played from this host, as the site's content security policy says.
    pub fn may_play_from(&self, host: &str) -> bool {
        self.hosts
            .iter()
            .any(|known| known.eq_ignore_ascii_case(host))
    }

    pub(super) fn check(&self, source: &mut Source, media: Option<&BucketPlace>, hls: &HlsConfig) {
        let Some(streams) = &self.store else { return };
        if media.is_some_and(|media| media.contains(streams) || streams.contains(media)) {
            let what = "must lie beside MEDIA_STORE, which is public, and not in it or around it";
            source.problem("STREAM_STORE", what);
        }
        if hls.signer == HlsSigner::NginxMd5 {
            let what = "nginx cannot serve the files of a store; set HLS_SIGNER=hmac_sha256";
            source.problem("STREAM_STORE", what);
        }
    }
}

impl S3Config {
    /// Whether requests can be signed.
    pub fn has_keys(&self) -> bool {
        !self.access_key_id.is_empty() && !self.secret_access_key.expose_secret().is_empty()
    }

    /// Without TLS a man in the middle could read and change what is fetched.
    pub(super) fn check(&self, source: &mut Source, is_used: bool) {
        let endpoint = self.endpoint.as_ref();
        let is_safe = endpoint.is_none_or(|endpoint| endpoint.is_secure() || endpoint.is_local());
        if !is_safe && !source.allows_insecure_network {
            let what = "reaches another machine without TLS: use https, or set INSECURE_NETWORK=allow if the network is private";
            source.problem("S3_ENDPOINT", what);
        }
        if is_used && !self.has_keys() {
            let what = "must be set together with S3_ACCESS_KEY_ID when a store is named";
            source.problem("S3_SECRET_ACCESS_KEY", what);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    const KEYS: [(&str, &str); 2] = [
        ("S3_ACCESS_KEY_ID", "AKIA0"),
        ("S3_SECRET_ACCESS_KEY", "geheim-geheim"),
    ];

    fn problems(settings: &[(&str, &str)]) -> String {
        let all = [&KEYS[..], settings].concat();
        Config::from_pairs(&all).map_or_else(|problems| problems, |_| String::new())
    }

    #[test]
    fn films_are_never_put_in_the_public_location() {
        for (media, streams, good) in [
            ("s3://a/media", "s3://a/streams", true),
            ("s3://a", "s3://b", true),
            ("s3://a/m", "s3://a/media", true),
            ("s3://a", "s3://a/streams", false),
            ("s3://a/x", "s3://a/x", false),
            ("s3://a/x/y", "s3://a/x", false),
        ] {
            let problems = problems(&[("MEDIA_STORE", media), ("STREAM_STORE", streams)]);
            assert_eq!(problems.is_empty(), good, "{media} {streams}: {problems}");
        }
    }

    #[test]
    fn https_is_required_unless_the_operator_allows_http() {
        let store = ("MEDIA_STORE", "s3://a");
        for good in [
            "",
            "https://s3.example",
            "http://127.0.0.1:9000",
            "http://localhost:9000/",
            "http://[::1]:9000",
        ] {
            assert_eq!(problems(&[store, ("S3_ENDPOINT", good)]), "", "{good}");
        }
        for bad in [
            "http://s3.example",
            "http://10.0.0.7:9000",
            "s3.example",
            "ftp://s3.example",
            "https://u:geheim@s3.example",
            "https://s3.example/?a",
        ] {
            let problems = problems(&[store, ("S3_ENDPOINT", bad)]);
            assert!(
                problems.contains("S3_ENDPOINT") && !problems.contains("geheim"),
                "{bad}: {problems}"
            );
        }
        let allowed = [
            store,
            ("S3_ENDPOINT", "http://10.0.0.7:9000"),
            ("INSECURE_NETWORK", "allow"),
        ];
        assert_eq!(problems(&allowed), "");
    }

    #[test]
    fn a_store_needs_its_keys_and_nginx_cannot_serve_it() {
        let named = ("MEDIA_STORE", "s3://a");
        let problem = Config::from_pairs(&[named, KEYS[0]]).unwrap_err();
        assert!(problem.contains("S3_SECRET_ACCESS_KEY"), "{problem}");
        let nginx = [
            ("STREAM_STORE", "s3://a"),
            ("HLS_SIGNER", "nginx_md5"),
            ("HLS_SECRET", "s3cret"),
        ];
        assert!(problems(&nginx).contains("nginx cannot serve"));
    }

    #[test]
    fn films_are_played_from_named_hosts_only() {
        let listed = [("STREAM_HOSTS", "films.example, cdn.example:8443")];
        let streams = Config::from_pairs(&listed).unwrap().streams;
        assert!(
            streams.may_play_from("FILMS.example") && streams.may_play_from("cdn.example:8443")
        );
        for other in ["cdn.example", "a.films.example", ""] {
            assert!(!streams.may_play_from(other), "{other}");
        }
        assert!(Config::from_pairs(&[]).unwrap().streams.hosts.is_empty());
        for bad in [
            "https://films.example",
            "films.example/a",
            "*.example; img-src *",
        ] {
            let problem = Config::from_pairs(&[("STREAM_HOSTS", bad)]).unwrap_err();
            assert!(problem.contains("STREAM_HOSTS"), "{bad}: {problem}");
        }
    }

    #[test]
    fn debug_output_hides_the_secret() {
        let config = Config::from_pairs(&[KEYS[0], KEYS[1], ("MEDIA_STORE", "s3://a")]).unwrap();
        assert!(!format!("{config:?}").contains("geheim"));
    }
}
