//! What the service stands on: settings ([`config`]), operators' files ([`storage`]), nonces and rate limits
//! ([`ephemeral`]), mail, counters ([`stats`]), logs, metrics and traces ([`telemetry`]), and what nearly every handler
//! needs ([`state`]).

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod config;
pub mod ephemeral;
pub mod mail;
pub mod state;
pub mod stats;
pub mod storage;
pub mod telemetry;
pub mod webhook;
