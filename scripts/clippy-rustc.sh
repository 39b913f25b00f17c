#!/bin/sh
# Compiles the workspace's crates with Clippy: it generates the same code as rustc and lints as well, so that no crate is read
# twice. Cargo calls it when RUSTC_WORKSPACE_WRAPPER names it.
exec clippy-driver "$@" -D warnings
