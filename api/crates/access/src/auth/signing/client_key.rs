//! Client keys: decrypted with the server's RSA key, within budgets, and cached.
//!
//! Decryption costs 1.5 ms of CPU, so it happens once per key, one at a time, on the blocking pool, within budgets per
//! address and in total; known clients never wait for it. A key that cannot be decrypted is replaced by one only the
//! server knows and then fails as a wrong signature, so no response reveals anything about the padding (implicit
//! rejection).

use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use foldhash::quality::RandomState;
use moka::sync::Cache;
use rsa::pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _, EncodePublicKey as _, LineEnding};
use rsa::traits::PublicKeyParts as _;
use rsa::{Oaep, RsaPrivateKey, RsaPublicKey};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};
use tokio::sync::Semaphore;
use yingku_base::clock::Clock;
use yingku_base::keys;
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::config::Config;
use yingku_platform::ephemeral::Ephemeral;
use yingku_signer::{CLIENT_KEY_BYTES, ClientKey, SigningKey};

use super::decryption_budget::DecryptionBudget;

/// Bits of the RSA key; a longer one costs more under a flood of new keys.
const BITS: usize = 2048;
/// Cached keys, each with its header of 350 bytes.
const MAX_CACHED: u64 = 100_000;
/// Lifetime of a client key, ms.
const MAX_AGE_MS: u64 = 90 * 86_400_000;
/// Tolerated clock difference of clients, ms.
const MAX_CLOCK_SKEW_MS: u64 = 600_000;

/// A client whose key is decrypted.
#[derive(Debug, Clone)]
pub(super) struct KnownClient {
    pub(super) key: SigningKey,
    pub(super) device_id: [u8; 16],
    pub(super) key_hash: KeyHash,
    created_at_ms: u64,
}

/// Hash of a client key, which tokens are bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyHash([u8; 16]);

impl KeyHash {
    /// Of the key itself.
    pub fn new(key: &[u8; CLIENT_KEY_BYTES]) -> Self {
        let digest = Sha256::new()
            .chain_update(b"av1-kh")
            .chain_update(key)
            .finalize();
        Self(digest.first_chunk().copied().unwrap_or_default())
    }
}

impl std::fmt::Display for KeyHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&URL_SAFE_NO_PAD.encode(self.0))
    }
}

/// Decrypts and caches client keys.
pub struct ClientKeys {
    present: ServerKey,
    /// Still accepted, so that clients do not notice a rotation.
    previous: Option<ServerKey>,
    public_pem: String,
    server_secret: SecretString,
    app_secret: String,
    clock: Arc<dyn Clock>,
    /// By the raw header: every request looks here, and a digest of it would cost as much as its signature.
    cached: Cache<Box<str>, Arc<KnownClient>, RandomState>,
    budget: DecryptionBudget,
    decrypting: Semaphore,
}

impl ClientKeys {
    /// Reads the server's key, or creates it on the first start.
    pub(super) fn open(
        config: &Config,
        ephemeral: &Ephemeral,
        clock: Arc<dyn Clock>,
    ) -> anyhow::Result<Self> {
        let present = ServerKey::new(read_or_create(&config.signing.key_file)?)?;
        let previous = config.signing.previous_key_file.as_deref();
        let previous = previous
            .map(|file| ServerKey::new(read(file)?))
            .transpose()?;
        let public_pem = present.public_pem()?;
        Ok(Self {
            present,
            previous,
            public_pem,
            server_secret: config.secrets.server.clone(),
            app_secret: config.signing.app_secret.clone(),
            clock,
            cached: Cache::builder()
                .max_capacity(MAX_CACHED)
                .build_with_hasher(RandomState::default()),
            budget: DecryptionBudget::new(
                ephemeral,
                config.limits.decryptions_per_minute,
                config.limits.decryptions_per_second,
            ),
            decrypting: Semaphore::new(1),
        })
    }

    /// Id of the key.
    pub fn kid(&self) -> &str {
        &self.present.kid
    }

    /// The public key in PEM.
    pub fn public_pem(&self) -> &str {
        &self.public_pem
    }

    /// The client of a client-key header.
    pub(super) async fn client(
        &self,
        header: &str,
        ip: IpAddr,
    ) -> Result<Arc<KnownClient>, ApiError> {
        let invalid = || ApiError::new(ErrorKind::ClientKeyInvalid);
        let client = match self.cached.get(header) {
            Some(client) => client,
            None => {
                let (key, sealed) = self.encrypted_part(header).ok_or_else(invalid)?;
                let rate = |seconds| ApiError::new(ErrorKind::ClientKeyRate).retry_after(seconds);
                self.budget.acquire(ip).await.map_err(rate)?;
                let client = Arc::new(self.decrypt(key, sealed).await?);
                self.cached.insert(header.into(), Arc::clone(&client));
                client
            }
        };
        let now = u64::try_from(self.clock.now_ms()).unwrap_or(0);
        let age_is_good = client.created_at_ms <= now + MAX_CLOCK_SKEW_MS
            && now <= client.created_at_ms + MAX_AGE_MS;
        if age_is_good {
            Ok(client)
        } else {
            Err(invalid())
        }
    }

