# Everything there is to run. `npx -y rust-just@1.57.0 RECIPE` works where `just` is not installed.

set shell := ["bash", "-euo", "pipefail", "-c"]

# Debug builds of the workspace's own crates are compiled by Clippy, so that linting is no pass of its own.
with_clippy := "RUSTC_WORKSPACE_WRAPPER=" + quote(justfile_directory() / "scripts/clippy-rustc.sh")

# Show the recipes
default:
    @just --list --justfile "{{justfile()}}"

# Build everything, fill a demo catalogue on the first run, and serve site and API on one port
up:
    scripts/up.sh

# Serve the API and the site's development server side by side, both reloading by hand
dev: site-install
    cargo build
    target/debug/yingku config init
    target/debug/yingku migrate
    target/debug/yingku demo --if-empty --works 1000
    trap 'kill 0' EXIT; target/debug/yingku serve & npm --prefix frontend run dev

# Install what the tests need, then run every check and every test; stages may be named
test *stages:
    JUST={{just_executable()}} node scripts/test.mjs {{stages}}

# Both commands of README in a fresh Debian with nothing but what README names; needs root and Debian's `debootstrap`
bare *commands:
    scripts/bare.sh {{commands}}

# The page tests and the journeys again and again on a busy machine with delayed answers; `just test-stress 3 e2e`
test-stress *arguments: site program
    scripts/test-stress.sh {{arguments}}

# Install the databases, the browser and the checkers that the tests need
tools:
    scripts/test-tools.sh

# Compile the program and every test, in one pass that lints as well; a warning fails
compile:
    {{with_clippy}} cargo build --locked --workspace --all-targets

# Compile the program as the tests use it
program:
    {{with_clippy}} cargo build --locked

# Formatting, lints, licences, documentation, and whether citations lead somewhere and generated files are current
check: compile site-check contract-lint
    python3 scripts/check-citations.py
    python3 scripts/check-attacks.py
    python3 scripts/check-example.py
    python3 scripts/check-alerts.py
    python3 scripts/check-collations.py
    python3 scripts/check-api-page.py
    python3 scripts/check-dependencies.py
    python3 scripts/check-words.py
    python3 scripts/check-circles.py
    python3 scripts/check-lengths.py
    scripts/test-maintainer-scripts.sh
    scripts/test-daily-backup.sh
    cargo fmt --all --check
    cargo fmt --manifest-path fuzz/Cargo.toml --check
    cargo metadata --locked --manifest-path fuzz/Cargo.toml --format-version 1 >/dev/null
    cargo deny --all-features check licenses bans sources
    scripts/check-generated.sh
    # Compilation has checked it where everything is compiled from nothing.
    [ -n "${CHECK_DOCS:-}" ] || RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --document-private-items --quiet

# Known holes of what ships: RustSec for crates, the registry's audit for the site; says loudly what could not be asked
advisories: site-install
    scripts/advisories.sh

# What the program is made of, as CycloneDX, into target/sbom
sbom:
    python3 scripts/sbom.py target/sbom/yingku.cdx.json

# The API's own tests, on SQLite, a throwaway PostgreSQL and a throwaway store, and whether they saw every answer that is declared
test-rust:
    rm -rf target/answers
    # Most tests wait for a database or a clock of the system: twice as many threads as cores.
    {{with_clippy}} RUST_TEST_THREADS=$(($(nproc) * 2)) scripts/with-memory.sh scripts/with-postgres.sh scripts/with-s3.sh cargo test --locked --workspace
    python3 scripts/check-answers.py

# 2,000 generated lists on both engines, and 1,000 public calls of a site and of its restored and moved copies
equal:
    {{with_clippy}} LIST_QUERIES=2000 PUBLIC_CALLS=1000 scripts/with-postgres.sh cargo test --locked --package yingku --test http equal::

# openapi.yaml in the hands of openapi-generator: validated, four clients generated, three compiled (needs Java)
outside-generators:
    scripts/outside/generators.sh

# Payment SDKs of others, both ways: their merchant at the sandbox, our merchant at notices that they sign
outside-payments: program
    scripts/outside/payments.sh

# The feeds and the search for programs, as feedparser, FlexGet and torznab read them
outside-feeds: program
    scripts/outside/feeds.sh

# Copied magnet links in libtorrent, aria2 and Transmission, which fetch the film from a peer on this machine
outside-links: program
    scripts/outside/links.sh

# The built site in Chromium without what its oldest browsers lack, and with storage that fails
outside-old-browsers: site program
    scripts/outside/old-browsers.sh

# Pictures of many kinds: what Chromium shows of the smaller copies, beside what it shows of the pictures
outside-pictures: program
    scripts/outside/pictures.sh

# Films of twenty shapes that ffmpeg makes, played on their pages in Chromium
outside-films: site program
    scripts/outside/films.sh

# Film files of twelve kinds, brought by the command line and played on their pages in Chromium; and what goes wrong
outside-films-from-files: site program
    scripts/outside/films-from-files.sh

# The site behind nginx as shipped, behind Caddy, and behind a CDN before nginx
outside-proxies: site program
    scripts/outside/proxies.sh

# Every recipe with the programs of others, one after the other, and which of them failed
outside: site program
    scripts/outside/all.sh

# The signers as packages, copied out of the repository, with their tests and examples against a real server
test-clients: program
    {{with_clippy}} scripts/clients.sh

# The site's unit and page tests
site-tests: site-install
    npm --prefix frontend test

# Journeys in a real browser against the real server
e2e: site program
    npm --prefix frontend run e2e

# Pictures of every screen at both sizes and in both themes, into frontend/screenshots, and what must hold in them
screenshots: site program
    npm --prefix frontend run screenshots

