//! Settings of request signatures.

use std::path::PathBuf;

use secrecy::SecretString;

use super::source::Source;

/// What happens to an unsigned or wrongly signed request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum SigningMode {
    /// It is rejected.
    #[default]
    Enforce,
    /// It is logged and let through.
    Report,
    /// It is not checked.
    Off,
}

/// Request signatures.
#[derive(Debug, Clone)]
pub struct SigningConfig {
    /// Enforce, report or off.
    pub mode: SigningMode,
    /// Id of the application.
    pub app_id: String,
    /// The fixed secret; public by design.
    pub app_secret: String,
    /// File of the RSA key.
    pub key_file: PathBuf,
    /// File of the previous RSA key, which is still accepted.
    pub previous_key_file: Option<PathBuf>,
    /// New client keys per minute for each address.
    pub decryptions_per_minute: u32,
    /// New client keys per second across all addresses.
    pub decryptions_per_second: u32,
    /// Secret of the keys for data that only the server verifies.
    pub server_secret: SecretString,
}

impl SigningConfig {
    pub(super) fn read(source: &mut Source, production: bool) -> Self {
        let modes = [
            ("enforce", SigningMode::Enforce),
            ("report", SigningMode::Report),
            ("off", SigningMode::Off),
        ];
        Self {
            mode: source.one_of("SIGNING", &modes),
            app_id: source.text("APP_ID"),
            app_secret: source.text("APP_SECRET"),
            key_file: source.text("CLIENT_KEY_FILE").into(),
            previous_key_file: source.optional("CLIENT_KEY_FILE_PREVIOUS").map(Into::into),
            decryptions_per_minute: source.number("KEY_OPENINGS_PER_MINUTE", 1, 1_000_000),
            decryptions_per_second: source.number("KEY_OPENINGS_PER_SECOND", 1, 1_000_000),
            server_secret: source.secret("SERVER_SECRET", production),
        }
    }
}
