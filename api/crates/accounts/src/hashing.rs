//! Password hashing with argon2id at the parameters of OWASP and ASVS. A hash takes about 15 ms and 19 MiB. At most two
//! run at once, plus one for known users; a few wait, and further requests get 503, so logins cannot monopolize the
//! machine. One network may use a quarter of the queue; known users have a small queue of their own.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::Context as _;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};
use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use yingku_base::network::Network;
use yingku_base::random;
use yingku_base::threads::lower_thread_priority;
use yingku_http_kit::error::{ApiError, ErrorKind};

use super::password::{NewPassword, Password};

/// Maximum concurrent hashes.
const MAX_RUNNING: usize = 2;
/// Queued hashes.
const WAITING: usize = 32;
/// Queued and running hashes per network.
const PER_NETWORK: usize = 8;
/// The same for known users.
const KNOWN_CONCURRENCY: usize = 1;
const KNOWN_QUEUE_LENGTH: usize = 8;
/// Argon2 parameters: memory in KiB, passes, lanes, and bytes of output.
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
    unknown_clients: Queue,
    known: Queue,
    /// Slots held by unknown callers, per network.
    per_network: Mutex<HashMap<Network, usize>>,
    /// Reused memory: with freshly mapped pages, a hash takes 50 % longer.
    arenas: Mutex<Vec<Vec<Block>>>,
    /// Compared for an unknown user, so that the check takes as long.
    dummy: PasswordHash,
    runs: AtomicU64,
}

struct Queue {
    admitted: Arc<Semaphore>,
    running: Arc<Semaphore>,
}

impl Queue {
    fn new(running: usize, waiting: usize) -> Self {
        Self {
            admitted: Arc::new(Semaphore::new(running + waiting)),
            running: Arc::new(Semaphore::new(running)),
        }
    }
}

/// Whose password is hashed.
#[derive(Debug, Clone, Copy)]
pub enum Requester {
    /// An unknown caller at this address.
    Unknown(IpAddr),
    /// A caller who is signed in, or uses a trusted device or network.
    Known,
}

/// Permission to compute one hash.
pub struct HashPermit {
    hasher: Hasher,
    running: Arc<Semaphore>,
    _network_place: Option<NetworkPlace>,
    _admitted: OwnedSemaphorePermit,
}

/// One slot of a network, released on drop.
struct NetworkPlace(Hasher, Network);

impl Drop for NetworkPlace {
    fn drop(&mut self) {
        let mut per_network = self.0.0.per_network.lock();
        if let Some(places) = per_network.get_mut(&self.1) {
            *places -= 1;
            if *places == 0 {
                per_network.remove(&self.1);
            }
        }
    }
}

/// The result of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Match {
    /// The password is wrong.
    No,
    /// The password is right.
    Yes,
    /// The password is right, but hashed with older parameters: rehash it.
    YesOutdated,
}

impl Hasher {
    /// With empty queues. At most `processors` hashes of unknown callers run at once: more would only slow each other
    /// down.
    pub fn new(processors: usize) -> anyhow::Result<Self> {
        let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(HASH_BYTES))
            .map_err(|error| anyhow::anyhow!("{error}"))?;
        let dummy = phc(&params, &random::bytes::<SALT_BYTES>()?, &[0; HASH_BYTES])?;
        Ok(Self(Arc::new(Inner {
            params,
            unknown_clients: Queue::new(processors.clamp(1, MAX_RUNNING), WAITING),
            known: Queue::new(KNOWN_CONCURRENCY, KNOWN_QUEUE_LENGTH),
            per_network: Mutex::default(),
            arenas: Mutex::default(),
            dummy,
            runs: AtomicU64::new(0),
        })))
    }

    /// Hashes computed since the start.
    pub fn runs(&self) -> u64 {
        self.0.runs.load(Ordering::Relaxed)
    }

    /// Takes a slot in the queue, or fails with 503.
    pub fn permit(&self, whose: Requester) -> Result<HashPermit, ApiError> {
        let (queue, network_place) = match whose {
            Requester::Unknown(ip) => (
                &self.0.unknown_clients,
                Some(self.place(Network::large(ip))?),
            ),
            Requester::Known => (&self.0.known, None),
        };
        let admitted = Arc::clone(&queue.admitted).try_acquire_owned();
        Ok(HashPermit {
            hasher: self.clone(),
            running: Arc::clone(&queue.running),
            _network_place: network_place,
            _admitted: admitted.map_err(|_| busy())?,
        })
    }

    fn place(&self, network: Network) -> Result<NetworkPlace, ApiError> {
        let mut per_network = self.0.per_network.lock();
        let places = per_network.entry(network).or_default();
        if *places >= PER_NETWORK {
            return Err(busy());
        }
        *places += 1;
        Ok(NetworkPlace(self.clone(), network))
    }

    /// [`HashPermit::hash`] on this thread, for commands.
    pub fn hash_now(&self, password: &Password) -> anyhow::Result<String> {
        let (params, salt) = (&self.0.params, random::bytes::<SALT_BYTES>()?);
        let output = self.compute(params, password, &salt)?;
        Ok(phc(params, &salt, &output)?.to_string())
    }

    fn matches(&self, password: &Password, stored: Option<&str>) -> anyhow::Result<Match> {
        let known = stored.map(PasswordHash::new).transpose();
        let known = known.map_err(|error| anyhow::anyhow!("invalid stored hash: {error}"))?;
        let against = known.as_ref().unwrap_or(&self.0.dummy);
        let params = Params::try_from(against)
            .map_err(|error| anyhow::anyhow!("invalid stored hash: {error}"))?;
        let salt = against.salt.context("a stored hash has no salt")?;
        let expected = against.hash.context("a stored hash is empty")?;
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
        if arenas.len() < MAX_RUNNING + KNOWN_CONCURRENCY {
            arenas.push(arena);
        }
        outcome.map_err(|error| anyhow::anyhow!("hashing a password: {error}"))?;
        Ok(output)
    }
}

impl HashPermit {
    /// The password's PHC string: parameters, salt and hash.
    pub async fn hash(self, password: Password) -> Result<String, ApiError> {
        let (_, hash) = self.run(move |hasher| hasher.hash_now(&password)).await?;
        Ok(hash)
    }

    /// Checks the strength of a new password. This takes some milliseconds of CPU, so it needs a permit too.
    pub async fn check_strength(self, new: NewPassword) -> Result<(Self, Password), ApiError> {
        let (permit, password) = self.run(move |_| Ok(new.check_strength())).await?;
        Ok((permit, password?))
    }

    /// Compares a password with a stored hash. Without a hash it takes the same time and fails.
    pub async fn compare(
        self,
        password: Password,
        stored: Option<String>,
    ) -> Result<Match, ApiError> {
        let compare = move |hasher: &Hasher| hasher.matches(&password, stored.as_deref());
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
        // Both permits move along: a client that disconnects does not free a slot that is still in use.
        tokio::task::spawn_blocking(move || {
            lower_thread_priority();
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

fn phc(params: &Params, salt: &[u8], output: &[u8]) -> anyhow::Result<PasswordHash> {
    Ok(PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(params).map_err(|error| anyhow::anyhow!("{error}"))?,
        salt: Some(Salt::new(salt).map_err(|error| anyhow::anyhow!("{error}"))?),
        hash: Some(Output::new(output).map_err(|error| anyhow::anyhow!("{error}"))?),
    })
}
