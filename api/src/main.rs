//! Parses the command line, runs one command, and turns its outcome into an exit code.

use std::process::ExitCode;

use clap::Parser as _;
use yingku::cli::Cli;

/// Imports and responses allocate many small strings; mimalloc is faster at that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Disables OpenSSL's cleanup at exit, which raced with threads still closing PostgreSQL connections and
    // occasionally crashed a stopping instance.
    openssl_sys::init();
    match yingku::commands::run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
