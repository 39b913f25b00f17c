//! Hashing of passwords: argon2id at OWASP's and ASVS's parameters. Each costs some 15 ms and 19 MiB, so
//! two run at a time, some wait, and the rest are told to come back: logins cannot take the machine. One network has
//! a quarter of the queue at most, and who is known already has a small one of their own.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context as _;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::password::{NewPassword, Password};
use crate::base::network::Network;
use crate::http::error::{ApiError, ErrorKind};

/// Hashes at a time.
const RUNNING: usize = 2;
/// Hashes that wait for their turn; more are told to come back.
const WAITING: usize = 32;
/// Of these, so many of one network.
const OF_A_NETWORK: usize = 8;
/// The same for those who are known already.
const KNOWN_RUNNING: usize = 1;
const KNOWN_WAITING: usize = 8;
/// Memory in KiB, passes, lanes, and bytes of the result.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
const HASH_BYTES: usize = 32;
const SALT_BYTES: usize = 16;

/// Hashes passwords.
#[derive(Clone)]
pub struct Hasher(Arc<Inner>);

struct Inner {
    params: Params,
    strangers: Queue,
    known: Queue,
    /// Strangers' places, for each network that has some.
    of_each: Mutex<HashMap<Network, usize>>,
    /// Memory that has been paged in already: a fresh one takes half as long again.
    arenas: Mutex<Vec<Vec<Block>>>,
    /// What an unknown user's password is compared with.
    nobody: PasswordHash,
    runs: AtomicU64,
}

struct Queue {
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

impl Queue {
    fn of(running: usize, waiting: usize) -> Self {
        Self {
            admitted: Arc::new(Semaphore::new(running + waiting)),
            running: Arc::new(Semaphore::new(running)),
        }
    }
}

/// Who wants something hashed.
#[derive(Debug, Clone, Copy)]
pub enum Whose {
    /// Anybody, from this address.
    Stranger(IpAddr),
    /// Somebody who is signed in, or comes from where they have signed in before.
    Known,
}

/// Leave to compute one hash, given before anything else is done about a login.
pub struct Turn {
    hasher: Hasher,
    running: Arc<Semaphore>,
    _of_network: Option<NetworkPlace>,
    _admitted: OwnedSemaphorePermit,
}

/// One place of a network, given back when this is dropped.
struct NetworkPlace(Hasher, Network);

impl Drop for NetworkPlace {
    fn drop(&mut self) {
        let mut of_each = self.0.0.of_each.lock();
        if let Some(places) = of_each.get_mut(&self.1) {
            *places -= 1;
            if *places == 0 {
                of_each.remove(&self.1);
            }
        }
    }
}

/// What a comparison found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// Another password.
    No,
    /// The password.
    Yes,
    /// The password, kept with older parameters: hash it anew.
    YesOutdated,
}

