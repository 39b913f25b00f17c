//! Yingku 映库: the catalogue's API and command line.
//!
//! The rooms, from the outside in: [`commands`] are what the program can be told to do; [`server`]
//! puts the service together, and [`port`] serves it; [`guard`] protects every call; [`http`] is the same for every feature;
//! [`catalogue`] is what is shown (works, terms, magnets, import, index); [`account`] is who is signed
//! in; [`library`] is what members keep; [`vip`] is the paid group, [`pay`] how it is paid for, and
//! [`playback`] what it watches; [`figures`] is what operators see at a glance; [`media`] serves pictures; [`db`]
//! is the one way to the database.
//! [`app::App`] carries what handlers need.

pub mod account;
pub mod app;
pub mod app_config;
pub mod catalogue;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod config;
pub mod db;
pub mod demo;
pub mod dice;
pub mod ephemeral;
pub mod figures;
pub mod guard;
pub mod http;
pub mod ids;
pub mod library;
pub mod media;
pub mod operators;
pub mod pages;
pub mod pay;
pub mod playback;
pub mod port;
pub mod random;
pub mod routine;
pub mod server;
pub mod support;
pub mod telemetry;
pub mod vip;
