//! Settings of traces.

use ureq::http::Uri;
use yingku_base::address::is_local_host;

use super::source::Source;

/// Where request traces are sent.
#[derive(Debug, Clone)]
pub struct TracesConfig {
    /// The collector's URL; without one nothing is traced.
    pub endpoint: Option<String>,
    /// Fraction of requests to trace, 0 to 1.
    pub sample: f64,
}

impl TracesConfig {
    pub(super) fn read(source: &mut Source) -> Self {
        let endpoint = source.optional("OTLP_ENDPOINT");
        if let Some(endpoint) = &endpoint {
            check(source, endpoint);
        }
        let sample = source.parsed("OTLP_SAMPLE", 0.0);
        if !(0.0..=1.0).contains(&sample) {
            source.problem("OTLP_SAMPLE", "must be a number from 0 to 1");
        }
        Self {
            endpoint: endpoint.map(|url| url.trim_end_matches('/').to_owned()),
            sample,
        }
    }
}

/// Rejects a password or a query: the URL is shown to operators and logged.
fn check(source: &mut Source, endpoint: &str) {
    const NAME: &str = "OTLP_ENDPOINT";
    let uri = endpoint.parse::<Uri>().ok();
    let scheme = uri.as_ref().and_then(Uri::scheme_str);
    let host = uri
        .as_ref()
        .and_then(Uri::host)
        .map(|host| host.trim_matches(['[', ']']));
    match (scheme, host) {
        (Some("http" | "https"), Some(_)) if !endpoint.contains(['@', '?', '#']) => {}
        _ => {
            source.problem(
                NAME,
                "must be an http:// or https:// address, such as http://127.0.0.1:4318",
            );
            return;
        }
    }
    if scheme == Some("http") && !host.is_some_and(is_local_host) {
        source.needs_secure_network(NAME, "is not encrypted", "use an https:// address");
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    fn problems(settings: &[(&str, &str)]) -> String {
        Config::from_pairs(settings).err().unwrap_or_default()
    }

    #[test]
    fn only_collector_urls_are_accepted() {
        for good in [
            "http://127.0.0.1:4318",
            "http://[::1]:4318/",
            "http://localhost/otlp",
            "https://traces.example.org",
        ] {
            assert_eq!(problems(&[("OTLP_ENDPOINT", good)]), "", "{good}");
        }
        for bad in [
            "127.0.0.1:4318",
            "grpc://localhost",
            "http://",
            "http://me:secret@localhost",
            "http://localhost/?key=secret",
        ] {
            let problems = problems(&[("OTLP_ENDPOINT", bad)]);
            assert!(
                problems.contains("OTLP_ENDPOINT") && !problems.contains("secret"),
                "{bad}: {problems}"
            );
        }
        for bad in ["-0.1", "1.1", "NaN", "half"] {
            assert!(
                problems(&[("OTLP_SAMPLE", bad)]).contains("OTLP_SAMPLE"),
                "{bad}"
            );
        }
    }
}
