//! From where a user has signed in before: networks, and installations by a hash. Strangers who try a name can make
//! it wait, and fill the queue for hashing; who comes from a familiar place has a count and a queue of their own.

use diesel::prelude::*;
use diesel::result::QueryResult;
use sha2::{Digest as _, Sha256};

use crate::auth::caller::Client;
use crate::db::Conn;
use crate::db::schema::{familiar_origins, users};

/// Places remembered of a user; the oldest are forgotten when there are more.
const MOST: i64 = 20;
/// A place from which nobody has signed in for so long is a strange one again, seconds.
const FORGOTTEN_AFTER: i64 = 180 * 86_400;

/// Where an attempt to sign in comes from.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The network, as it is kept.
    pub network: String,
    /// The installation, as it is kept; none for calls that are not signed.
    pub device: Option<String>,
}

/// What is known of an origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Familiarity {
    /// Nobody has signed in with the name from there.
    Strange,
    /// The network is known, the installation is not.
    Network,
    /// The installation is known.
    Device,
}

impl Origin {
    /// Of a call.
    pub fn of(client: &Client) -> Self {
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

/// What is known of an origin for a name, at `now` (seconds). An unknown name is looked up alike.
pub fn familiarity(
    conn: &mut Conn,
    name: &str,
    origin: &Origin,
    now: i64,
) -> QueryResult<Familiarity> {
    let known: Vec<String> = familiar_origins::table
        .inner_join(users::table)
        .select(familiar_origins::origin)
        .filter(users::name_key.eq(name))
        .filter(familiar_origins::origin.eq_any(origin.all()))
        .filter(familiar_origins::seen_at.gt(now - FORGOTTEN_AFTER))
        .load(conn)?;
    let knows = |one: &str| known.iter().any(|known| known == one);
    Ok(if origin.device.as_deref().is_some_and(knows) {
        Familiarity::Device
    } else if knows(&origin.network) {
        Familiarity::Network
    } else {
        Familiarity::Strange
    })
}

/// A user has signed in from an origin at `now`, seconds.
pub fn remember(conn: &mut Conn, user: i64, origin: &Origin, now: i64) -> QueryResult<()> {
    for one in origin.all() {
        let row = (
            familiar_origins::user_id.eq(user),
            familiar_origins::origin.eq(one),
            familiar_origins::seen_at.eq(now),
        );
        crate::on_engine!(conn, c => diesel::insert_into(familiar_origins::table)
            .values(row)
            .on_conflict((familiar_origins::user_id, familiar_origins::origin))
            .do_update()
            .set(familiar_origins::seen_at.eq(now))
            .execute(c))?;
    }
    let too_many: Vec<String> = familiar_origins::table
        .select(familiar_origins::origin)
        .filter(familiar_origins::user_id.eq(user))
        .order((
            familiar_origins::seen_at.desc(),
            familiar_origins::origin.desc(),
        ))
        .offset(MOST)
        .limit(i64::MAX)
        .load(conn)?;
    let own = familiar_origins::table.filter(familiar_origins::user_id.eq(user));
    diesel::delete(own.filter(familiar_origins::origin.eq_any(too_many)))
        .execute(conn)
        .map(|_| ())
}

/// The places of a user, the last first, with the time they last signed in from there.
pub fn of_user(conn: &mut Conn, user: i64) -> QueryResult<Vec<(String, i64)>> {
    familiar_origins::table
        .select((familiar_origins::origin, familiar_origins::seen_at))
        .filter(familiar_origins::user_id.eq(user))
        .order((
            familiar_origins::seen_at.desc(),
            familiar_origins::origin.desc(),
        ))
        .load(conn)
}
