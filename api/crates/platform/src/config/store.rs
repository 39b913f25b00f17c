//! Settings of the S3-compatible store that may hold the operators' files instead of folders.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use actix_web::http::Uri;
use secrecy::{ExposeSecret as _, SecretString};
use yingku_base::address::is_local_host;

use super::HlsSigner;
use super::source::{INSECURE_NETWORK, Source};

/// Scheme of a bucket's address.
const SCHEME: &str = "s3://";

/// A bucket, or a folder in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BucketPlace {
    /// Its name.
    pub bucket: String,
    /// The folder, without slashes around it; empty for the whole bucket.
    pub prefix: String,
}

impl BucketPlace {
    /// Whether `other` is inside this place or equal to it.
    fn contains(&self, other: &Self) -> bool {
        let rest = other.prefix.strip_prefix(&self.prefix);
        let below = rest
            .is_some_and(|rest| rest.is_empty() || self.prefix.is_empty() || rest.starts_with('/'));
        self.bucket == other.bucket && below
    }
}

impl FromStr for BucketPlace {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = "must be s3://bucket or s3://bucket/folder, of letters, digits, -, _ and .";
        let rest = text.strip_prefix(SCHEME).ok_or(wrong)?;
        let mut parts = rest.trim_end_matches('/').split('/');
        let bucket = parts.next().unwrap_or_default();
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        let good =
            |part: &str| !part.starts_with('.') && !part.is_empty() && part.chars().all(plain);
        let prefix: Vec<&str> = parts.collect();
        if !good(bucket) || !prefix.iter().all(|part| good(part)) {
            return Err(wrong);
        }
        Ok(Self {
            bucket: bucket.to_owned(),
            prefix: prefix.join("/"),
        })
    }
}

impl fmt::Display for BucketPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SCHEME}{}", self.bucket)?;
        if !self.prefix.is_empty() {
            write!(f, "/{}", self.prefix)?;
        }
        Ok(())
    }
}

/// How to reach the store.
#[derive(Debug, Clone)]
pub struct S3Config {
    /// Its URL; empty for Amazon S3.
    pub endpoint: String,
    /// The region that requests are signed for.
    pub region: String,
    /// Id of the access key.
    pub access_key_id: String,
    /// The key that requests are signed with.
    pub secret_access_key: SecretString,
    /// Whether the bucket is in the path of a URL, not in its host.
    pub path_style: bool,
    /// Certificates to trust besides the public authorities.
    pub ca_file: Option<PathBuf>,
    /// Timeout of a response, or of the next chunk.
    pub timeout: Duration,
}

impl S3Config {
    /// Whether requests can be signed.
    pub fn has_keys(&self) -> bool {
        !self.access_key_id.is_empty() && !self.secret_access_key.expose_secret().is_empty()
    }
}

/// The store, and what it holds.
#[derive(Debug, Clone)]
pub struct StoreConfig {
    /// Pictures and clips; `None` when they are in `MEDIA_DIR`.
    pub media: Option<BucketPlace>,
    /// Streams; `None` when they are in `STREAM_DIR`.
    pub streams: Option<BucketPlace>,
    /// How to reach it.
    pub s3: S3Config,
}

impl StoreConfig {
    pub(super) fn read(source: &mut Source, signer: HlsSigner) -> Self {
        let media = place(source, "MEDIA_STORE");
        let streams = place(source, "STREAM_STORE");
        if let (Some(media), Some(streams)) = (&media, &streams)
            && (media.contains(streams) || streams.contains(media))
        {
            let what = "must not be inside MEDIA_STORE, which is public, nor contain it";
            source.problem("STREAM_STORE", what);
        }
        if streams.is_some() && signer == HlsSigner::NginxMd5 {
            let what = "nginx cannot serve the files of a store; set HLS_SIGNER=hmac_sha256";
            source.problem("STREAM_STORE", what);
        }
        let s3 = read_s3(source);
        if (media.is_some() || streams.is_some()) && !s3.has_keys() {
            let what = "must be set together with S3_ACCESS_KEY_ID when a store is named";
            source.problem("S3_SECRET_ACCESS_KEY", what);
        }
        Self { media, streams, s3 }
    }
}

fn place(source: &mut Source, name: &str) -> Option<BucketPlace> {
    let parsed = source.optional(name)?.parse();
    parsed.map_err(|wrong| source.problem(name, wrong)).ok()
}

fn read_s3(source: &mut Source) -> S3Config {
    let endpoint = source.text("S3_ENDPOINT").trim_end_matches('/').to_owned();
    if let Err(wrong) = check_endpoint(&endpoint, source.text(INSECURE_NETWORK) == "allow") {
        source.problem("S3_ENDPOINT", wrong);
    }
    S3Config {
        endpoint,
        region: source.text("S3_REGION"),
        access_key_id: source.text("S3_ACCESS_KEY_ID"),
        secret_access_key: SecretString::from(source.text("S3_SECRET_ACCESS_KEY")),
        path_style: source.is_on("S3_PATH_STYLE"),
        ca_file: source.optional("S3_CA_FILE").map(PathBuf::from),
        timeout: source.milliseconds("S3_TIMEOUT_MS", 100, 60_000),
    }
}

/// Checks the store's URL. Without TLS a man in the middle could read and change what is fetched.
fn check_endpoint(endpoint: &str, insecure: bool) -> Result<(), &'static str> {
    if endpoint.is_empty() {
        return Ok(());
    }
    let wrong = "must be an https:// address without user and query";
    let uri: Uri = endpoint.parse().map_err(|_| wrong)?;
    let (scheme, host) = (uri.scheme_str(), uri.host().unwrap_or_default());
    if host.is_empty() || endpoint.contains(['@', '?', '#']) {
        return Err(wrong);
    }
    match scheme {
        Some("https") => Ok(()),
        Some("http") if insecure || is_local_host(host.trim_matches(['[', ']'])) => Ok(()),
        Some("http") => Err(
            "reaches another machine without TLS: use https, or set INSECURE_NETWORK=allow if the network is private",
        ),
        _ => Err(wrong),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn a_location_is_a_bucket_with_an_optional_prefix() {
        let place: BucketPlace = "s3://films/a/b/".parse().unwrap();
        assert_eq!((&*place.bucket, &*place.prefix), ("films", "a/b"));
        assert_eq!(place.to_string(), "s3://films/a/b");
        let whole: BucketPlace = "s3://films".parse().unwrap();
        assert_eq!(whole.to_string(), "s3://films");
        for bad in [
            "films",
            "s3://",
            "s3:///a",
            "s3://a//b",
            "s3://a/../b",
            "s3://a/.b",
            "s3://a b",
            "https://a/b",
        ] {
            assert!(bad.parse::<BucketPlace>().is_err(), "{bad}");
        }
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
    fn debug_output_hides_the_secret() {
        let config = Config::from_pairs(&[KEYS[0], KEYS[1], ("MEDIA_STORE", "s3://a")]).unwrap();
        assert!(!format!("{config:?}").contains("geheim"));
    }
}
