//! The program `flowdeck`: arguments, logging, start.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use flowdeck::engine::Engine;
use flowdeck::service::{Options, Service, percent_encoded};
use tokio::net::TcpListener;
use tracing_subscriber::EnvFilter;

/// The environment variable that holds the key.
const KEY: &str = "FLOWDECK_API_KEY";

/// Forms, runs and a live queue for ComfyUI workflows deployed behind an HTTP API.
#[derive(Parser)]
#[command(version)]
struct Program {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve workflows: the API, and the playground to try them in.
    ///
    /// The key that callers give in X-API-KEY is read from the environment variable
    /// FLOWDECK_API_KEY; without it, each start makes a new one.
    Serve(Serve),
}

#[derive(Args)]
struct Serve {
    /// The address to listen on.
    #[arg(long, default_value = "127.0.0.1:8787")]
    listen: SocketAddr,
    /// The address of a ComfyUI instance, http://127.0.0.1:8188; may be given several times.
    #[arg(long, value_name = "URL")]
    engine: Vec<String>,
    /// How many embedded engine instances to run when no --engine is given.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    engines: u16,
    /// The folder of the workflows, a file <workflow_id>.json each.
    #[arg(long, default_value = "workflows", value_name = "DIR")]
    workflows: PathBuf,
    /// The folder for runs, uploads and outputs.
    #[arg(long, default_value = "flowdeck-data", value_name = "DIR")]
    data: PathBuf,
    /// The most tasks that may run and wait at one instance.
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    queue_limit: u32,
    /// The most that one submission may hold, in MB.
    #[arg(long, default_value_t = 100, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_upload: u32,
    /// The folder of the playground's files; by default `site` beside the program.
    #[arg(long, value_name = "DIR")]
    site: Option<PathBuf>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Command::Serve(serve) = Program::parse().command;
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,flowdeck=info"));
    let colours = io::stderr().is_terminal();
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(colours)
        .with_target(false)
        .init();
    match run(serve).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            let _ = writeln!(io::stderr(), "flowdeck: {why}");
            ExitCode::FAILURE
        }
    }
}

async fn run(serve: Serve) -> Result<(), String> {
    // Before the link is printed: whoever reads it may stop the program at once.
    let stopped = stopped().map_err(|why| format!("listening for Ctrl-C: {why}"))?;
    let listener = TcpListener::bind(serve.listen).await.map_err(|why| match why.kind() {
        io::ErrorKind::AddrInUse => format!("listening on {}: the port is in use; stop what uses it, or choose another with --listen", serve.listen),
        _ => format!("listening on {}: {why}; choose another address with --listen", serve.listen),
    })?;
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    let key = std::env::var(KEY)
        .ok()
        .filter(|key| !key.is_empty())
        .unwrap_or_else(fresh_key);
    let link = link(address, &key);
    let embedded = if serve.engine.is_empty() {
        embedded(serve.engines, &serve.data).await?
    } else {
        Vec::new()
    };
    let engines = match embedded.as_slice() {
        [] => serve.engine.clone(),
        engines => engines
            .iter()
            .map(|engine| format!("http://{}", engine.address()))
            .collect(),
    };
    let kind = if embedded.is_empty() {
        "engine instances"
    } else {
        "embedded engine instances"
    };
    say(&format!("{} {kind}: {}", engines.len(), engines.join(", ")));
    say(&format!(
        "workflows: {}; data: {}",
        serve.workflows.display(),
        serve.data.display()
    ));
    let service = Service::new(options(serve, key, engines))
        .await
        .map_err(|why| why.to_string())?;
    say(&format!("open {link}"));
    say("stop with Ctrl-C");
    tokio::select! {
        result = service.listen(listener) => result.map_err(|why| format!("listening on {address}: {why}"))?,
        () = stopped => {}
    }
    say("stopping");
    service.shutdown().await;
    for engine in embedded {
        engine.shutdown().await;
    }
    Ok(())
}

fn options(serve: Serve, key: String, engines: Vec<String>) -> Options {
    Options {
        key,
        engines,
        workflows: serve.workflows,
        data: serve.data,
        queue_limit: serve.queue_limit as usize,
        max_upload: (serve.max_upload as usize) << 20,
        site: serve.site.unwrap_or_else(site_beside),
    }
}

/// Starts embedded engines on free loopback ports, their files below the data folder.
async fn embedded(count: u16, data: &Path) -> Result<Vec<Engine>, String> {
    let mut engines = Vec::new();
    for number in 1..=count {
        let home = data.join("engines").join(number.to_string());
        let failed = |why: io::Error| {
            format!(
                "starting an embedded engine in {}: {why}; choose another folder with --data",
                home.display()
            )
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .await
            .map_err(failed)?;
        engines.push(
            Engine::start(listener, home.clone())
                .await
                .map_err(failed)?,
        );
    }
    Ok(engines)
}

fn site_beside() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    program.parent().unwrap_or(Path::new(".")).join("site")
}

fn fresh_key() -> String {
    use std::fmt::Write;
    rand::random::<[u8; 20]>()
        .iter()
        .fold(String::new(), |mut key, byte| {
            let _ = write!(key, "{byte:02x}");
            key
        })
}

/// The link to open. The key stands in the fragment, which browsers send nowhere.
fn link(mut address: SocketAddr, key: &str) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    format!("http://{address}/#key={}", percent_encoded(key))
}

/// A line for the person who started the program; a closed pipe is no reason to end.
fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Ends at Ctrl-C or when the program is asked to terminate; heard from now on, not only once it
/// is awaited.
#[cfg(unix)]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends at Ctrl-C; heard from now on, not only once it is awaited.
#[cfg(windows)]
fn stopped() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
