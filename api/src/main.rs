//! Parses the command line, runs one command, and turns its outcome into an exit code.

use std::process::ExitCode;

use clap::Parser as _;
use yingku::cli::Cli;

/// Importing and answering are full of small texts, which this allocator hands out faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // Without it OpenSSL cleans up when the process ends, below the hands of threads that still close their connections of
    // PostgreSQL: a stopped instance crashed now and then.
    openssl_sys::init();
    match yingku::commands::run(Cli::parse().command) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
