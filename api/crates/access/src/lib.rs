//! Who is calling and what they may do: signatures, tokens and callers ([`auth`]), picture puzzles ([`captcha`]), and the
//! log of what operators did ([`audit`]).

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod audit;
pub mod auth;
pub mod captcha;
