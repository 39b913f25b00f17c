//! `yingku film`: makes streams from files, and puts their works online.

mod inbox;
mod job;
mod queue;
mod reason;
mod stream;
mod task;
mod watch;

use std::process::ExitCode;
use std::thread;

use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};
use yingku_film::{Stop, Tools};
use yingku_platform::config::Config;

use super::ready_database;
use crate::cli::FilmCommand;
use queue::{AtStop, Queue};

/// Visitors come first.
const NICENESS: i32 = 10;

pub(super) fn run(config: &Config, command: &FilmCommand) -> anyhow::Result<ExitCode> {
    rustix::process::setpriority_process(None, NICENESS)?;
    let stop = stop_at_signals()?;
    let films = match command {
        FilmCommand::Add(args) => task::films(args)?,
        FilmCommand::Run | FilmCommand::Watch(_) => Vec::new(),
    };
    let tools = Tools::find(&stop)?;
    let db = ready_database(config)?;
    let queue = Queue {
        config,
        db: &db,
        tools: &tools,
        stop: &stop,
        at_stop: match command {
            FilmCommand::Add(_) => AtStop::Cancel,
            FilmCommand::Run | FilmCommand::Watch(_) => AtStop::Wait,
        },
    };
    match command {
        FilmCommand::Add(_) => queue.add(&films),
        FilmCommand::Run => queue.run_waiting(),
        FilmCommand::Watch(args) => watch::watch(&queue, args),
    }
}

/// Stops the work at the first signal, so that the work's state is put back.
fn stop_at_signals() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let signalled = stop.clone();
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let inside = runtime.enter();
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = signal(SignalKind::hangup())?;
    drop(inside);
    thread::spawn(move || {
        runtime.block_on(async {
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
                _ = hang_up.recv() => {}
            }
        });
        signalled.now();
    });
    Ok(stop)
}