# Presses that an operator's tasks take, counted in Chromium in a catalogue of 50,000 works with 3,000 questions
full-size: site program
    npm --prefix frontend run full-size

# How soon every screen is there on a slow phone: LCP, CLS and INP at CPU ÷ 4 and slow 4G
vitals: site program
    npm --prefix frontend run vitals

# How soon four pages of a running site are there on a first visit, on a slow phone
cold url="http://127.0.0.1:8080" visits="5":
    cd frontend && CHROMIUM="${CHROMIUM:-$(command -v chromium-headless-shell chromium google-chrome | head -n 1)}" node scripts/cold-visit.mjs {{url}} {{visits}}

# What Lighthouse says of four pages of a running site, the median of some runs; needs a quiet machine
lighthouse url="http://127.0.0.1:8080" runs="3":
    cd frontend && CHROMIUM="${CHROMIUM:-$(command -v chromium-headless-shell chromium google-chrome | head -n 1)}" node scripts/lighthouse.mjs {{url}} {{runs}}

# Lint openapi.yaml with the recommended rules of Redocly and Spectral; a warning fails
contract-lint:
    REDOCLY_TELEMETRY=off npx -y @redocly/cli@2.77.0 lint --config scripts/contract/redocly.yaml openapi.yaml
    npx -y @stoplight/spectral-cli@6.16.3 lint --ruleset scripts/contract/spectral.yaml --fail-severity hint openapi.yaml

# Generated calls against the real server, from openapi.yaml
contract: program
    scripts/contract.sh

# The same for longer: other calls for each seed, and those that answers lead to; `just fuzz 1 2 3`
fuzz *seeds="1": program
    scripts/fuzz.sh {{seeds}}

# Coverage-guided inputs to what reads them, each target for some seconds; `just fuzz-targets 180 tokenizer`
fuzz-targets seconds="60" *arguments:
    scripts/fuzz-targets.sh {{seconds}} {{arguments}}

# Clients that generators make of openapi.yaml, each through a member's whole visit, on SQLite and on PostgreSQL
test-generated: program
    scripts/with-postgres.sh scripts/generated-clients.sh

# A Debian package, into target/package: program, service, manual pages, completions
package: site
    scripts/package.sh

# A container image of one static program, localhost/yingku, also into target/package; needs buildah (Debian has it)
image: site
    scripts/image.sh

# That image, started in a chroot (buildah): settings, ready by its health check, an operator, and SIGTERM
test-image: image
    scripts/image-start.sh

# Install, upgrade, remove and purge that package, and run every command of the operators' pages. Only on a machine to throw away
test-running: package
    scripts/running/run.sh

# Print how fast things are, as ratios to the floor, with the data size, and compare refused logins
bench works="10000 100000 1000000":
    scripts/bench.sh {{works}}

# Print how fast searches are beside PostgreSQL's pg_trgm and Groonga: same keywords, same works, same machine
bench-peers works="100000":
    scripts/bench-peers.sh {{works}}

# Print how long each list of the console takes on both engines, and mark what takes more than 50 ms
bench-console works="300000":
    scripts/bench-console.sh {{works}}

# Print what visitors notice of an import by upload; fails when their p99 doubles
bench-upload works="100000":
    scripts/bench-upload.sh {{works}}

# Print what another visitor notices while one address takes all it can get; fails when their p99 trebles
bench-abuse works="10000":
    scripts/bench-abuse.sh {{works}}

# Print what becomes of calls when more come than can be answered; fails when what is answered gets slow, or stays so
bench-load works="10000":
    cargo bench --locked --bench load -- {{works}}

# How many members can register, sign in and like works a second, and how much disk a member takes
bench-members:
    cargo bench --locked --bench load -- members

# Attack a real server: kills, full disks, races; `just attack kills --scale 0.2 --seed 7` for some of it
attack *arguments: program
    python3 scripts/attack/attack.py {{arguments}}

# Three instances, PostgreSQL with a replica, Redis and nginx, with TLS: what they owe visitors; `just cluster races --long`
cluster *arguments: program
    python3 scripts/cluster/run.py {{arguments}}

# A real Prometheus with the rules and the dashboard's questions that are shipped; Debian's `prometheus` is installed for it
prometheus: program
    python3 scripts/prometheus.py

# The part of it that every change goes through: some kills, a full disk, some replays
attack-few: program
    python3 scripts/attack/attack.py --scale 0.05 kills full_disks replays

# All of it on a throwaway PostgreSQL
attack-postgres *arguments: program
    scripts/with-postgres.sh python3 scripts/attack/attack.py --postgres {{arguments}}

# Write what is generated: openapi.yaml, .env.example, docs/settings.md, the site's types
generate: site-install
    {{with_clippy}} cargo build
    target/debug/yingku openapi > openapi.yaml
    target/debug/yingku config example > .env.example
    target/debug/yingku config document > docs/settings.md
    npm --prefix frontend run gen:api

# Format everything
fmt: site-install
    cargo fmt --all
    cargo fmt --manifest-path fuzz/Cargo.toml
    npm --prefix frontend run format

# Build the site into frontend/dist
site: site-install
    npm --prefix frontend run bundle

# Lint and type-check the site
site-check: site-install
    npm --prefix frontend run check

# Install the site's packages when the lockfile has changed
site-install:
    scripts/site-install.sh

# Measure size, speed, peers, faults, calls and accessibility, and write docs/report.md; parts may be named
report works="10000" *parts:
    scripts/report.py {{works}} {{parts}}

# The journeys in Debian's Firefox, and a walk in its WebKit
browsers: site
    scripts/other-browsers.sh
