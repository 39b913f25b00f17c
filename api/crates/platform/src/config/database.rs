//! Settings of the database, and of the store for what instances share.

use std::path::PathBuf;
use std::time::Duration;

use yingku_base::address::is_local;
use yingku_db::{DbOptions, Engine, tls};

use super::declare::settings;
use super::rule::{Rule, choice, milliseconds, number, optional, parsed_by, path, text};
use super::source::Source;
use crate::ephemeral::RedisAddress;

/// A command's transaction may hold SQLite's lock for seconds while the service runs.
const SQLITE_LOCK_WAIT: Duration = Duration::from_secs(5);

settings! {
    /// The database.
    pub(super) struct DatabaseConfig {
        /// sqlite://path or postgres://user@host/name; to another machine with ?sslmode=verify-full&sslrootcert=FILE
        "数据库：sqlite://路径 或 postgres://用户@主机/库名"
        DATABASE_URL = "sqlite://data/yingku.db" => url: String, database(), Address;
        /// Read-only replica of the database; empty = none
        "数据库的只读副本；留空为没有"
        DATABASE_REPLICA_URL = "" => replica_url: Option<String>, optional(database()), Address;
        /// Connections to each database
        "每个数据库保持的连接数"
        DATABASE_POOL = "8" => pool_size: u32, number(2, 1_000);
        /// How long a request may wait for a connection before it gets 503
        "一次调用等待数据库连接的上限（毫秒），超过则返回 503"
        DATABASE_WAIT_MS = "1500" => wait: Duration, milliseconds(1, 60_000);
        /// The same for reads of an overloaded workload, except logins and payments
        "同类调用持续拥挤时读取的等待上限（毫秒）；登录与支付除外"
        DATABASE_CROWDED_WAIT_MS = "20" => overload_timeout: Duration, milliseconds(1, 60_000);
        /// PostgreSQL cancels a statement that runs longer; if it has not responded half a second later, the connection is
        /// closed
        "PostgreSQL 语句的时间上限（毫秒）"
        DATABASE_STATEMENT_MS = "2500" => statement_timeout: Duration, milliseconds(100, 3_600_000);
        /// allow = PostgreSQL, Redis, the store and the collector may be on other machines without verified TLS; only for a
        /// private network or a tunnel
        "allow 允许不以 TLS 核实对方身份就连接其他机器上的 PostgreSQL、Redis、存储和追踪收集器：仅限无人旁听的网络或隧道"
        INSECURE_NETWORK = "deny" => insecure_network: bool, choice(&[("deny", false), ("allow", true)]);
    }
}

settings! {
    /// What instances share: a Redis, or without one this process's memory.
    pub struct RedisConfig {
        /// redis://host/0, or rediss://host/0 with TLS, shared by all instances, without eviction and snapshots; empty =
        /// use this process's memory
        "多个实例共享的 redis://主机/0，不要开启淘汰和快照；留空则存在本进程内存"
        REDIS_URL = "" => address: Option<RedisAddress>, optional(parsed_by(RedisAddress::parse)), Address;
        /// CA certificates (PEM) for rediss://; empty = the public authorities
        "rediss:// 的证书颁发机构文件（PEM）；留空为网络上通用的颁发机构"
        REDIS_CA_FILE = "" => ca_file: Option<PathBuf>, optional(path());
        /// Timeout of Redis, after which it counts as unavailable
        "等待 Redis 回应的上限（毫秒），超过视为不可用"
        REDIS_TIMEOUT_MS = "500" => timeout: Duration, milliseconds(10, 10_000);
    }
}

fn database() -> Rule<String> {
    let is_known = |url: &String| Engine::from_url(url).is_ok();
    text().must(is_known, "must start with sqlite:// or postgres://")
}

impl DatabaseConfig {
    pub(super) fn check(&self, source: &mut Source) {
        check_network(source, "DATABASE_URL", &self.url);
        if let Some(url) = &self.replica_url {
            check_network(source, "DATABASE_REPLICA_URL", url);
        }
    }

    /// How to open it.
    pub(super) fn options(self) -> DbOptions {
        DbOptions {
            url: self.url,
            replica_url: self.replica_url,
            pool_size: self.pool_size,
            wait: self.wait,
            overload_timeout: self.overload_timeout,
            lock_wait: SQLITE_LOCK_WAIT,
            statement_timeout: self.statement_timeout,
            bulk: false,
            trace: None,
        }
    }
}

fn check_network(source: &mut Source, name: &str, url: &str) {
    if !is_local(url)
        && let Some(weakness) = tls::weakness(url)
    {
        let cure = "add sslmode=verify-full and sslrootcert=FILE to the address";
        source.needs_secure_network(name, weakness, cure);
    }
}

impl RedisConfig {
    pub(super) fn check(&self, source: &mut Source) {
        let address = self.address.as_ref();
        let is_encrypted = address.is_some_and(RedisAddress::is_encrypted);
        if address.is_some_and(|address| !address.is_local()) && !is_encrypted {
            let cure = "use a rediss:// address";
            source.needs_secure_network("REDIS_URL", "is not encrypted", cure);
        }
        if self.ca_file.is_some() && !is_encrypted {
            source.problem("REDIS_CA_FILE", "requires a rediss:// address in REDIS_URL");
        }
    }
}
