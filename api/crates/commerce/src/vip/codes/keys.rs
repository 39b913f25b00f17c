//! The keys derived from `CODE_SECRET`: for the hash of a code, and for the code of an order.

use secrecy::SecretString;
use yingku_base::keys::{MacKey, Secrets};
use yingku_signer::hex;

use super::code::{ActivationCode, RANDOM_BYTES};

/// The keys of activation codes.
pub struct CodeKeys {
    hash: MacKey,
    order: MacKey,
}

impl CodeKeys {
    /// Derives the keys. The secret must not change while codes are in use.
    pub fn new(secret: &SecretString) -> anyhow::Result<Self> {
        let secrets = Secrets::new(secret, &SecretString::default())?;
        Ok(Self {
            hash: secrets.key_for("activation-code"),
            order: secrets.key_for("activation-code-of-order"),
        })
    }

    /// The hash of a code that the database stores: 64 hex digits.
    pub fn hash(&self, code: &ActivationCode) -> String {
        hex(&self.hash.tag(code.letters().as_bytes()))
    }

    /// The code of an order. Deterministic, so it need not be stored to be shown again.
    pub fn for_order(&self, order_no: &str) -> ActivationCode {
        let tag = self.order.tag(order_no.as_bytes());
        let random = tag.first_chunk::<RANDOM_BYTES>();
        ActivationCode::new(random.copied().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_an_order_depends_on_the_secret() {
        let keys = CodeKeys::new(&"one".into()).unwrap();
        let code = keys.for_order("202611210000000000000001");
        assert_eq!(keys.for_order("202611210000000000000001"), code);
        assert_eq!(ActivationCode::parse(&code.to_string()), Some(code.clone()));
        assert_ne!(keys.for_order("202611210000000000000002"), code);
        let other = CodeKeys::new(&"two".into()).unwrap();
        assert_ne!(other.for_order("202611210000000000000001"), code);
        assert_ne!(other.hash(&code), keys.hash(&code));
        assert_eq!(keys.hash(&code).len(), 64);
    }
}
