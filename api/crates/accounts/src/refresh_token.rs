//! Refresh tokens: `r1.<session>.<counter>.<tag>`. The session's row stores the current counter, so nothing stored can
//! be presented as a token; a token that was not issued by this server for this client key never reaches the database.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use yingku_base::keys::{MacKey, Secrets};
use yingku_base::values::parse_id;

const VERSION: &str = "r1";

/// Issues and verifies refresh tokens.
pub struct RefreshTokens(MacKey);

/// The content of a refresh token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refresh {
    /// The session.
    pub session_id: i64,
    /// Number of the token within the session, from 1.
    pub counter: i64,
}

impl RefreshTokens {
    /// Derives the key.
    pub fn new(secrets: &Secrets) -> Self {
        Self(secrets.key_for("refresh-token"))
    }

    /// The token for the client key `bound_to`. Deterministic.
    pub fn issue(&self, refresh: Refresh, bound_to: &str) -> String {
        let tag = self.0.tag(text(refresh, bound_to).as_bytes());
        format!(
            "{VERSION}.{}.{}.{}",
            refresh.session_id,
            refresh.counter,
            URL_SAFE_NO_PAD.encode(tag)
        )
    }

    /// Verifies a token sent with the client key `bound_to`.
    pub fn read(&self, token: &str, bound_to: &str) -> Option<Refresh> {
        let mut parts = token.split('.');
        let (version, session, counter, tag) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        if version != VERSION || parts.next().is_some() {
            return None;
        }
        let refresh = Refresh {
            session_id: parse_id(session)?,
            counter: parse_id(counter)?,
        };
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        self.0
            .verify(&tag, text(refresh, bound_to).as_bytes())
            .then_some(refresh)
    }
}

fn text(refresh: Refresh, bound_to: &str) -> String {
    format!(
        "{VERSION}.{}.{}.{bound_to}",
        refresh.session_id, refresh.counter
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const REFRESH: Refresh = Refresh {
        session_id: 920_000_000_000_000_001,
        counter: 7,
    };

    fn tokens() -> RefreshTokens {
        RefreshTokens::new(&Secrets::new(&"secret".into(), &"".into()).unwrap())
    }

    #[test]
    fn a_token_is_valid_only_for_its_own_client() {
        let token = tokens().issue(REFRESH, "kh");
        assert_eq!(token, tokens().issue(REFRESH, "kh"));
        assert_eq!(tokens().read(&token, "kh"), Some(REFRESH));
        assert_eq!(tokens().read(&token, "other"), None);
    }

    #[test]
    fn a_changed_token_is_invalid() {
        let token = tokens().issue(REFRESH, "kh");
        let next = token.replace(".7.", ".8.");
        let zero = token.replace(".7.", ".07.");
        let other = token.replace("r1.92", "r1.93");
        for bad in [
            "",
            "r1",
            "r1...",
            &next,
            &zero,
            &other,
            token.split_at(1).1,
            token.split_at(token.len() - 1).0,
            &format!("{token}.x"),
        ] {
            assert_eq!(tokens().read(bad, "kh"), None, "{bad}");
        }
    }
}
