//! The rules of single values, as serde reads them. A [`Rule`] says in Chinese what it expects; `fault` finds the field.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use yingku_base::enums::parse_enum;

use super::path;
use super::text::{self, Reason};
use super::time::{moment, release};
use super::validation_error::{At, ValidationError, excerpt};
use crate::kinds::Channel;
use crate::precision::Precision;

/// Below it a float without fraction represents exactly one integer.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// How a value is read.
pub(super) trait Rule {
    /// The value.
    type Value;

    /// Reads it, or says why not.
    fn read<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error>;
}

/// A value by its rule.
pub(super) struct By<R: Rule>(pub R::Value);

impl<'de, R: Rule> Deserialize<'de> for By<R> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        R::read(source).map(Self)
    }
}

/// The value of a field, if it is given; null empties it.
pub(super) struct Given<R: Rule>(pub Option<R::Value>);

impl<R: Rule> Default for Given<R> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, R: Rule<Value: Default>> Deserialize<'de> for Given<R> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let read = Option::<By<R>>::deserialize(source)?;
        Ok(Self(Some(read.map(|By(value)| value).unwrap_or_default())))
    }
}

/// The value of a field that every work has, if it is given.
pub(super) struct Must<R: Rule>(pub Option<R::Value>);

impl<R: Rule> Default for Must<R> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, R: Rule> Deserialize<'de> for Must<R> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        R::read(source).map(|value| Self(Some(value)))
    }
}

impl<R: Rule> Must<R> {
    /// The value, or an error.
    pub(super) fn value(self, name: &str) -> Result<R::Value, ValidationError> {
        let missing = || At::Line.field(name).error("缺少该字段");
        self.0.ok_or_else(missing)
    }
}

/// A string, borrowed from the line if it has no escapes.
#[derive(Deserialize)]
struct Raw<'a>(#[serde(borrow)] Cow<'a, str>);

/// Reads a string that passes a check.
pub(super) fn checked<'de, D: Deserializer<'de>, T>(
    source: D,
    check: impl FnOnce(&str) -> Result<T, Reason>,
) -> Result<T, D::Error> {
    check(&Raw::deserialize(source)?.0).map_err(D::Error::custom)
}

/// Declares rules for strings: the name, the value, and the function that checks it.
macro_rules! text_rules {
    ($($(#[$doc:meta])+ $name:ident $([$($low:ident, $high:ident),+])?: $value:ty, $check:expr;)+) => {$(
        $(#[$doc])+
        pub(super) struct $name $(<$(const $low: usize, const $high: usize),+>)?;

        impl $(<$(const $low: usize, const $high: usize),+>)? $crate::import::rule::Rule for $name $(<$($low, $high),+>)? {
            type Value = $value;

            fn read<'de, D: serde::Deserializer<'de>>(source: D) -> Result<$value, D::Error> {
                $crate::import::rule::checked(source, $check)
            }
        }
    )+};
}
pub(super) use text_rules;

text_rules! {
    /// A text of this many code points.
    Text[LOW, HIGH]: String, |raw| text::text(raw, LOW, HIGH);
    /// A channel.
    ChannelName: Channel, channel;
    /// A publish time.
    Release: (i64, Precision), release;
    /// A time or date.
    Moment: i64, moment;
    /// An address, or empty.
    Address: String, path::address;
    /// An address in a list.
    ListedAddress: String, path::listed_address;
}

fn channel(raw: &str) -> Result<Channel, Reason> {
    parse_enum(raw.trim()).ok_or_else(|| {
        format!(
            "应为 censored、uncensored 或 western，实际是 \"{}\"",
            excerpt(raw)
        )
    })
}

/// An integer from `LOW` to `HIGH`.
pub(super) struct Whole<T, const LOW: i64, const HIGH: i64>(PhantomData<T>);

impl<T: TryFrom<i128>, const LOW: i64, const HIGH: i64> Rule for Whole<T, LOW, HIGH> {
    type Value = T;

    fn read<'de, D: Deserializer<'de>>(source: D) -> Result<T, D::Error> {
        let number = match source.deserialize_i64(NumberVisitor("整数"))? {
            Read::Whole(number) => number,
            // Integers as exported from float columns: 120.0.
            Read::Real(number) if number.fract() == 0.0 && number.abs() < MAX_EXACT => {
                let digits = format!("{number:.0}");
                digits.parse().map_err(D::Error::custom)?
            }
            Read::Real(number) => {
                let text = format!("应为 {LOW} 到 {HIGH} 的整数，实际是 {number}");
                return Err(D::Error::custom(text));
            }
        };
        let fits = (LOW.into()..=HIGH.into()).contains(&number);
        let value = T::try_from(number).ok().filter(|_| fits);
        value.ok_or_else(|| out_of_bounds(LOW, HIGH, number))
    }
}

/// A mean rating, 0 to 5.
pub(super) struct Score;

impl Rule for Score {
    type Value = f64;

    fn read<'de, D: Deserializer<'de>>(source: D) -> Result<f64, D::Error> {
        let read = source.deserialize_f64(NumberVisitor("数字"))?;
        let number = match read {
            // Only numbers near the bounds matter, and i32 holds those.
            Read::Whole(number) => i32::try_from(number).map_or(f64::INFINITY, f64::from),
            Read::Real(number) => number,
        };
        match (read, (0.0..=5.0).contains(&number)) {
            // Turns −0 into 0, so that equal records have equal fingerprints.
            (_, true) => Ok(number + 0.0),
            (Read::Whole(number), _) => Err(out_of_bounds(0, 5, number)),
            (Read::Real(number), _) => Err(out_of_bounds(0, 5, number)),
        }
    }
}

fn out_of_bounds<E: Error>(low: i64, high: i64, number: impl fmt::Display) -> E {
    E::custom(format!("应为 {low} 到 {high}，实际是 {number}"))
}

#[derive(Clone, Copy)]
enum Read {
    /// A 64-bit integer without fraction and exponent.
    Whole(i128),
    /// Any other number.
    Real(f64),
}

/// Reads a number, which should be this.
struct NumberVisitor(&'static str);

impl Visitor<'_> for NumberVisitor {
    type Value = Read;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }

    fn visit_i64<E>(self, number: i64) -> Result<Read, E> {
        Ok(Read::Whole(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Read, E> {
        Ok(Read::Whole(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Read, E> {
        Ok(Read::Real(number))
    }
}

/// Reads a list of at most `max` values.
pub(super) fn list<'de, D: Deserializer<'de>, R: Rule>(
    source: D,
    max: usize,
) -> Result<Vec<R::Value>, D::Error> {
    let list = Vec::<By<R>>::deserialize(source)?;
    match list.len() {
        length if length > max => Err(D::Error::custom(format!(
            "最多 {max} 项，实际有 {length} 项"
        ))),
        _ => Ok(list.into_iter().map(|By(value)| value).collect()),
    }
}

/// A list of at most `MAX` values.
pub(super) struct List<R, const MAX: usize>(PhantomData<R>);

impl<R: Rule, const MAX: usize> Rule for List<R, MAX> {
    type Value = Vec<R::Value>;

    fn read<'de, D: Deserializer<'de>>(source: D) -> Result<Self::Value, D::Error> {
        list::<D, R>(source, MAX)
    }
}
