//! Parsing of magnet links.

use yingku_catalogue::import::magnet::info_hash as parse_hash;

/// Longest link, in code points.
const MAX_CHARS: usize = 2_048;

/// The info hash of a magnet link, as 40 lower-case hex digits. The link must have exactly one `xt`, of BitTorrent v1;
/// other parameters, such as trackers, are ignored.
pub fn info_hash(url: &str) -> Option<String> {
    let (scheme, query) = url.trim().split_once(":?")?;
    if url.chars().count() > MAX_CHARS {
        return None;
    }
    if !scheme.eq_ignore_ascii_case("magnet") || query.chars().any(|c| c.is_control() || c == '#') {
        return None;
    }
    let topics = |pair: &str| {
        let (name, value) = pair.split_once('=')?;
        name.eq_ignore_ascii_case("xt").then(|| value.to_owned())
    };
    let mut topics = query.split('&').filter_map(topics);
    let topic = topics.next().filter(|_| topics.next().is_none())?;
    let (kind, hash) = topic.rsplit_once(':')?;
    kind.eq_ignore_ascii_case("urn:btih")
        .then(|| parse_hash(hash))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEX: &str = "0123456789abcdef0123456789abcdef01234567";

    #[test]
    fn a_magnet_link_names_one_hash() {
        for good in [
            format!("magnet:?xt=urn:btih:{HEX}"),
            format!(
                " MAGNET:?dn=%E5%B1%B1&XT=urn:BTIH:{}&tr=udp://a ",
                HEX.to_uppercase()
            ),
            "magnet:?xt=urn:btih:AERUKZ4JVPG66AJDIVTYTK6N54ASGRLH".to_owned(),
        ] {
            assert_eq!(info_hash(&good).as_deref(), Some(HEX), "{good}");
        }
    }

    #[test]
    fn other_text_has_no_hash() {
        for bad in [
            "",
            "magnet:",
            "magnet:?",
            "magnet:?xt=",
            "magnet:?xt=urn:btih:abc",
            "http://169.254.169.254/",
            "http://127.1/",
            "http://[::1]/",
            "file:///etc/passwd",
            "gopher://x",
            "//evil",
            "\\\\evil",
            &format!("https://evil/magnet:?xt=urn:btih:{HEX}"),
            &format!("http://127.0.0.1/?xt=urn:btih:{HEX}"),
            &format!("magnet:?xt=urn:sha1:{HEX}"),
            &format!("magnet:?xt=urn:btih:{HEX}&xt=urn:btih:{HEX}"),
            &format!("magnet:?xt=urn:btih:{HEX}\r\nHost: evil"),
            &format!("magnet:?xt=urn:btih:{HEX}#x"),
            &format!("xmagnet:?xt=urn:btih:{HEX}"),
        ] {
            assert_eq!(info_hash(bad), None, "{bad}");
        }
    }
}
