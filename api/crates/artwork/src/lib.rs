//! Pictures drawn from numbers: covers, stills and avatars as SVG, captchas as PNG. The same number draws the same
//! picture on every machine. No HTTP, no database.

#![cfg_attr(not(test), warn(unreachable_pub))]

mod avatar;
mod canvas;
pub mod captcha;
pub mod dice;
mod palette;
mod pen;
pub mod pictures;
mod scene;
mod scenes;
