//! Access tokens: short-lived JWTs (RFC 7519, HS256) that name a member and a session. The header must equal the server's own byte
//! for byte, so an attacker cannot choose an algorithm.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use yingku_base::keys::{MacKey, Secrets};

/// The type of RFC 9068 rejects other kinds of token.
const HEADER: &[u8] = br#"{"alg":"HS256","typ":"at+jwt"}"#;
const ISSUER: &str = "yingku";
/// Tolerated clock difference between instances, seconds.
const AHEAD: i64 = 60;

/// Issues and verifies access tokens.
pub struct AccessTokens {
    key: MacKey,
    header: String,
    audience: String,
    life: i64,
}

/// The content of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// The member.
    pub user_id: i64,
    /// The session.
    pub session_id: i64,
}

/// Why a token is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenFault {
    /// Not issued by us, or for another client key.
    Invalid,
    /// Expired.
    Expired,
}

#[derive(Serialize, Deserialize)]
struct Payload {
    iss: String,
    aud: String,
    sub: String,
    sid: String,
    iat: i64,
    exp: i64,
    /// The member's level when it was issued: a hint for clients; the server does not read it.
    lvl: i16,
    cnf: Confirmation,
}

/// What the token is bound to (RFC 7800).
#[derive(Serialize, Deserialize)]
struct Confirmation {
    kh: String,
}

impl AccessTokens {
    /// `audience` is the application's id, `life` the lifetime in seconds.
    pub fn new(secrets: &Secrets, audience: &str, life: i64) -> Self {
        Self {
            key: secrets.key_for("access-token"),
            header: URL_SAFE_NO_PAD.encode(HEADER),
            audience: audience.to_owned(),
            life,
        }
    }

    /// Lifetime of a token, seconds.
    pub fn life(&self) -> i64 {
        self.life
    }

    /// Issues a token at `now` (seconds) for the client key `bound_to`.
    pub fn issue(
        &self,
        claims: Claims,
        level: i16,
        bound_to: &str,
        now: i64,
    ) -> serde_json::Result<String> {
        let payload = serde_json::to_vec(&Payload {
            iss: ISSUER.to_owned(),
            aud: self.audience.clone(),
            sub: claims.user_id.to_string(),
            sid: claims.session_id.to_string(),
            iat: now,
            exp: now + self.life,
            lvl: level,
            cnf: Confirmation {
                kh: bound_to.to_owned(),
            },
        })?;
        let signed = format!("{}.{}", self.header, URL_SAFE_NO_PAD.encode(payload));
        let tag = URL_SAFE_NO_PAD.encode(self.key.tag(signed.as_bytes()));
        Ok(format!("{signed}.{tag}"))
    }

    /// Verifies a token sent at `now` with the client key `bound_to`.
    pub fn verify(&self, token: &str, bound_to: &str, now: i64) -> Result<Claims, TokenFault> {
        let (claims, payload) = self.read(token, bound_to).ok_or(TokenFault::Invalid)?;
        if payload.iat > now + AHEAD {
            return Err(TokenFault::Invalid);
        }
        if payload.exp <= now {
            return Err(TokenFault::Expired);
        }
        Ok(claims)
    }

    /// [`Self::verify`] without the expiry: enough to end the session, and nothing else.
    pub fn verify_for_logout(&self, token: &str, bound_to: &str) -> Option<Claims> {
        self.read(token, bound_to).map(|(claims, _)| claims)
    }