    /// Records a validly signed request from an address, which gives it a budget of its own.
    pub(super) fn is_trusted(&self, ip: IpAddr) {
        self.budget.is_trusted(ip);
    }

    async fn decrypt(&self, key: &ServerKey, sealed: Vec<u8>) -> Result<KnownClient, ApiError> {
        let busy = || ApiError::new(ErrorKind::Busy).retry_after(1);
        let _permit = self.decrypting.acquire().await.map_err(|_| busy())?;
        let private = Arc::clone(&key.private);
        // Computed before the outcome is known, so that both outcomes take the same steps.
        let decoy_key = self.decoy_key(&sealed);
        let plain =
            tokio::task::spawn_blocking(move || private.decrypt(Oaep::<Sha256>::new(), &sealed))
                .await
                .map_err(|_| busy())?;
        let key = plain
            .ok()
            .and_then(|plain| ClientKey::decode(&plain))
            .unwrap_or(decoy_key);
        Ok(KnownClient {
            key: SigningKey::derive(&self.app_secret, &key.key),
            device_id: key.device_id,
            key_hash: KeyHash::new(&key.key),
            created_at_ms: key.created_at_ms,
        })
    }

    /// Splits a header: `<kid>.<base64url>` of the key's size.
    fn encrypted_part(&self, header: &str) -> Option<(&ServerKey, Vec<u8>)> {
        let (kid, sealed) = header.split_once('.')?;
        let mut keys = [Some(&self.present), self.previous.as_ref()]
            .into_iter()
            .flatten();
        let key = keys.find(|key| key.kid == kid)?;
        let sealed = URL_SAFE_NO_PAD.decode(sealed).ok()?;
        (sealed.len() == BITS / 8).then_some((key, sealed))
    }

    /// A key that only this server can know.
    fn decoy_key(&self, sealed: &[u8]) -> ClientKey {
        let secret = keys::key(self.server_secret.expose_secret().as_bytes());
        let created_at_ms = u64::try_from(self.clock.now_ms()).unwrap_or(0);
        ClientKey {
            key: keys::tag(&secret, &[b"av1-stand-in", sealed]),
            device_id: [0; 16],
            created_at_ms,
        }
    }
}

/// A key pair that client keys are encrypted for, with its id.
struct ServerKey {
    kid: String,
    private: Arc<RsaPrivateKey>,
}

impl ServerKey {
    /// The id is the beginning of the public key's hash, so another key has another id.
    fn new(private: RsaPrivateKey) -> anyhow::Result<Self> {
        let public = RsaPublicKey::from(&private).to_public_key_der()?;
        let digest = Sha256::digest(public.as_bytes());
        let first: [u8; 6] = digest.first_chunk().copied().unwrap_or_default();
        Ok(Self {
            kid: format!("k{}", URL_SAFE_NO_PAD.encode(first)),
            private: Arc::new(private),
        })
    }

    fn public_pem(&self) -> anyhow::Result<String> {
        let public = RsaPublicKey::from(&*self.private);
        Ok(public.to_public_key_pem(LineEnding::LF)?)
    }
}

/// Id and public PEM of the key in `file`, for command-line tools.
pub fn public_pem_of(file: &Path) -> anyhow::Result<(String, String)> {
    let key = read(file).context("start the service once to create it")?;
    let key = ServerKey::new(key)?;
    let pem = key.public_pem()?;
    Ok((key.kid, pem))
}

/// Whether the key in `file` can be used.
///
/// # Errors
/// Why not.
pub fn check_key(file: &Path) -> anyhow::Result<()> {
    read(file).map(drop)
}

fn read(file: &Path) -> anyhow::Result<RsaPrivateKey> {
    let pem =
        std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let key = RsaPrivateKey::from_pkcs8_pem(&pem)
        .with_context(|| format!("{} is not a private key in PEM", file.display()))?;
    // With another size every client key would be rejected.
    anyhow::ensure!(
        key.size() == BITS / 8,
        "the key in {} does not have {BITS} bits",
        file.display()
    );
    Ok(key)
}

fn read_or_create(file: &Path) -> anyhow::Result<RsaPrivateKey> {
    use std::io::Write as _;
    use std::os::unix::fs::OpenOptionsExt as _;

    if file.exists() {
        return read(file);
    }
    let key = RsaPrivateKey::new(&mut rsa::rand_core::UnwrapErr(getrandom::SysRng), BITS)?;
    let pem = key.to_pkcs8_pem(LineEnding::LF)?;
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut out = std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    out.write_all(pem.as_bytes())?;
    Ok(key)
}
