#!/bin/sh
# Compiles the workspace's crates with Clippy: it makes the same code as rustc and lints on the way, so that no crate is read
# twice. Cargo calls it when RUSTC_WORKSPACE_WRAPPER names it.
exec clippy-driver "$@" -D warnings
