//! The program `flowdeck`: arguments, logging, start.

#[path = "main/arguments.rs"]
mod arguments;
#[path = "main/signals.rs"]
mod signals;

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use arguments::{Command, Program, Serve};
use axum::serve::ListenerExt;
use clap::Parser;
use flowdeck::engine::Engine;
use flowdeck::service::{DataFolder, Options, Service, percent_encoded};
use tokio::net::{TcpListener, TcpStream};
use tracing_subscriber::EnvFilter;

/// The environment variable that holds the key.
const KEY: &str = "FLOWDECK_API_KEY";

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
    let stopped = signals::stopped().map_err(|why| format!("listening for Ctrl-C: {why}"))?;
    let listener = bind(serve.listen).await?;
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    let key = std::env::var(KEY)
        .ok()
        .filter(|key| !key.is_empty())
        .unwrap_or_else(fresh_key);
    let link = link(address, &key);
    let data = DataFolder::open(&serve.data).map_err(|why| why.to_string())?;
    let embedded = if serve.engine.is_empty() {
        embedded(serve.engines, data.path()).await?
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
    announce(&serve, &engines);
    let service = Service::new(options(serve, key, engines, data))
        .await
        .map_err(|why| why.to_string())?;
    say(&format!("open {link}"));
    say("stop with Ctrl-C");
    tokio::select! {
        result = service.listen(listener.tap_io(quick)) => result.map_err(|why| format!("listening on {address}: {why}"))?,
        () = stopped => {}
    }
    say("stopping");
    service.shutdown().await;
    for engine in embedded {
        engine.shutdown().await;
    }
    Ok(())
}

async fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|why| {
        let (why, way_out) = match why.kind() {
            io::ErrorKind::AddrInUse => (
                "the port is in use".to_owned(),
                "stop what uses it, or choose another with --listen",
            ),
            _ => (why.to_string(), "choose another address with --listen"),
        };
        format!("listening on {address}: {why}; {way_out}")
    })
}

fn announce(serve: &Serve, engines: &[String]) {
    let kind = match serve.engine.as_slice() {
        [] => "embedded engine instances",
        _ => "engine instances",
    };
    say(&format!("{} {kind}: {}", engines.len(), engines.join(", ")));
    let (workflows, data) = (serve.workflows.display(), serve.data.display());
    say(&format!("workflows: {workflows}; data: {data}"));
}

fn options(serve: Serve, key: String, engines: Vec<String>, data: DataFolder) -> Options {
    Options {
        key,
        engines,
        workflows: serve.workflows,
        data,
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

/// Small answers leave at once, and are not kept back until the caller has confirmed the last.
fn quick(stream: &mut TcpStream) {
    if let Err(why) = stream.set_nodelay(true) {
        tracing::debug!("sending without delay: {why}");
    }
}

/// A line for the person who started the program; a closed pipe is no reason to end.
fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}
