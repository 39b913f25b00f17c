//! Where a user has signed in before: networks, and devices by hash. An attacker who tries a name can make it wait and
//! can fill the hashing queue; a trusted origin has its own failure count and queue.

use diesel::prelude::*;
use diesel::result::QueryResult;
use sha2::{Digest as _, Sha256};
use yingku_access::auth::caller::Client;
use yingku_db::Conn;
use yingku_db::schema::{trusted_origins, users};

/// Origins stored per user; beyond this the oldest are deleted.
const MAX_ORIGINS: i64 = 20;
/// An origin unused for this many seconds is no longer trusted.
const EXPIRES_AFTER: i64 = 180 * 86_400;

/// The origin of a sign-in attempt, as it is stored.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The network.
    pub network: String,
    /// The hashed installation id; none for unsigned requests.
    pub device: Option<String>,
}

/// How far an origin is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeviceTrust {
    /// The user has not signed in from there.
    Unknown,
    /// The network is known, the installation is not.
    Network,
    /// The installation is known.
    Device,
}

impl Origin {
    /// The origin of a request.
    pub fn from_client(client: &Client) -> Self {
        let hash = |id: [u8; 16]| {
            let digest = Sha256::new()
                .chain_update(b"familiar")
                .chain_update(id)
                .finalize();
            let first: [u8; 16] = digest.first_chunk().copied().unwrap_or_default();
            format!("device:{:032x}", u128::from_be_bytes(first))
        };
        Self {
            network: client.network(),
            device: client.device_id.map(hash),
        }
    }

    fn all(&self) -> Vec<&str> {
        let device = self.device.as_deref();
        [Some(self.network.as_str()), device]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// The trust in an origin for a name at `now`, seconds. An unknown name runs the same query.
pub fn device_trust(
    conn: &mut Conn,
    name: &str,
    origin: &Origin,
    now: i64,
) -> QueryResult<DeviceTrust> {
    let known: Vec<String> = trusted_origins::table
        .inner_join(users::table)
        .select(trusted_origins::origin)
        .filter(users::name_key.eq(name))
        .filter(trusted_origins::origin.eq_any(origin.all()))
        .filter(trusted_origins::seen_at.gt(now - EXPIRES_AFTER))
        .load(conn)?;
    let knows = |one: &str| known.iter().any(|known| known == one);
    Ok(if origin.device.as_deref().is_some_and(knows) {
        DeviceTrust::Device
    } else if knows(&origin.network) {
        DeviceTrust::Network
    } else {
        DeviceTrust::Unknown
    })
}

/// Records that a user signed in from an origin at `now`, seconds.
pub fn remember(conn: &mut Conn, user: i64, origin: &Origin, now: i64) -> QueryResult<()> {
    for one in origin.all() {
        let row = (
            trusted_origins::user_id.eq(user),
            trusted_origins::origin.eq(one),
            trusted_origins::seen_at.eq(now),
        );
        yingku_db::on_engine!(conn, c => diesel::insert_into(trusted_origins::table)
            .values(row)
            .on_conflict((trusted_origins::user_id, trusted_origins::origin))
            .do_update()
            .set(trusted_origins::seen_at.eq(now))
            .execute(c))?;
    }
    let too_many: Vec<String> = trusted_origins::table
        .select(trusted_origins::origin)
        .filter(trusted_origins::user_id.eq(user))
        .order((
            trusted_origins::seen_at.desc(),
            trusted_origins::origin.desc(),
        ))
        .offset(MAX_ORIGINS)
        .limit(i64::MAX)
        .load(conn)?;
    let own = trusted_origins::table.filter(trusted_origins::user_id.eq(user));
    diesel::delete(own.filter(trusted_origins::origin.eq_any(too_many)))
        .execute(conn)
        .map(|_| ())
}

/// A user's origins with the time of the last sign-in, newest first.
pub fn by_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<(String, i64)>> {
    trusted_origins::table
        .select((trusted_origins::origin, trusted_origins::seen_at))
        .filter(trusted_origins::user_id.eq(user))
        .order((
            trusted_origins::seen_at.desc(),
            trusted_origins::origin.desc(),
        ))
        .load(conn)
}
