//! What members keep and say: collections, likes and followed terms ([`library`]), conversations with operators
//! ([`support`]), reports and hidden works ([`moderation`]).

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod library;
pub mod moderation;
pub mod support;
