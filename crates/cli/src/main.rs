//! The command line of Warden.

mod args;
mod cmd;
mod demo;
mod failure;
mod outputs;
mod plan;
mod progress;
mod signals;
mod state;
mod stream;
mod target;
mod trace;
mod tty;

use std::process::ExitCode;

use clap::Parser;
use warden_core::Exit;

use args::{Cli, Command};
use failure::Failure;

fn main() -> ExitCode {
    let typed: Vec<String> =
        std::env::args_os().map(|a| a.to_string_lossy().into_owned()).collect();
    let cli = Cli::try_parse().unwrap_or_else(|e| args::explained(e, &typed).exit());
    let result = match cli.command {
        // The only one that ends as another program ends.
        Command::Wrap(args) => cmd::wrap::run(&args),
        command => run(command).map(Exit::code),
    };
    let code = match &result {
        Ok(code) => *code,
        Err(failure) => {
            if !failure.is_silent() {
                // It can quote a file, a path or an argument of anybody's.
                for line in format!("warden: {failure}").lines() {
                    tty::say(&warden_core::Untrusted::from(line).term());
                }
            }
            failure.exit().code()
        }
    };
    signals::still_running();
    ExitCode::from(code)
}

fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Scan(args) => cmd::scan::run(&args),
        Command::Vet(args) => cmd::vet::run(&args),
        Command::Inspect(args) => cmd::inspect::run(&args),
        Command::Wrap(args) => cmd::wrap::run(&args).map(|_| Exit::Clean),
        Command::Pins(args) => cmd::pins::run(&args),
        Command::Clients(args) => cmd::clients::run(&args),
        Command::Doctor(args) => cmd::doctor::run(&args),
        Command::Pin(args) => cmd::lock::pin(&args),
        Command::Check(args) => cmd::lock::check(&args),
        Command::Diff(args) => cmd::lock::diff(&args),
        Command::Lock(args) => cmd::lock::maintain(&args),
        Command::Rules(args) => cmd::rules::run(&args),
        Command::Explain(args) => cmd::explain::run(&args),
        Command::Ignore(args) => cmd::ignore::run(&args),
        Command::Policy(args) => cmd::policy::run(&args),
        Command::Precommit(args) => cmd::precommit::run(&args),
        Command::Init(args) => cmd::init::run(&args),
        Command::Completions { shell } => cmd::completions(shell),
        Command::DemoServer { kind } => demo::serve(kind),
    }
}
