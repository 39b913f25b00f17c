//! Checks the files that the settings name by reading them as the service does, so that errors show before a restart.

use std::path::Path;

use anyhow::Context as _;
use yingku_access::auth::signing::client_key::check_key;
use yingku_commerce::pay::check_keys;
use yingku_db::tls;
use yingku_platform::config::Config;
use yingku_platform::mail::check_mail_authorities;
use yingku_platform::storage::check_authorities;
use yingku_server::app::redis_address;

/// PEM headers of a certificate; the second is OpenSSL's own.
const CERTIFICATE: [&str; 2] = [
    "-----BEGIN CERTIFICATE-----",
    "-----BEGIN TRUSTED CERTIFICATE-----",
];

/// Every problem, with the name of its setting.
pub(super) fn problems(config: &Config) -> Vec<String> {
    let mut checked = client_keys(config);
    checked.extend(check_keys(&config.pay));
    checked.push(("REDIS_CA_FILE", redis_address(config).map(drop)));
    checked.push(("S3_CA_FILE", check_authorities(&config.s3)));
    checked.extend(
        config
            .mail
            .iter()
            .map(|mail| ("SMTP_CA_FILE", check_mail_authorities(mail))),
    );
    checked.extend(certificates(
        "DATABASE_URL",
        Some(config.database.url.as_str()),
    ));
    checked.extend(certificates(
        "DATABASE_REPLICA_URL",
        config.database.replica_url.as_deref(),
    ));
    let wrong = checked
        .into_iter()
        .filter_map(|(name, outcome)| Some((name, outcome.err()?)));
    wrong
        .map(|(name, error)| format!("{name}: {error:#}"))
        .collect()
}

type Checked = (&'static str, anyhow::Result<()>);

/// The current key is created if missing; the previous one is not.
fn client_keys(config: &Config) -> Vec<Checked> {
    let (file, previous) = (&config.signing.key_file, &config.signing.previous_key_file);
    let present = file.symlink_metadata().is_ok().then_some(file);
    let named = [
        ("CLIENT_KEY_FILE", present),
        ("CLIENT_KEY_FILE_PREVIOUS", previous.as_ref()),
    ];
    let named = named.into_iter();
    named
        .filter_map(|(name, file)| Some((name, check_key(file?))))
        .collect()
}

/// Those that a PostgreSQL URL names.
fn certificates(name: &'static str, url: Option<&str>) -> Vec<Checked> {
    let files = tls::files(url.unwrap_or_default());
    files
        .into_iter()
        .map(|(parameter, file)| (name, read(&parameter, &file)))
        .collect()
}

fn read(parameter: &str, file: &Path) -> anyhow::Result<()> {
    // A key may be in DER.
    let bytes =
        std::fs::read(file).with_context(|| format!("{parameter}: reading {}", file.display()))?;
    let certificates = ["sslrootcert", "sslcert"].contains(&parameter);
    let text = String::from_utf8_lossy(&bytes);
    anyhow::ensure!(
        !certificates || CERTIFICATE.iter().any(|begin| text.contains(begin)),
        "{parameter}: no certificates in {}",
        file.display()
    );
    Ok(())
}
