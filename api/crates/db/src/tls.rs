//! The TLS settings of a PostgreSQL URL. libpq does the encryption; this rates its modes.

use std::path::PathBuf;

/// Why a connection is open to a man in the middle; `None` if the server's certificate and name are verified.
///
/// Of several modes, including the `ssl=true` that libpq accepts from other drivers, the weakest counts.
pub fn weakness(url: &str) -> Option<&'static str> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let named: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
    let has_ca = named.iter().any(|(name, _)| name == "sslrootcert");
    let mut modes = named.iter().filter_map(|(name, value)| match &**name {
        "sslmode" => Some(&**value),
        "ssl" => Some("require"),
        _ => None,
    });
    let first = modes.next().unwrap_or("prefer");
    std::iter::once(first)
        .chain(modes)
        .find_map(|mode| weakness_of(mode, has_ca))
}

/// The files that a URL names, as libpq parameters and values. `system` is not a file.
pub fn files(url: &str) -> Vec<(String, PathBuf)> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let named = form_urlencoded::parse(query.as_bytes());
    let of_files = named.filter(|(name, value)| {
        ["sslrootcert", "sslcert", "sslkey", "sslcrl"].contains(&&**name) && value != "system"
    });
    of_files
        .map(|(name, value)| (name.into_owned(), PathBuf::from(value.into_owned())))
        .collect()
}

fn weakness_of(mode: &str, has_ca: bool) -> Option<&'static str> {
    match mode {
        "verify-full" => None,
        "disable" => Some("is not encrypted"),
        "allow" | "prefer" => {
            Some("is encrypted only if the server offers it, so a man in the middle can prevent it")
        }
        // With a CA file libpq treats `require` as `verify-ca`.
        "require" if !has_ca => Some(
            "is encrypted without verifying the certificate, so a man in the middle can impersonate the server",
        ),
        "require" | "verify-ca" => Some(
            "accepts any certificate of the authority, so the owner of one for another host can impersonate the server",
        ),
        _ => Some("has an sslmode that libpq does not know"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_server_that_proves_its_name_is_secure() {
        let at = |query: &str| weakness(&format!("postgres://a:b@db.example.org/c{query}"));
        for secure in [
            "?sslmode=verify-full&sslrootcert=/etc/ssl/ca.pem",
            "?connect_timeout=3&sslmode=verify-full&sslrootcert=system",
            "?sslmode=verify%2Dfull",
        ] {
            assert_eq!(at(secure), None, "{secure}");
        }
        for (query, word) in [
            ("", "only if the server offers"),
            ("?sslrootcert=ca.pem", "only if the server offers"),
            ("?sslmode=prefer", "only if the server offers"),
            ("?sslmode=allow", "only if the server offers"),
            ("?sslmode=disable", "not encrypted"),
            ("?sslmode=require", "without verifying"),
            ("?sslmode=require&sslrootcert=ca.pem", "any certificate"),
            ("?sslmode=verify-ca&sslrootcert=ca.pem", "any certificate"),
            ("?sslmode=verify-full&sslmode=disable", "not encrypted"),
            ("?sslmode=verify-full&ssl=true", "without verifying"),
            ("?sslmode=VERIFY-FULL", "does not know"),
        ] {
            let problem = at(query).unwrap_or_default();
            assert!(problem.contains(word), "{query}: {problem}");
        }
    }
}
