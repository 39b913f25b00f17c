//! Yingku 映库: the catalogue's API and command line.
//!
//! Layers, from the bottom up; each uses only those below it, as `tests/http/layers.rs` checks:
//!
//! - foundation: [`db`], [`ephemeral`], [`workers`], [`config`], [`http`],
//!   [`telemetry`], [`mail`], [`auth`] (authentication), [`audit`] (audit log), [`stats`] (counters), [`storage`]
//!   (files);
//! - features: [`catalogue`], [`account`], [`captcha`], [`library`], [`vip`], [`pay`], [`playback`], [`support`],
//!   [`moderation`], [`media`], [`pages`], [`programs`], each with its console part in `admin`;
//! - above them: [`admin`], the console's views across features; [`transfer`], backup, restore, move and export;
//! - wiring: [`server`] assembles the service, [`commands`] are the CLI commands.
//!
//! Crates below all of these: [`yingku_base`] (clock, ids, money, enumerations), [`yingku_search`] (the works index), and
//! [`yingku_artwork`] (generated pictures).

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod account;
pub mod admin;
pub mod audit;
pub mod auth;
pub mod captcha;
pub mod catalogue;
pub mod cli;
pub mod commands;
pub mod config;
pub mod db;
pub mod demo;
pub mod ephemeral;
pub mod http;
pub mod library;
pub mod mail;
pub mod media;
pub mod moderation;
pub mod pages;
pub mod pay;
pub mod playback;
pub mod programs;
pub mod server;
pub mod state;
pub mod stats;
pub mod storage;
pub mod support;
pub mod telemetry;
pub mod transfer;
pub mod vip;
pub mod workers;
