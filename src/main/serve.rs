//! `flowdeck serve`: starts the service, reads its configuration again, stops it.

use std::env;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use engine_server::{Engine, EngineToken};
use http_server::listen::{Limits, raise_open_files_limit};
use service::{
    DataFolder, EngineLimits, EngineSettings, EngineSource, Options, RunRules, Service,
    engine_address,
};
use tokio::net::TcpListener;

use super::arguments::{OnLost, Serve};
use super::key::Key;
use super::signals::{Request, Signals};
use super::{TOKEN_VARIABLE, config, embedded_engines, environment, print};

/// Runs the service until a signal stops it.
pub(crate) async fn run(serve: Serve) -> Result<(), String> {
    // Registered before the link is printed, because the reader of the link may stop the program at once.
    let signals = Signals::register().map_err(|why| format!("listening for Ctrl-C: {why}"))?;
    let listener = bind(serve.listen).await?;
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    let data = DataFolder::open(&serve.data).map_err(|why| why.to_string())?;
    let key = Key::read(&data)?;
    key.ensure_safe(&serve)?;
    let instructions = key.instructions(&serve, address);
    let (embedded, token) = if serve.embeds_engines() {
        let token = EngineToken::random();
        let engines = embedded_engines::start(serve.engines, data.path(), &token).await?;
        (engines, Some(token.reveal().to_owned()))
    } else {
        (Vec::new(), environment::secret(TOKEN_VARIABLE)?)
    };
    let engines = engines(&serve, &embedded)?;
    print(&format!("listening on {address}"));
    announce(&serve, &engines);
    let config = serve.config.clone();
    let service = Service::new(options(serve, key, engines, token, data))
        .await
        .map_err(|why| why.to_string())?;
    print(&instructions);
    print("press Ctrl-C to stop");
    tokio::join!(
        service.listen(listener),
        react(signals, &service, config.as_deref())
    );
    for engine in embedded {
        engine.shutdown().await;
    }
    Ok(())
}

/// Reads the configuration again as often as it is asked to, and stops the service when it is; the second request to
/// stop ends the program.
async fn react(mut signals: Signals, service: &Service, config: Option<&Path>) {
    while signals.next().await == Request::Reload {
        match reload(service, config).await {
            Ok(changes) => tracing::info!("{changes}"),
            Err(why) => tracing::error!("{why}; the engine instances stay as they are"),
        }
    }
    print("stopping; running requests may finish, press Ctrl-C again to end them");
    tokio::select! {
        () = service.shutdown() => {}
        () = signals.stop() => std::process::exit(1),
    }
}

/// Reads the configuration again. Returns what has changed, in words.
async fn reload(service: &Service, config: Option<&Path>) -> Result<String, String> {
    let Some(path) = config else {
        return Err("SIGHUP: there is no --config to read again".to_owned());
    };
    let engines = config::read(path)?;
    if engines.is_empty() {
        tracing::warn!("there are no engine instances in {}", path.display());
    }
    let changes = service.configure(engines).await;
    let changes = changes.map_err(|why| format!("applying {}: {why}", path.display()))?;
    let parts = [
        ("added", changes.added),
        ("removed", changes.removed),
        ("changed", changes.changed),
    ];
    let parts = parts.iter().filter(|(_, engines)| !engines.is_empty());
    let parts: Vec<String> = parts
        .map(|(what, engines)| format!("{what} {}", engines.join(", ")))
        .collect();
    let what = match parts.as_slice() {
        [] => "nothing has changed".to_owned(),
        parts => parts.join("; "),
    };
    Ok(format!("read {} again: {what}", path.display()))
}

/// Listens on an address.
pub(crate) async fn bind(address: SocketAddr) -> Result<TcpListener, String> {
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

/// The engine instances: the embedded ones, or those given by `--engine` and in the configuration file.
fn engines(serve: &Serve, embedded: &[Engine]) -> Result<Vec<EngineSettings>, String> {
    let embedded = embedded
        .iter()
        .map(|engine| format!("http://{}", engine.address()));
    let named = serve
        .engine
        .iter()
        .map(|url| engine_address(url).map_err(|why| format!("reading --engine: {why}")));
    let urls = named.chain(embedded.map(Ok));
    let mut engines = urls
        .map(|url| Ok(EngineSettings::new(&url?, EngineSource::Options)))
        .collect::<Result<Vec<_>, String>>()?;
    if let Some(path) = &serve.config {
        engines.append(&mut config::read(path)?);
    }
    Ok(engines)
}

fn announce(serve: &Serve, engines: &[EngineSettings]) {
    let kind = match serve.embeds_engines() {
        true => "embedded engine instances",
        false => "engine instances",
    };
    let urls: Vec<&str> = engines.iter().map(|engine| engine.url.as_str()).collect();
    let urls = match urls.as_slice() {
        [] => "none named; add one with flowdeck engines add URL".to_owned(),
        urls => urls.join(", "),
    };
    print(&format!("{kind}: {urls}"));
    print(&format!("workflows folder: {}", serve.workflows.display()));
    print(&format!("data folder: {}", serve.data.display()));
}

fn options(
    serve: Serve,
    key: Key,
    engines: Vec<EngineSettings>,
    engine_token: Option<String>,
    data: DataFolder,
) -> Options {
    let limits = Limits::for_open_files(raise_open_files_limit(), engines.len());
    Options {
        has_key_file: !key.is_from_environment,
        key: key.text,
        engines,
        engine_token,
        engine_limits: EngineLimits {
            output_bytes: u64::from(serve.max_output) << 20,
            ..EngineLimits::default()
        },
        embedded: serve.embeds_engines(),
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
