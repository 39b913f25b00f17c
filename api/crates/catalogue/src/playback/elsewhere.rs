//! Streams on other hosts: addresses that works have, on hosts of `STREAM_HOSTS`. They are not signed, and the site's
//! content security policy blocks all others.

use yingku_platform::config::StreamConfig;

use crate::import::path::host_of;

/// The address of a stream on another host, if it may be played.
pub fn allowed<'a>(address: &'a str, streams: &StreamConfig) -> Option<&'a str> {
    host_of(address)
        .is_some_and(|host| streams.may_play_from(host))
        .then_some(address)
}

#[cfg(test)]
mod tests {
    use yingku_platform::config::Config;

    use super::*;
    use crate::playback::demo;

    #[test]
    fn an_address_is_played_if_its_host_is_named() {
        let listed = [("STREAM_HOSTS", "films.example")];
        let streams = Config::from_pairs(&listed).unwrap().streams;
        let good = "https://films.example/a/index.m3u8?b";
        assert_eq!(allowed(good, &streams), Some(good));
        for other in [
            "",
            demo::STREAM,
            "films.example/a.m3u8",
            "http://films.example/a.m3u8",
            "https://films.example:8443/a.m3u8",
            "https://cdn.example/films.example/a.m3u8",
            "https://films.example.cdn.example/a.m3u8",
        ] {
            assert_eq!(allowed(other, &streams), None, "{other}");
        }
    }
}
