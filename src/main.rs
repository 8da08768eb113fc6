//! The program `flowdeck`: arguments, logging, start and stop.

#[path = "main/arguments.rs"]
mod arguments;
#[path = "main/embedded_engines.rs"]
mod embedded_engines;
#[path = "main/signals.rs"]
mod signals;

use std::env::{self, VarError};
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arguments::{Cli, Command, Serve};
use axum::serve::ListenerExt;
use clap::Parser;
use flowdeck::engine::Engine;
use flowdeck::service::{DataFolder, Options, Service, percent_encoded};
use tokio::net::{TcpListener, TcpStream};
use tracing_subscriber::EnvFilter;

/// The environment variable with the API key.
const KEY_VARIABLE: &str = "FLOWDECK_API_KEY";

#[tokio::main]
async fn main() -> ExitCode {
    let Command::Serve(serve) = Cli::parse().command;
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,flowdeck=info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
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
    // Registered before the link is printed, because the reader of the link may stop the program at once.
    let stopped = signals::stopped().map_err(|why| format!("listening for Ctrl-C: {why}"))?;
    let listener = bind(serve.listen).await?;
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    let data = DataFolder::open(&serve.data).map_err(|why| why.to_string())?;
    let key = key(&data)?;
    let link = link(address, &key);
    let embedded = if serve.engine.is_empty() {
        embedded_engines::start(serve.engines, data.path()).await?
    } else {
        Vec::new()
    };
    let engines = addresses(&serve, &embedded);
    announce(&serve, &engines);
    let service = Service::new(options(serve, key, engines, data))
        .await
        .map_err(|why| why.to_string())?;
    print(&format!("open {link}"));
    print("press Ctrl-C to stop");
    tokio::select! {
        result = service.listen(listener.tap_io(disable_delay)) => {
            result.map_err(|why| format!("listening on {address}: {why}"))?;
        }
        () = stopped => {}
    }
    print("stopping");
    service.shutdown().await;
    for engine in embedded {
        engine.shutdown().await;
    }
    Ok(())
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

/// The key in the environment, or else the one in the data folder.
fn key(data: &DataFolder) -> Result<String, String> {
    match env::var(KEY_VARIABLE) {
        Ok(key) if !key.is_empty() => Ok(key),
        Err(VarError::NotUnicode(_)) => Err(format!(
            "reading {KEY_VARIABLE}: it is not valid UTF-8; set it to letters and digits"
        )),
        _ => data.key().map_err(|why| why.to_string()),
    }
}

/// The link that opens the playground. The key is in the fragment, which browsers do not send.
fn link(mut address: SocketAddr, key: &str) -> String {
    if address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    format!("http://{address}/#key={}", percent_encoded(key))
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

fn options(serve: Serve, key: String, engines: Vec<String>, data: DataFolder) -> Options {
    Options {
        key,
        engines,
        embedded: serve.engine.is_empty(),
        workflows: serve.workflows,
        data,
        queue_limit: serve.queue_limit as usize,
        max_upload: (serve.max_upload as usize) << 20,
        site: serve.site.unwrap_or_else(default_site),
    }
}

/// The folder `site` next to the program.
fn default_site() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    program.parent().unwrap_or(Path::new(".")).join("site")
}

/// Disables Nagle's algorithm, which would delay small answers.
fn disable_delay(stream: &mut TcpStream) {
    if let Err(why) = stream.set_nodelay(true) {
        tracing::debug!("disabling the send delay: {why}");
    }
}

/// Prints a line. A closed pipe does not stop the program.
fn print(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
