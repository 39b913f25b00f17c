//! Signed stream URLs, `/hls/<token>/<expires>/<work>/<file>`. The token covers expiry and work, so a playlist and its
//! segments share it, and playlists need no rewriting.
//!
//! The default is HMAC-SHA256. For sites where nginx serves the streams there is the MD5 of its `secure_link`, the only
//! hash it supports; with the secret at the end it is not an HMAC, but resists length extension.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use md5::{Digest as _, Md5};
use secrecy::{ExposeSecret as _, SecretString};
use subtle::ConstantTimeEq as _;
use yingku_base::keys::{MacKey, Secrets};
use yingku_platform::config::{HlsConfig, HlsSigner};

/// The file of a stream that names all others.
pub(super) const PLAYLIST: &str = "index.m3u8";

/// Signs and verifies URLs.
pub struct StreamSigner {
    kind: Kind,
    base: String,
    life_seconds: i64,
}

enum Kind {
    Hmac(MacKey),
    Md5(SecretString),
}

/// A signed URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamAddress {
    /// The URL of the playlist: a path, or on another host.
    pub url: String,
    /// When it expires, seconds.
    pub expires: i64,
}

/// Why a URL is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddressFault {
    /// The signature is wrong.
    Forged,
    /// It has expired.
    Expired,
}

impl StreamSigner {
    /// From the settings.
    pub fn new(config: &HlsConfig, secret: &SecretString) -> anyhow::Result<Self> {
        let kind = match config.signer {
            HlsSigner::HmacSha256 => {
                let secrets = Secrets::new(secret, &SecretString::default())?;
                Kind::Hmac(secrets.key_for("stream-address"))
            }
            HlsSigner::NginxMd5 => Kind::Md5(secret.clone()),
        };
        Ok(Self {
            kind,
            base: config.base.clone(),
            life_seconds: config.life_seconds,
        })
    }

    /// Signs the URL of a work's playlist at `now`, seconds.
    pub fn address(&self, work: i64, now: i64) -> StreamAddress {
        let expires = now + self.life_seconds;
        let token = self.token(expires, work);
        StreamAddress {
            url: format!("{}/{token}/{expires}/{work}/{PLAYLIST}", self.base),
            expires,
        }
    }

    /// Verifies a URL at `now`, seconds. Expiry is reported only for a valid signature.
    pub fn check(
        &self,
        token: &str,
        expires: i64,
        work: i64,
        now: i64,
    ) -> Result<(), AddressFault> {
        let is_valid = URL_SAFE_NO_PAD
            .decode(token)
            .is_ok_and(|tag| self.verify(&tag, expires, work));
        if !is_valid {
            Err(AddressFault::Forged)
        } else if expires < now {
            Err(AddressFault::Expired)
        } else {
            Ok(())
        }
    }

    fn token(&self, expires: i64, work: i64) -> String {
        let text = format!("{expires}/{work}");
        match &self.kind {
            Kind::Hmac(key) => URL_SAFE_NO_PAD.encode(key.tag(text.as_bytes())),
            Kind::Md5(secret) => URL_SAFE_NO_PAD.encode(nginx_md5(&text, secret)),
        }
    }

    fn verify(&self, tag: &[u8], expires: i64, work: i64) -> bool {
        let text = format!("{expires}/{work}");
        match &self.kind {
            Kind::Hmac(key) => key.verify(tag, text.as_bytes()),
            Kind::Md5(secret) => nginx_md5(&text, secret).ct_eq(tag).into(),
        }
    }
}

/// The hash of nginx's `secure_link_md5 "$expires/$work|<secret>"`.
fn nginx_md5(text: &str, secret: &SecretString) -> [u8; 16] {
    Md5::new()
        .chain_update(text)
        .chain_update("|")
        .chain_update(secret.expose_secret())
        .finalize()
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_platform::config::Config;

    const WORK: i64 = 910_000_000_000_000_001;
    const NOW: i64 = 1_790_000_000;

    fn signer(settings: &[(&str, &str)]) -> StreamSigner {
        let config = Config::from_pairs(settings).unwrap();
        StreamSigner::new(&config.hls, &config.secrets.streams).unwrap()
    }

    fn nginx() -> StreamSigner {
        signer(&[("HLS_SIGNER", "nginx_md5"), ("HLS_SECRET", "s3cret")])
    }

    fn hmac() -> StreamSigner {
        signer(&[
            ("HLS_SECRET", "s3cret"),
            ("HLS_BASE", "https://streams.example.org/hls/"),
        ])
    }

    /// The token of a URL, and its expiry.
    fn parts(address: &StreamAddress) -> (String, i64) {
        let token = address.url.split("/hls/").nth(1).unwrap();
        (token.split('/').next().unwrap().to_owned(), address.expires)
    }

    #[test]
    fn the_nginx_token_matches_openssl() {
        // printf '1790021600/910000000000000001|s3cret' | openssl md5 -binary | base64 | tr +/ -_ | tr -d =
        let address = nginx().address(WORK, NOW);
        assert_eq!(
            address.url,
            "/hls/qKOIEGxNz3i4UlYNDPtp9w/1790021600/910000000000000001/index.m3u8"
        );
    }

    #[test]
    fn a_url_is_valid_for_its_work_until_it_expires() {
        for (signer, length) in [(nginx(), 22), (hmac(), 43)] {
            let (token, expires) = parts(&signer.address(WORK, NOW));
            assert_eq!((token.len(), expires), (length, NOW + 6 * 3_600));
            let check = |token: &str, expires, work, now| signer.check(token, expires, work, now);
            assert_eq!(check(&token, expires, WORK, NOW), Ok(()));
            assert_eq!(check(&token, expires, WORK, expires), Ok(()));
            assert_eq!(
                check(&token, expires, WORK, expires + 1),
                Err(AddressFault::Expired)
            );
            for (token, expires, work) in [
                (token.as_str(), expires + 1, WORK),
                (&token, expires, WORK + 1),
                (token.get(1..).unwrap(), expires, WORK),
                (&token.to_uppercase(), expires, WORK),
                (&format!("{token}="), expires, WORK),
                ("", expires, WORK),
                ("..", expires, WORK),
                ("钥", expires, WORK),
            ] {
                assert_eq!(
                    check(token, expires, work, NOW),
                    Err(AddressFault::Forged),
                    "{token}"
                );
            }
        }
        let (token, expires) = parts(&nginx().address(WORK, NOW));
        assert_eq!(
            hmac().check(&token, expires, WORK, NOW),
            Err(AddressFault::Forged)
        );
        let another = signer(&[("HLS_SECRET", "another")]);
        let (token, expires) = parts(&hmac().address(WORK, NOW));
        assert_eq!(
            another.check(&token, expires, WORK, NOW),
            Err(AddressFault::Forged)
        );
    }

    #[test]
    fn another_host_can_serve() {
        let url = hmac().address(WORK, NOW).url;
        assert!(url.starts_with("https://streams.example.org/hls/"), "{url}");
    }
}
