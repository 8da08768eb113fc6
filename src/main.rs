//! The program `flowdeck`: arguments, logging, start and stop.

#[path = "main/arguments.rs"]
mod arguments;
#[path = "main/check.rs"]
mod check;
#[path = "main/companion_files.rs"]
mod companion_files;
#[path = "main/deploy.rs"]
mod deploy;
#[path = "main/deployment.rs"]
mod deployment;
#[path = "main/embedded_engines.rs"]
mod embedded_engines;
#[path = "main/environment.rs"]
mod environment;
#[path = "main/key.rs"]
mod key;
#[path = "main/licenses.rs"]
mod licenses;
#[path = "main/signals.rs"]
mod signals;
#[path = "main/standalone_engine.rs"]
mod standalone_engine;
#[path = "main/web_address.rs"]
mod web_address;
#[path = "main/workflows.rs"]
mod workflows;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arguments::{Cli, Command, OnLost, Serve};
use clap::Parser;
use flowdeck::engine::{Engine, EngineToken};
use flowdeck::listen::{Limits, raise_open_files_limit};
use flowdeck::service::{DataFolder, EngineLimits, Options, RunRules, Service, install_tls};
use key::Key;
use signals::Signals;
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// The environment variable with the token of engines that are given by address.
const TOKEN_VARIABLE: &str = "FLOWDECK_ENGINE_TOKEN";

#[tokio::main]
async fn main() -> ExitCode {
    let command = Cli::parse().command;
    tracing_subscriber::fmt()
        .with_env_filter(log_filter())
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .init();
    install_tls();
    let result = match command {
        Command::Serve(serve) => run(serve).await,
        Command::Engine(engine) => standalone_engine::run(engine).await,
        Command::Deploy(deploy) => deploy::run(deploy).await,
        Command::Workflows(address) => workflows::run(address).await,
        Command::Check(check) => check::run(check).await,
        Command::Licenses => {
            print(&licenses::text());
            Ok(())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let _ = writeln!(io::stderr(), "flowdeck: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The filter in RUST_LOG, without the module that would log an engine's token.
fn log_filter() -> EnvFilter {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,flowdeck=info"));
    match "tungstenite::handshake::client=info".parse() {
        Ok(directive) => filter.add_directive(directive),
        Err(_) => filter,
    }
}

async fn run(serve: Serve) -> Result<(), String> {
    // Registered before the link is printed, because the reader of the link may stop the program at once.
    let signals = Signals::register().map_err(|why| format!("listening for Ctrl-C: {why}"))?;
    let listener = bind(serve.listen).await?;
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    let data = DataFolder::open(&serve.data).map_err(|why| why.to_string())?;
    let key = Key::read(&data)?;
    key.ensure_safe(&serve)?;
    let instructions = key.instructions(&serve, address);
    let (embedded, token) = if serve.engine.is_empty() {
        let token = EngineToken::random();
        let engines = embedded_engines::start(serve.engines, data.path(), &token).await?;
        (engines, Some(token.reveal().to_owned()))
    } else {
        (Vec::new(), environment::secret(TOKEN_VARIABLE)?)
    };
    let engines = addresses(&serve, &embedded);
    print(&format!("listening on {address}"));
    announce(&serve, &engines);
    let service = Service::new(options(serve, key.text, engines, token, data))
        .await
        .map_err(|why| why.to_string())?;
    print(&instructions);
    print("press Ctrl-C to stop");
    tokio::join!(service.listen(listener), stop(signals, &service));
    for engine in embedded {
        engine.shutdown().await;
    }
    Ok(())
}

/// Stops the service on the first signal; the second one ends the program.
async fn stop(mut signals: Signals, service: &Service) {
    signals.stop().await;
    print("stopping; running requests may finish, press Ctrl-C again to end them");
    tokio::select! {
        () = service.shutdown() => {}
        () = signals.stop() => std::process::exit(1),
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|why| {
        let (why, remedy) = match why.kind() {
            io::ErrorKind::AddrInUse => (
                "the port is in use".to_owned(),
                "stop the program that uses it, or choose another port with --listen",
            ),
            _ => (
                why.to_string(),
                "choose another address or port with --listen",
            ),
        };
        format!("listening on {address}: {why}; {remedy}")
    })
}

/// The addresses of the engine instances: the embedded ones, or those given by `--engine`.
fn addresses(serve: &Serve, embedded: &[Engine]) -> Vec<String> {
    if embedded.is_empty() {
        return serve.engine.clone();
    }
    let addresses = embedded.iter().map(Engine::address);
    addresses
        .map(|address| format!("http://{address}"))
        .collect()
}

fn announce(serve: &Serve, engines: &[String]) {
    let kind = match serve.engine.as_slice() {
        [] => "embedded engine instances",
        _ => "engine instances",
    };
    print(&format!("{kind}: {}", engines.join(", ")));
    print(&format!("workflows folder: {}", serve.workflows.display()));
    print(&format!("data folder: {}", serve.data.display()));
}

fn options(
    serve: Serve,
    key: String,
    engines: Vec<String>,
    engine_token: Option<String>,
    data: DataFolder,
) -> Options {
    let limits = Limits::for_open_files(raise_open_files_limit(), engines.len());
    Options {
        key,
        engines,
        engine_token,
        engine_limits: EngineLimits {
            output_bytes: u64::from(serve.max_output) << 20,
            ..EngineLimits::default()
        },
        embedded: serve.engine.is_empty(),
        rules: rules(&serve),
        workflows: serve.workflows,
        data,
        max_upload: (serve.max_upload as usize) << 20,
        metadata: !serve.no_metadata,
        site: serve.site.unwrap_or_else(default_site),
        public_url: serve.public_url,
        trust_proxy: serve.trust_proxy,
        allowed_origins: serve.allow_origin,
        limits,
        grace: serve.grace,
    }
}

fn rules(serve: &Serve) -> RunRules {
    RunRules {
        depth: serve.depth as usize,
        queue_limit: serve.queue_limit as usize,
        lost_after: serve.lost_after,
        attempts: serve.attempts,
        repeats_lost: serve.on_lost == OnLost::Repeat,
        run_timeout: serve.run_timeout,
    }
}

/// The folder `site` next to the program.
fn default_site() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    program.parent().unwrap_or(Path::new(".")).join("site")
}

/// Prints a line. A closed pipe does not stop the program.
fn print(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
