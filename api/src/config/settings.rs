//! Every setting once: its name, default and meaning. `.env.example` is written from this table, and
//! a key that is not in it is refused, so that a typing mistake does not pass unseen.

/// One setting.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The environment variable.
    pub name: &'static str,
    /// What holds when it is not set.
    pub default: &'static str,
    /// One line of meaning.
    pub help: &'static str,
    /// Made fresh in `.env` on the first run; must be set, and not the example, in production.
    pub secret: bool,
    /// How much of it operators may see.
    pub sight: Redaction,
}

/// How much of a setting operators may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redaction {
    /// All of it.
    Whole,
    /// It may hold a password: the kind of address.
    Address,
    /// Whether it is set.
    Hidden,
}

pub(super) const fn setting(
    name: &'static str,
    default: &'static str,
    help: &'static str,
) -> Setting {
    Setting {
        name,
        default,
        help,
        secret: false,
        sight: Redaction::Whole,
    }
}

/// An address that may hold a password.
const fn address(name: &'static str, default: &'static str, help: &'static str) -> Setting {
    Setting {
        sight: Redaction::Address,
        ..setting(name, default, help)
    }
}

const fn secret(name: &'static str, help: &'static str) -> Setting {
    Setting {
        secret: true,
        sight: Redaction::Hidden,
        ..setting(name, "", help)
    }
}

