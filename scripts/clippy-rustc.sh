#!/bin/sh
# Compiles the workspace's crates with Clippy: it generates the same code as rustc and lints as well, so that no crate is read
# twice. Cargo calls it when RUSTC_WORKSPACE_WRAPPER names it. With CHECK_DOCS it also lints the documentation of libraries,
# from the same compiled dependencies; `cargo doc` would check all of them again first.
clippy-driver "$@" -D warnings || exit
[ -n "${CHECK_DOCS:-}" ] || exit 0
case " $* " in
*" --test "*) exit 0 ;;
*" --crate-type lib "*) ;;
*) exit 0 ;;
esac
# Rustdoc takes the arguments of rustc, but for its path, what it writes and where.
shift
count=$#
skip=
while [ "$count" -gt 0 ]; do
  case $skip$1 in
  --out-dir) skip=value-of- ;;
  value-of-*) skip= ;;
  --emit=*) ;;
  *) set -- "$@" "$1" ;;
  esac
  shift
  count=$((count - 1))
done
docs=$(mktemp -d)
rustdoc "$@" --document-private-items --out-dir "$docs" -D warnings
status=$?
rm -rf "$docs"
exit "$status"
