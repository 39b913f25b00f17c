//! The captcha: four symbols in a picture. Issuing one stores nothing: its id is a UUIDv7, which contains the time, and the
//! answer is derived from the id with a server key. Only the attempt is stored: each captcha allows one.
//!
//! It only makes attempts costly; the throttles stop guessing.

mod form;

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use uuid::Uuid;
use yingku_artwork::captcha as picture;
use yingku_base::clock::Clock;
use yingku_base::keys::{MacKey, Secrets};
use yingku_http_kit::error::{ApiError, ErrorKind};
use yingku_platform::ephemeral::{IdStatus, UsedIds};

pub use form::{CaptchaAnswer, answer};

/// Symbols in a picture.
pub const SYMBOLS: usize = 4;
/// Lifetime of a captcha, ms.
pub const LIFE_MS: i64 = 180_000;
/// How far the clocks of other instances may be ahead, ms.
const MAX_CLOCK_SKEW_MS: i64 = 5_000;

/// Issues captchas and checks their answers.
pub struct Captcha {
    key: MacKey,
    clock: Arc<dyn Clock>,
    tried: UsedIds,
}

/// A captcha to show.
#[derive(Debug)]
pub struct Issued {
    /// Its id, sent back with the answer.
    pub uuid: Uuid,
    /// The picture as a `data:` address.
    pub image: String,
}

impl Captcha {
    /// `tried` must remember ids for at least [`LIFE_MS`].
    pub fn new(secrets: &Secrets, clock: Arc<dyn Clock>, tried: UsedIds) -> Self {
        Self {
            key: secrets.key_for("captcha"),
            clock,
            tried,
        }
    }

    /// [`Self::check`] of a form, which has no answer while captchas are off.
    pub async fn check_answer(&self, answer: Option<&CaptchaAnswer>) -> Result<(), ApiError> {
        match answer {
            Some(answer) => self.check(&answer.uuid, &answer.code).await,
            None => Ok(()),
        }
    }

    /// A new captcha.
    pub fn issue(&self) -> anyhow::Result<Issued> {
        let random: [u8; 10] = yingku_base::random::bytes()?;
        let now = u64::try_from(self.clock.now_ms())?;
        let uuid = uuid::Builder::from_unix_timestamp_millis(now, &random).into_uuid();
        let png = picture::png(&self.answer(uuid), self.seed(uuid))?;
        Ok(Issued {
            uuid,
            image: format!("data:image/png;base64,{}", STANDARD.encode(png)),
        })
    }

    /// Uses up the one attempt at a captcha.
    ///
    /// # Errors
    /// 422 when it was tried before, is too old or was not issued here, or when the answer is wrong; 503 when the attempt cannot be
    /// stored.
    pub async fn check(&self, uuid: &str, answer: &str) -> Result<(), ApiError> {
        let now = self.clock.now_ms();
        let expired = || ApiError::new(ErrorKind::CaptchaExpired);
        let uuid = Uuid::try_parse(uuid).map_err(|_| expired())?;
        let issued = issued_ms(uuid).ok_or_else(expired)?;
        let good = (now - LIFE_MS)..=(now + MAX_CLOCK_SKEW_MS);
        if !good.contains(&issued) {
            return Err(expired());
        }
        match self.tried.put(uuid.as_u128(), issued).await {
            IdStatus::Fresh => {}
            // An id from before the store started may have been tried.
            IdStatus::Replay | IdStatus::Unknown => return Err(expired()),
            IdStatus::Full => return Err(ApiError::new(ErrorKind::Busy).retry_after(60)),
            IdStatus::Unavailable => return Err(ApiError::new(ErrorKind::Busy).retry_after(1)),
        }
        let right = self
            .answers(uuid)
            .any(|right| right.eq_ignore_ascii_case(answer));
        if right {
            Ok(())
        } else {
            Err(ApiError::new(ErrorKind::CaptchaWrong))
        }
    }

    /// The answer to `uuid`, which only the server can derive.
    pub fn answer(&self, uuid: Uuid) -> String {
        self.answers(uuid).next().unwrap_or_default()
    }

    /// The answers under the current and the previous secret.
    fn answers(&self, uuid: Uuid) -> impl Iterator<Item = String> {
        let text = format!("answer {uuid}");
        let tags: Vec<_> = self.key.tags(text.as_bytes()).collect();
        tags.into_iter().map(|tag| {
            let mut number = tag
                .first_chunk()
                .map_or(0, |bytes| u64::from_be_bytes(*bytes));
            let mut symbols = String::with_capacity(SYMBOLS);
            for _ in 0..SYMBOLS {
                symbols.push(picture::symbol(number));
                number /= picture::COUNT;
            }
            symbols
        })
    }

    /// The seed of the picture's distortion, which reveals nothing about the answer.
    fn seed(&self, uuid: Uuid) -> u64 {
        let tag = self.key.tag(format!("picture {uuid}").as_bytes());
        tag.first_chunk()
            .map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }
}

