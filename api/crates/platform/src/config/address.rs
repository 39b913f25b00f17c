//! The address of a server over HTTP, read once.

use std::fmt;
use std::str::FromStr;

use actix_web::http::Uri;
use yingku_base::address::is_local_host;

/// An `http://` or `https://` address without user, query and a slash at its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpAddress {
    is_secure: bool,
    is_local: bool,
    /// Host, port and path.
    place: String,
}

impl HttpAddress {
    /// Whether it uses TLS.
    pub const fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// Whether it is on this machine.
    pub const fn is_local(&self) -> bool {
        self.is_local
    }

    /// The same address at a host below its own.
    pub fn below(&self, name: &str) -> Self {
        Self {
            place: format!("{name}.{}", self.place),
            ..*self
        }
    }
}

impl FromStr for HttpAddress {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let text = text.trim_end_matches('/');
        let uri: Uri = text.parse().map_err(|_| ())?;
        let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
        let (_, place) = text.split_once("://").ok_or(())?;
        let is_secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(()),
        };
        if host.is_empty() || text.contains(['@', '?', '#']) {
            return Err(());
        }
        Ok(Self {
            is_secure,
            is_local: is_local_host(host),
            place: place.to_owned(),
        })
    }
}

impl fmt::Display for HttpAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_secure { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.place)
    }
}
