//! Yingku 映库: the catalogue's API and command line.
//!
//! Layers, from the bottom up; each uses only those below it, and `tests/http/layers.rs` holds that:
//!
//! - ground: [`base`] (clock, ids, money, words), [`db`], [`ephemeral`], [`workers`], [`config`], [`http`], [`telemetry`],
//!   [`mail`], [`auth`] (who is calling), [`audit`] (who changed what), [`stats`] (counters), [`storage`] (operators' files);
//! - features: [`catalogue`], [`account`], [`captcha`], [`library`], [`vip`], [`pay`], [`playback`], [`support`],
//!   [`moderation`], [`media`], [`pages`], [`programs`], each with its operators' side in `admin`;
//! - above them: [`admin`], what operators see across features; [`transfer`], whole databases and sites from one place to
//!   another;
//! - wiring: [`server`] puts the service together, [`commands`] are what the program can be told to do.
//!
//! Pictures are drawn by a crate of their own below all of these, [`yingku_artwork`].

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod account;
pub mod admin;
pub mod audit;
pub mod auth;
pub mod base;
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