/// The time of a UUIDv7, ms since 1970; none for other versions.
fn issued_ms(uuid: Uuid) -> Option<i64> {
    if uuid.get_version_num() != 7 {
        return None;
    }
    i64::try_from(uuid.as_u128() >> 80).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use yingku_base::clock::ManualClock;
    use yingku_platform::ephemeral::Ephemeral;

    const NOW_MS: i64 = 1_790_000_000_000;

    fn captcha() -> (Captcha, Arc<ManualClock>) {
        let clock = Arc::new(ManualClock::at(NOW_MS));
        let secrets = Secrets::new(&"secret".into(), &"".into()).unwrap();
        let tried = Ephemeral::in_memory(clock.clone()).once("captcha", LIFE_MS, 1_000);
        (Captcha::new(&secrets, clock.clone(), tried), clock)
    }

    fn word(outcome: Result<(), ApiError>) -> &'static str {
        outcome.map_or_else(|error| error.kind.as_str(), |()| "right")
    }

    #[actix_web::test]
    async fn a_captcha_is_valid_for_one_attempt() {
        let (captcha, _) = captcha();
        let uuid = captcha.issue().unwrap().uuid;
        let answer = captcha.answer(uuid);
        assert_eq!(answer.chars().count(), SYMBOLS);
        assert_eq!(
            word(
                captcha
                    .check(&uuid.to_string(), &answer.to_lowercase())
                    .await
            ),
            "right"
        );
        assert_eq!(
            word(captcha.check(&uuid.to_string(), &answer).await),
            "captcha_expired"
        );
        let other = captcha.issue().unwrap().uuid;
        for wrong in ["", "0000", &format!("{}A", captcha.answer(other))] {
            let uuid = captcha.issue().unwrap().uuid.to_string();
            assert_eq!(
                word(captcha.check(&uuid, wrong).await),
                "captcha_wrong",
                "{wrong}"
            );
            assert_eq!(word(captcha.check(&uuid, wrong).await), "captcha_expired");
        }
    }

    #[actix_web::test]
    async fn a_captcha_is_valid_for_three_minutes() {
        let (captcha, clock) = captcha();
        let (in_time, late) = (captcha.issue().unwrap().uuid, captcha.issue().unwrap().uuid);
        clock.advance(LIFE_MS);
        assert_eq!(
            word(
                captcha
                    .check(&in_time.to_string(), &captcha.answer(in_time))
                    .await
            ),
            "right"
        );
        clock.advance(1);
        assert_eq!(
            word(
                captcha
                    .check(&late.to_string(), &captcha.answer(late))
                    .await
            ),
            "captcha_expired"
        );
    }

    #[actix_web::test]
    async fn ids_of_other_kinds_and_times_are_rejected() {
        let (captcha, _) = captcha();
        let at = |ms: i64| {
            uuid::Builder::from_unix_timestamp_millis(ms.try_into().unwrap(), &[1; 10]).into_uuid()
        };
        let (before, ahead) = (at(NOW_MS - 1), at(NOW_MS + 6_000));
        for uuid in [Uuid::nil(), Uuid::max(), before, ahead] {
            let outcome = captcha
                .check(&uuid.to_string(), &captcha.answer(uuid))
                .await;
            assert_eq!(word(outcome), "captcha_expired", "{uuid}");
        }
        for bad in ["", "x", "0198c0de", "'; --"] {
            assert_eq!(word(captcha.check(bad, "AAAA").await), "captcha_expired");
        }
    }

    #[test]
    fn answers_use_every_symbol_and_are_not_derivable_from_the_id() {
        let (captcha, _) = captcha();
        let uuid = |at: u64| uuid::Builder::from_unix_timestamp_millis(at, &[1; 10]).into_uuid();
        let uuids = (0..400).map(uuid);
        let symbols: std::collections::HashSet<char> = uuids
            .flat_map(|uuid| captcha.answer(uuid).chars().collect::<Vec<_>>())
            .collect();
        assert_eq!(u64::try_from(symbols.len()).unwrap(), picture::COUNT);
        let other = Secrets::new(&"other".into(), &"".into()).unwrap();
        let uuid = captcha.issue().unwrap().uuid;
        let elsewhere = Captcha {
            key: other.key_for("captcha"),
            ..self::captcha().0
        };
        assert_ne!(elsewhere.answer(uuid), captcha.answer(uuid));
    }

    #[test]
    fn the_picture_is_a_small_png_and_differs_each_time() {
        let (captcha, _) = captcha();
        let (one, other) = (captcha.issue().unwrap(), captcha.issue().unwrap());
        assert_ne!(one.image, other.image);
        let encoded = one.image.strip_prefix("data:image/png;base64,").unwrap();
        let png = STANDARD.decode(encoded).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        assert!((400..4_000).contains(&png.len()), "{}", png.len());
    }
}
