//! The program itself, run as an operator runs it: in a folder of its own, with its own settings.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

/// A folder with a `.env`, and the program to run in it.
pub struct Program {
    pub folder: TempDir,
}

/// The result of a run.
pub struct CommandOutput {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Program {
    pub fn new() -> Self {
        let program = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        let created = program.run(&["config", "init"]);
        assert_eq!(created.code, 0, "{}", created.err);
        program
    }

    /// The program without this process's environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yingku"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear();
        command
    }

    pub fn run(&self, arguments: &[&str]) -> CommandOutput {
        CommandOutput::of(&mut self.command(arguments))
    }

    /// Runs it with one more setting.
    pub fn run_with(&self, name: &str, value: &str, arguments: &[&str]) -> CommandOutput {
        CommandOutput::of(self.command(arguments).env(name, value))
    }

    /// Runs it with a text on standard input.
    pub fn run_reading(&self, text: &str, arguments: &[&str]) -> CommandOutput {
        let file = self.folder.path().join("standard-input");
        std::fs::write(&file, text).unwrap();
        let input = std::fs::File::open(&file).unwrap();
        CommandOutput::of(self.command(arguments).stdin(input))
    }

    /// Writes a file into the folder and returns its name.
    pub fn write(&self, name: &str, content: &str) -> String {
        std::fs::write(self.folder.path().join(name), content).unwrap();
        name.to_owned()
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl CommandOutput {
    /// Runs a command to its end.
    pub fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}