/// The settings, but those of payment, in the order of `.env.example`.
const SETTINGS: &[Setting] = &[
    setting(
        "APP_ENV",
        "development",
        "development or production; production refuses missing secrets",
    ),
    setting(
        "BIND",
        "127.0.0.1:8080",
        "Address and port the site and the API listen on",
    ),
    setting(
        "METRICS_BIND",
        "",
        "Address and port of /metrics for Prometheus, such as 127.0.0.1:9090; never a public one; empty = off",
    ),
    setting("WORKERS", "0", "Worker threads; 0 = one for each core"),
    setting(
        "NODE_ID",
        "0",
        "Number of this instance, 0-1023; must differ between instances",
    ),
    address(
        "DATABASE_URL",
        "sqlite://data/yingku.db",
        "sqlite://path or postgres://user@host/name",
    ),
    address(
        "DATABASE_REPLICA_URL",
        "",
        "Read-only copy of the database; empty = none",
    ),
    setting("DATABASE_POOL", "8", "Connections kept to each database"),
    setting(
        "DATABASE_WAIT_MS",
        "1500",
        "How long a call may wait for a connection before 503",
    ),
    setting(
        "DATABASE_STATEMENT_MS",
        "2500",
        "PostgreSQL ends a statement that runs longer; when it says nothing half a second later, the connection is given up",
    ),
    setting(
        "INSECURE_NETWORK",
        "deny",
        "allow = PostgreSQL and Redis may be on other machines, though this program speaks no TLS with them: only on a network that nobody else listens on, or through a tunnel",
    ),
    address(
        "REDIS_URL",
        "",
        "redis://host/0 that instances share, without eviction and snapshots; empty = this process's memory",
    ),
    setting(
        "INDEX_DIR",
        "data/index",
        "Folder of the works index; a disposable copy, safe to delete",
    ),
    setting(
        "INDEX_MEMORY_MB",
        "96",
        "Memory the index writer may fill before it flushes, MiB",
    ),
    setting(
        "MEDIA_DIR",
        "data/media",
        "Folder of pictures and clips served under IMAGE_BASE",
    ),
    setting(
        "IMAGE_BASE",
        "/media",
        "Prefix of relative picture paths; another host may serve them",
    ),
    setting(
        "IMAGE_HOSTS",
        "",
        "Other https hosts that pictures and clips may come from, separated by commas",
    ),
    setting(
        "CORS_ORIGINS",
        "",
        "Other origins that may call the API, separated by commas",
    ),
    setting(
        "TRUSTED_PROXIES",
        "",
        "Proxy addresses whose X-Forwarded-For counts, separated by commas",
    ),
    setting(
        "SIGNING",
        "enforce",
        "Request signatures: enforce, report (log only) or off",
    ),
    setting("APP_ID", "yingku", "Id of the application, sent by clients"),
    setting(
        "APP_SECRET",
        "yingku-public-app-secret-1",
        "Fixed secret of the signature; public, as every page of the site carries it; open pages have to be loaded again after a change",
    ),
    setting(
        "CLIENT_KEY_FILE",
        "data/client-key.pem",
        "RSA key that client keys are sealed to; made when missing",
    ),
    setting(
        "CLIENT_KEY_FILE_PREVIOUS",
        "",
        "The RSA key before it, still accepted after a change, for 90 days; empty = none",
    ),
    setting(
        "RATE_PER_SECOND",
        "20",
        "Calls of the API each address may make a second, on average; of pages, files and pictures five times as many",
    ),
    setting(
        "RATE_BURST",
        "60",
        "Calls of the API each address may make at once; ten times as many others",
    ),
    setting(
        "CONNECTIONS_PER_ADDRESS",
        "256",
        "Connections each address may have at once; never more than a quarter of all that there is room for",
    ),
    setting(
        "KEY_OPENINGS_PER_MINUTE",
        "30",
        "New client keys each address may send a minute",
    ),
    setting(
        "KEY_OPENINGS_PER_SECOND",
        "100",
        "New client keys opened a second, over all addresses",
    ),
    setting(
        "CAPTCHA",
        "on",
        "Captcha before login and registration: on or off (captchaOnOff)",
    ),
    setting(
        "TOKEN_BINDING",
        "on",
        "Tokens work only with the client key they were given to: on or off",
    ),
    setting(
        "ACCESS_TOKEN_MINUTES",
        "15",
        "Life of an access token, minutes",
    ),
    setting(
        "SESSION_IDLE_DAYS",
        "7",
        "A session that is not used for so many days ends",
    ),
    setting(
        "SESSION_DAYS",
        "30",
        "A session ends after so many days, however much it is used",
    ),
    setting(
        "OPERATOR_IDLE_MINUTES",
        "60",
        "An operator's session that is not used for so many minutes ends",
    ),
    setting(
        "OPERATOR_SESSION_HOURS",
        "12",
        "An operator's session ends after so many hours, however much it is used",
    ),
    setting(
        "ADMIN_NETWORKS",
        "",
        "Networks that operators may call from, such as 203.0.113.0/24, separated by commas; empty = all",
    ),
    setting(
        "CAPTCHA_PER_MINUTE",
        "20",
        "Captchas each address may get a minute",
    ),
    setting(
        "LOGIN_PER_MINUTE",
        "10",
        "Logins, registrations and password checks each address may try a minute",
    ),
    setting(
        "LOGIN_FREE_FAILURES",
        "5",
        "Wrong passwords for a name from one network before it has to wait",
    ),
    setting(
        "REGISTER_PER_HOUR",
        "5",
        "Accounts each address may make an hour",
    ),
    setting(
        "EXPORT_PER_HOUR",
        "10",
        "Exports of a member's data each address may ask for an hour",
    ),
    setting(
        "MESSAGES_PER_MINUTE",
        "6",
        "Messages to support each address may send a minute",
    ),
    setting(
        "REPORTS_PER_HOUR",
        "5",
        "Reports of works each address may send an hour",
    ),
    setting(
        "REPORTS_HIDE_PER_HOUR",
        "20",
        "Works that grave reports may take off the site an hour, over all; further ones wait for an operator",
    ),
    setting(
        "CODE_FREE_FAILURES",
        "5",
        "Wrong activation codes a member may try in ten minutes",
    ),
    setting(
        "MAGNET_QUOTA",
        "server",
        "Who counts copied magnet links: server (hashes are hidden until they are copied) or client (hashes are shown)",
    ),
    setting(
        "STREAM_DIR",
        "data/streams",
        "Folder of streams, <id of the work>/index.m3u8; not below MEDIA_DIR, which is open to all",
    ),
    setting(
        "HLS_BASE",
        "/hls",
        "Prefix of stream addresses; https://another.host/hls when nginx there serves them",
    ),
    setting(
        "HLS_SIGNER",
        "hmac_sha256",
        "Signature of stream addresses: hmac_sha256, or nginx_md5 for secure_link of nginx",
    ),
    setting(
        "HLS_HOURS",
        "6",
        "Life of a stream address, hours; longer than the longest film",
    ),
    setting(
        "HLS_PER_HOUR",
        "20",
        "Stream addresses each member may get an hour",
    ),
    setting(
        "IMPORT_DIR",
        "data/imports",
        "Folder of files that operators upload to be imported; instances share it",
    ),
    setting(
        "IMPORT_MAX_BYTES",
        "1073741824",
        "Largest file that operators may upload to be imported, bytes",
    ),
    setting(
        "PAGES_DIR",
        "data/pages",
        "Folder of your own terms.md, privacy.md and contact.md (or .txt); what is missing is shown as it ships",
    ),
    setting(
        "SEARCH_ENGINES",
        "deny",
        "Whether search engines may list the pages that are for all: deny or allow",
    ),
    setting("LOG", "info", "Log level, or a filter such as yingku=debug"),
    setting("LOG_FORMAT", "human", "human or json"),
    secret(
        "SERVER_SECRET",
        "Key of everything the server signs for itself; at least 32 characters",
    ),
    Setting {
        sight: Redaction::Hidden,
        ..setting(
            "SERVER_SECRET_PREVIOUS",
            "",
            "The key before it, still accepted after a change; empty = none",
        )
    },
    secret(
        "CODE_SECRET",
        "Key of activation codes, which are worth nothing after a change; at least 32 characters",
    ),
    secret(
        "HLS_SECRET",
        "Key of stream addresses, the same as in nginx's secure_link_md5; at least 32 characters",
    ),
];

