//! The addresses that a film of MacCMS is played from.

use crate::values::address::address;

/// Between the lists of the players of a film.
pub(super) const LISTS: &str = "$$$";

/// What a film is played from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Played {
    /// No playlist of HLS: pages of players, and files.
    Nothing,
    /// Playlists, but none at an https address.
    Insecure,
    /// The first playlist, and of how many parts of the film it is one.
    Playlist(String, usize),
}

/// Reads `第1集$https://…#第2集$https://…$$$…`: lists of parts, each with a name before it perhaps, and its player behind it.
pub(super) fn played(text: &str) -> Played {
    let lists = text.split(LISTS).map(|list| {
        let parts = list.split(['#', '\r', '\n']).map(address_of);
        parts.filter(|part| is_playlist(part)).collect::<Vec<_>>()
    });
    let lists: Vec<Vec<&str>> = lists.filter(|parts| !parts.is_empty()).collect();
    if lists.is_empty() {
        return Played::Nothing;
    }
    let mut found = lists.iter().filter_map(|parts| {
        let first = address(parts.first()?).ok()?;
        first
            .starts_with("https://")
            .then_some(Played::Playlist(first, parts.len()))
    });
    found.next().unwrap_or(Played::Insecure)
}

/// The address of a part: all of it, or what is behind its name.
fn address_of(part: &str) -> &str {
    let mut pieces = part.split('$');
    let first = pieces.next().unwrap_or_default();
    pieces.next().unwrap_or(first).trim()
}

fn is_playlist(address: &str) -> bool {
    let path = address.split('?').next().unwrap_or_default();
    path.to_ascii_lowercase().ends_with(".m3u8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_secure_playlist_is_taken() {
        let one = |address: &str, parts| Played::Playlist(address.to_owned(), parts);
        for (text, expected) in [
            ("", Played::Nothing),
            ("HD$https://films.example/share/a", Played::Nothing),
            ("HD$https://films.example/a.mp4", Played::Nothing),
            ("HD$http://films.example/a.m3u8", Played::Insecure),
            ("HD$upload/a.m3u8", Played::Insecure),
            (
                "https://films.example/a.m3u8",
                one("https://films.example/a.m3u8", 1),
            ),
            (
                "HD$//films.example/a.M3U8?b=1$player",
                one("https://films.example/a.M3U8?b=1", 1),
            ),
            (
                "1$https://films.example/1.m3u8#2$https://films.example/2.m3u8#\r\n3$https://films.example/3.m3u8",
                one("https://films.example/1.m3u8", 3),
            ),
            (
                "HD$https://films.example/share/a$$$HD$http://films.example/b.m3u8$$$HD$https://films.example/c.m3u8",
                one("https://films.example/c.m3u8", 1),
            ),
        ] {
            assert_eq!(played(text), expected, "{text}");
        }
    }
}