    fn read(&self, token: &str, bound_to: &str) -> Option<(Claims, Payload)> {
        let (signed, tag) = token.rsplit_once('.')?;
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        let (header, payload) = signed.split_once('.')?;
        if header != self.header || !self.key.verify(&tag, signed.as_bytes()) {
            return None;
        }
        let payload = URL_SAFE_NO_PAD.decode(payload).ok()?;
        let payload: Payload = serde_json::from_slice(&payload).ok()?;
        if payload.iss != ISSUER || payload.aud != self.audience || payload.cnf.kh != bound_to {
            return None;
        }
        let claims = Claims {
            user_id: payload.sub.parse().ok()?,
            session_id: payload.sid.parse().ok()?,
        };
        Some((claims, payload))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_790_000_000;
    const CLAIMS: Claims = Claims {
        user_id: 910_000_000_000_000_001,
        session_id: 920_000_000_000_000_001,
    };

    fn tokens() -> AccessTokens {
        AccessTokens::new(&secrets(), "yingku", 900)
    }

    fn secrets() -> Secrets {
        Secrets::new(&"0123456789abcdef".into(), &"".into()).unwrap()
    }

    /// A token with any header and payload, correctly signed with the server's key.
    fn signed(header: &str, payload: &str) -> String {
        let text = [header, payload].map(|part| URL_SAFE_NO_PAD.encode(part));
        let text = text.join(".");
        let tag = secrets().key_for("access-token").tag(text.as_bytes());
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(tag))
    }

    #[test]
    fn a_token_identifies_its_member_until_it_expires() {
        let tokens = tokens();
        let token = tokens.issue(CLAIMS, 1, "kh", NOW).unwrap();
        assert_eq!(tokens.verify(&token, "kh", NOW), Ok(CLAIMS));
        assert_eq!(tokens.verify(&token, "kh", NOW + 899), Ok(CLAIMS));
        assert_eq!(
            tokens.verify(&token, "kh", NOW + 900),
            Err(TokenFault::Expired)
        );
        assert_eq!(tokens.verify_for_logout(&token, "kh"), Some(CLAIMS));
        assert_eq!(
            tokens.verify(&token, "kh", NOW - 61),
            Err(TokenFault::Invalid),
            "made in the future"
        );
    }

    #[test]
    fn a_token_works_with_the_key_it_was_given_to() {
        let token = tokens().issue(CLAIMS, 1, "kh", NOW).unwrap();
        for other in ["", "KH", "another"] {
            assert_eq!(
                tokens().verify(&token, other, NOW),
                Err(TokenFault::Invalid)
            );
            assert_eq!(tokens().verify_for_logout(&token, other), None);
        }
    }

    #[test]
    fn another_jwt_header_is_rejected_even_with_a_valid_signature() {
        let payload = r#"{"iss":"yingku","aud":"yingku","sub":"1","sid":"2","iat":1790000000,"exp":1790000900,"lvl":1,"cnf":{"kh":"kh"}}"#;
        let good = r#"{"alg":"HS256","typ":"at+jwt"}"#;
        let verify = |header: &str, payload: &str| {
            tokens().verify(&signed(header, payload), "kh", NOW).is_ok()
        };
        assert!(verify(good, payload));
        for header in [
            r#"{"alg":"none","typ":"at+jwt"}"#,
            r#"{"alg":"RS256","typ":"at+jwt"}"#,
            r#"{"alg":"HS256","typ":"JWT"}"#,
            r#"{"alg":"HS256", "typ":"at+jwt"}"#,
            r#"{"typ":"at+jwt","alg":"HS256"}"#,
        ] {
            assert!(!verify(header, payload), "{header}");
        }
        for (from, to) in [
            (r#""iss":"yingku""#, r#""iss":"other""#),
            (r#""aud":"yingku""#, r#""aud":"other""#),
            (r#""sub":"1""#, r#""sub":"x""#),
        ] {
            assert!(!verify(good, &payload.replace(from, to)), "{to}");
        }
    }

    #[test]
    fn malformed_tokens_are_rejected() {
        let token = tokens().issue(CLAIMS, 1, "kh", NOW).unwrap();
        let (signed, _) = token.rsplit_once('.').unwrap();
        let long = "a".repeat(8192);
        for bad in [
            "",
            ".",
            "..",
            "a.b.c",
            signed,
            &format!("{signed}."),
            token.split_at(token.len() - 1).0,
            token.split_at(1).1,
            &format!("{token}."),
            &format!(".{token}"),
            &long,
        ] {
            assert_eq!(
                tokens().verify(bad, "kh", NOW),
                Err(TokenFault::Invalid),
                "{bad}"
            );
        }
    }
}
