//! Yingku 映库: the program, made of the crates below `crates/`.
//!
//! [`commands`] are its subcommands, [`cli`] their arguments; [`transfer`] is backup, restore, move and export; [`demo`] makes
//! demo works.

#![cfg_attr(not(test), warn(unreachable_pub))]

pub mod cli;
pub mod commands;
pub mod demo;
pub mod transfer;