impl Hasher {
    /// Makes the hash that unknown users are compared with.
    pub fn new() -> anyhow::Result<Self> {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH_BYTES))
            .map_err(|error| anyhow::anyhow!("{error}"))?;
        let nobody = phc(&params, &fresh_salt()?, &[0; HASH_BYTES])?;
        Ok(Self(Arc::new(Inner {
            params,
            strangers: Queue::of(RUNNING, WAITING),
            known: Queue::of(KNOWN_RUNNING, KNOWN_WAITING),
            of_each: Mutex::default(),
            arenas: Mutex::default(),
            nobody,
            runs: AtomicU64::new(0),
        })))
    }

    /// Hashes that have been computed since the start.
    pub fn runs(&self) -> u64 {
        self.0.runs.load(Ordering::Relaxed)
    }

    /// Takes a place in the queue.
    pub fn turn(&self, whose: Whose) -> Result<Turn, ApiError> {
        let (queue, of_network) = match whose {
            Whose::Stranger(ip) => (&self.0.strangers, Some(self.place(Network::large(ip))?)),
            Whose::Known => (&self.0.known, None),
        };
        let admitted = Arc::clone(&queue.admitted).try_acquire_owned();
        Ok(Turn {
            hasher: self.clone(),
            running: Arc::clone(&queue.running),
            _of_network: of_network,
            _admitted: admitted.map_err(|_| busy())?,
        })
    }

    fn place(&self, network: Network) -> Result<NetworkPlace, ApiError> {
        let mut of_each = self.0.of_each.lock();
        let places = of_each.entry(network).or_default();
        if *places >= OF_A_NETWORK {
            return Err(busy());
        }
        *places += 1;
        Ok(NetworkPlace(self.clone(), network))
    }

    /// [`Turn::hash`] on this thread, for commands.
    pub fn hash_now(&self, password: &Password) -> anyhow::Result<String> {
        let (params, salt) = (&self.0.params, fresh_salt()?);
        let output = self.compute(params, password, &salt)?;
        Ok(phc(params, &salt, &output)?.to_string())
    }

    fn matches(&self, password: &Password, kept: Option<&str>) -> anyhow::Result<Match> {
        let known = kept.map(PasswordHash::new).transpose();
        let known = known.map_err(|error| anyhow::anyhow!("a kept hash is broken: {error}"))?;
        let against = known.as_ref().unwrap_or(&self.0.nobody);
        let params = Params::try_from(against)
            .map_err(|error| anyhow::anyhow!("a kept hash is broken: {error}"))?;
        let salt = against.salt.context("a kept hash has no salt")?;
        let expected = against.hash.context("a kept hash is empty")?;
        let output = self.compute(&params, password, salt.as_ref())?;
        // Compares in constant time.
        let same = Output::new(&output).is_ok_and(|output| output == expected);
        Ok(match (same && known.is_some(), params == self.0.params) {
            (false, _) => Match::No,
            (true, true) => Match::Yes,
            (true, false) => Match::YesOutdated,
        })
    }

    fn compute(
        &self,
        params: &Params,
        password: &Password,
        salt: &[u8],
    ) -> anyhow::Result<[u8; HASH_BYTES]> {
        self.0.runs.fetch_add(1, Ordering::Relaxed);
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone());
        let mut arena = self.0.arenas.lock().pop().unwrap_or_default();
        if arena.len() < params.block_count() {
            arena.resize(params.block_count(), Block::new());
        }
        let mut output = [0; HASH_BYTES];
        let outcome =
            argon2.hash_password_into_with_memory(password.bytes(), salt, &mut output, &mut arena);
        let mut arenas = self.0.arenas.lock();
        if arenas.len() < RUNNING + KNOWN_RUNNING {
            arenas.push(arena);
        }
        outcome.map_err(|error| anyhow::anyhow!("hashing a password: {error}"))?;
        Ok(output)
    }
}

impl Turn {
    /// The text to keep of a password: parameters, salt and hash.
    pub async fn hash(self, password: Password) -> Result<String, ApiError> {
        let (_, hash) = self.run(move |hasher| hasher.hash_now(&password)).await?;
        Ok(hash)
    }

    /// A new password, unless it is guessed in a few tries. Judging it costs some milliseconds, so it is done here.
    pub async fn judge(self, new: NewPassword) -> Result<(Self, Password), ApiError> {
        let (turn, password) = self.run(move |_| Ok(new.judged())).await?;
        Ok((turn, password?))
    }

    /// Compares a password with what is kept, or, in the same time, with what nobody knows.
    pub async fn compare(
        self,
        password: Password,
        kept: Option<String>,
    ) -> Result<Match, ApiError> {
        let compare = move |hasher: &Hasher| hasher.matches(&password, kept.as_deref());
        let (_, found) = self.run(compare).await?;
        Ok(found)
    }

    async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(&Hasher) -> anyhow::Result<T> + Send + 'static,
    ) -> Result<(Self, T), ApiError> {
        let running = Arc::clone(&self.running)
            .acquire_owned()
            .await
            .map_err(|_| busy())?;
        // Both permits go along: a caller who hangs up does not free a place that is still in use.
        tokio::task::spawn_blocking(move || {
            let _running = running;
            work(&self.hasher).map(|done| (self, done))
        })
        .await
        .map_err(|_| busy())?
        .map_err(ApiError::from)
    }
}

fn busy() -> ApiError {
    ApiError::new(ErrorKind::Busy).retry_after(1)
}

fn fresh_salt() -> anyhow::Result<[u8; SALT_BYTES]> {
    crate::base::random::bytes()
}

/// The PHC string's parts.
fn phc(params: &Params, salt: &[u8], output: &[u8]) -> anyhow::Result<PasswordHash> {
    Ok(PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params).map_err(|error| anyhow::anyhow!("{error}"))?,
        salt: Some(Salt::new(salt).map_err(|error| anyhow::anyhow!("{error}"))?),
        hash: Some(Output::new(output).map_err(|error| anyhow::anyhow!("{error}"))?),
    })
}
