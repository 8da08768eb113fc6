//! The program `flowdeck`: its commands, and its log.

#[path = "main/arguments.rs"]
mod arguments;
#[path = "main/audit.rs"]
mod audit;
#[path = "main/audit_filter.rs"]
mod audit_filter;
#[path = "main/backup.rs"]
mod backup;
#[path = "main/browser.rs"]
mod browser;
#[path = "main/call_failure.rs"]
mod call_failure;
#[path = "main/check.rs"]
mod check;
#[path = "main/clock.rs"]
mod clock;
#[path = "main/companion_files.rs"]
mod companion_files;
#[path = "main/config.rs"]
mod config;
#[path = "main/config_check.rs"]
mod config_check;
#[path = "main/config_text.rs"]
mod config_text;
#[path = "main/connection.rs"]
mod connection;
#[path = "main/data_place.rs"]
mod data_place;
#[path = "main/deploy.rs"]
mod deploy;
#[path = "main/doctor.rs"]
mod doctor;
#[path = "main/documents.rs"]
mod documents;
#[path = "main/embedded_engines.rs"]
mod embedded_engines;
#[path = "main/embedded_files.rs"]
mod embedded_files;
#[path = "main/engines.rs"]
mod engines;
#[path = "main/environment.rs"]
mod environment;
#[path = "main/file_rights.rs"]
mod file_rights;
#[path = "main/file_size_limit.rs"]
mod file_size_limit;
#[path = "main/health.rs"]
mod health;
#[path = "main/home_folder.rs"]
mod home_folder;
#[path = "main/key.rs"]
mod key;
#[path = "main/keys.rs"]
mod keys;
#[path = "main/licenses.rs"]
mod licenses;
#[path = "main/listen_address.rs"]
mod listen_address;
#[path = "main/local_key.rs"]
mod local_key;
#[path = "main/logging.rs"]
mod logging;
#[path = "main/nodes.rs"]
mod nodes;
#[path = "main/problem_text.rs"]
mod problem_text;
#[path = "main/reachable.rs"]
mod reachable;
#[path = "main/reload.rs"]
mod reload;
#[path = "main/runs.rs"]
mod runs;
#[path = "main/samples.rs"]
mod samples;
#[path = "main/serve.rs"]
mod serve;
#[path = "main/settings.rs"]
mod settings;
#[path = "main/shell.rs"]
mod shell;
#[path = "main/signals.rs"]
mod signals;
#[path = "main/since.rs"]
mod since;
#[path = "main/standalone_engine.rs"]
mod standalone_engine;
#[path = "main/start_engines.rs"]
mod start_engines;
#[path = "main/table.rs"]
mod table;
#[path = "main/trust.rs"]
mod trust;
#[path = "main/web_address.rs"]
mod web_address;
#[path = "main/webhooks.rs"]
mod webhooks;
#[path = "main/workflows.rs"]
mod workflows;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

use arguments::{Cli, Command, Config, ConfigCommand, Nodes, NodesCommand};
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use file_size_limit::FileSizeLimit;
use http_server::listen::prepare_thread;
use logging::LogFormat;
use service::install_tls;
use tokio::runtime::Builder;

#[global_allocator]
static ALLOCATOR: allocator::Allocator = allocator::Allocator;

/// The version, and what tells two builds of it apart.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("FLOWDECK_BUILD"));

/// The environment variable with the token of engines that are given by address.
const TOKEN_VARIABLE: &str = "FLOWDECK_ENGINE_TOKEN";

/// How long work that blocks may take to end with the program.
const SHUTDOWN: Duration = Duration::from_secs(5);

/// What a newcomer can do next.
const NEXT: &str = "\
flowdeck turns ComfyUI workflows into a page that anyone can use, and into an HTTP API.
  flowdeck serve --open                           try it: samples, on small built-in engines
  flowdeck serve --engine http://127.0.0.1:8188   put it in front of your ComfyUI
  flowdeck docs                                   read how to go on
  flowdeck --help                                 see every command";

fn main() -> ExitCode {
    let mut runtime = Builder::new_multi_thread();
    runtime.enable_all().on_thread_start(prepare_thread);
    match runtime.build() {
        Ok(runtime) => {
            let code = runtime.block_on(start());
            // A file on a disk of the network that does not answer must not keep the program from ending.
            runtime.shutdown_timeout(SHUTDOWN);
            code
        }
        Err(why) => failed(&format!("starting threads: {why}")),
    }
}

async fn start() -> ExitCode {
    let given = Cli::command().get_matches();
    let command = match Cli::from_arg_matches(&given) {
        Ok(cli) => cli.command,
        Err(why) => why.exit(),
    };
    let Some(command) = command else {
        print(NEXT);
        return ExitCode::SUCCESS;
    };
    // The log of a service begins once its settings are known.
    if !matches!(command, Command::Serve(_)) {
        logging::start(LogFormat::Text);
    }
    install_tls();
    let mut size_limit = FileSizeLimit::watch();
    let result = match clock::ensure_usable(SystemTime::now()) {
        Ok(()) => run(command, innermost(&given)).await,
        Err(why) => Err(why),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => failed(&format!("{why}{}", size_limit.hint().await)),
    }
}

fn failed(why: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "flowdeck: {why}");
    ExitCode::FAILURE
}

/// The arguments of the command that was given.
fn innermost(given: &ArgMatches) -> &ArgMatches {
    given
        .subcommand()
        .map_or(given, |(_, inner)| innermost(inner))
}

async fn run(command: Command, given: &ArgMatches) -> Result<(), String> {
    match command {
        Command::Serve(_) => serve::run(given).await,
        Command::Config(Config {
            command: ConfigCommand::Check(_),
        }) => config_check::run(given),
        Command::Engine(engine) => standalone_engine::run(engine).await,
        Command::Deploy(deploy) => deploy::run(deploy).await,
        Command::Workflows(address) => workflows::run(address).await,
        Command::Engines(engines) => engines::run(engines).await,
        Command::Runs(runs) => runs::run(runs).await,
        Command::Keys(keys) => keys::run(keys).await,
        Command::Webhooks(webhooks) => webhooks::run(webhooks).await,
        Command::Audit { filter, deployment } => audit::run(filter, deployment).await,
        Command::Check(check) => check::run(check).await,
        Command::Nodes(Nodes {
            command: NodesCommand::Install(arguments),
        }) => nodes::install(&arguments),
        Command::Doctor(_) => doctor::run(given).await,
        Command::Health(address) => health::run(address).await,
        Command::Backup(arguments) => backup::back_up(arguments).await,
        Command::Restore(arguments) => backup::restore(arguments).await,
        Command::Docs {
            get: Some(file), ..
        } => documents::get(&file, Path::new("")),
        Command::Docs { page, .. } => documents::run(page.as_deref()),
        Command::Licenses => licenses::run(),
    }
}

/// Prints a line. A closed pipe does not stop the program.
fn print(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