/// Every setting, in the order of `.env.example`.
pub fn all() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().chain(super::pay_settings::PAY)
}

/// The text of `.env.example`.
pub fn example() -> String {
    let mut text = String::from(
        "# Every setting with its default. Copy to .env, or let the first run make it.\n\
         # A key that is not listed here is refused.\n",
    );
    for setting in all() {
        text.push_str(&format!(
            "\n# {}\n{}={}\n",
            setting.help, setting.name, setting.default
        ));
    }
    text
}

/// A `.env` for a first run: fresh secrets, each from `random`, and everything else to be uncommented where the
/// default does not fit. So the console tells what somebody has set from what nobody has.
pub fn first_run(mut random: impl FnMut() -> String) -> String {
    let mut text = String::from(
        "# Secrets made for this installation, and every other setting with its default:\n\
         # take the # away in front of a name to change it. A key that is not listed here is refused.\n",
    );
    for Setting {
        name,
        default,
        help,
        secret,
        ..
    } in all()
    {
        let line = if *secret {
            format!("{name}={}", random())
        } else {
            format!("#{name}={default}")
        };
        text.push_str(&format!("\n# {help}\n{line}\n"));
    }
    text
}

/// The known setting nearest to `name`, for the message about an unknown one.
pub fn nearest(name: &str) -> Option<&'static str> {
    all()
        .map(|setting| (distance(setting.name, name), setting.name))
        .min()
        .filter(|(distance, _)| *distance <= 4)
        .map(|(_, name)| name)
}

/// Levenshtein distance.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, y) in row.iter_mut().skip(1).zip(b.chars()) {
            let above = *cell;
            left = (diagonal + usize::from(x != y))
                .min(above + 1)
                .min(left + 1);
            diagonal = above;
            *cell = left;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_miss_is_named_and_a_stranger_is_not() {
        assert_eq!(nearest("DATABSE_URL"), Some("DATABASE_URL"));
        assert_eq!(nearest("SOMETHING_ELSE_ENTIRELY"), None);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn the_first_env_sets_the_secrets_and_nothing_else() {
        let text = first_run(|| "abc".to_owned());
        for setting in all().filter(|setting| setting.secret) {
            let name = setting.name;
            assert!(text.contains(&format!("\n{name}=abc\n")), "{name}");
        }
        assert!(text.contains("\n#BIND=127.0.0.1:8080\n"));
        assert!(!text.contains("\nBIND="));
    }
}
