//! `flowdeck serve`: starts the service, reads its configuration again, stops it.

use std::env;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use engine_server::{Engine, EngineToken};
use http_server::listen::{Limits, raise_open_files_limit};
use service::{
    DataFolder, EngineLimits, EngineSettings, EngineSource, Options, RunRules, Service,
    engine_address,
};
use tokio::net::TcpListener;

use super::arguments::{OnLost, Serve};
use super::key::Key;
use super::settings::{self, Settings};
use super::signals::{Request, Signals};
use super::{TOKEN_VARIABLE, embedded_engines, environment, print};

/// Runs the service until a signal stops it.
pub(crate) async fn run(given: &ArgMatches) -> Result<(), String> {
    let settings = resolve(given)?;
    let serve = &settings.serve;
    // Registered before the link is printed, because the reader of the link may stop the program at once.
    let signals = Signals::register().map_err(|why| format!("listening for Ctrl-C: {why}"))?;
    let listener = bind(serve.listen).await?;
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    let data = DataFolder::open(&serve.data).map_err(|why| why.to_string())?;
    let key = Key::read(&data)?;
    key.ensure_safe(serve)?;
    let instructions = key.instructions(serve, address);
    let (embedded, token) = match settings.embedded {
        0 => (Vec::new(), environment::secret(TOKEN_VARIABLE)?),
        count => {
            let token = EngineToken::random();
            let engines = embedded_engines::start(count, data.path(), &token).await?;
            (engines, Some(token.reveal().to_owned()))
        }
    };
    let engines = engines(&settings, &embedded)?;
    print(&format!("listening on {address}"));
    announce(&settings, &engines);
    let service = Service::new(options(&settings, key, engines, token, data))
        .await
        .map_err(|why| why.to_string())?;
    print(&instructions);
    print("press Ctrl-C to stop");
    tokio::join!(
        service.listen(listener),
        react(signals, &service, given, settings)
    );
    for engine in embedded {
        engine.shutdown().await;
    }
    Ok(())
}

/// The settings, or every mistake in them.
fn resolve(given: &ArgMatches) -> Result<Settings, String> {
    let settings = settings::resolve(given, |name| env::var_os(name));
    settings.map_err(|mistakes| mistakes.join("\n  "))
}

/// Reads the configuration again as often as it is asked to, and stops the service when it is; the second request to
/// stop ends the program.
async fn react(mut signals: Signals, service: &Service, given: &ArgMatches, settings: Settings) {
    while signals.next().await == Request::Reload {
        match reload(service, given, &settings).await {
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
async fn reload(
    service: &Service,
    given: &ArgMatches,
    started: &Settings,
) -> Result<String, String> {
    let Some(path) = &started.serve.config else {
        return Err("SIGHUP: there is no --config to read again".to_owned());
    };
    let now = resolve(given)?;
    for name in changed_settings(started, &now) {
        tracing::warn!(
            "{name} has changed in {}; restart the service to use it",
            path.display()
        );
    }
    let engines = now.engines;
    if started.embedded > 0 && !engines.is_empty() {
        return Err(format!(
            "reading {}: the service uses its embedded engines; restart it to use those of the file",
            path.display()
        ));
    }
    if engines.is_empty() && started.embedded == 0 {
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

/// The names of settings with another value.
fn changed_settings<'a>(before: &'a Settings, now: &'a Settings) -> impl Iterator<Item = &'a str> {
    let both = before.all.iter().zip(&now.all);
    let changed = both.filter(|(before, now)| before.values != now.values);
    changed.map(|(before, _)| before.name.as_str())
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
fn engines(settings: &Settings, embedded: &[Engine]) -> Result<Vec<EngineSettings>, String> {
    let embedded = embedded
        .iter()
        .map(|engine| format!("http://{}", engine.address()));
    let named = settings
        .serve
        .engine
        .iter()
        .map(|url| engine_address(url).map_err(|why| format!("reading --engine: {why}")));
    let urls = named.chain(embedded.map(Ok));
    let mut engines = urls
        .map(|url| Ok(EngineSettings::new(&url?, EngineSource::Options)))
        .collect::<Result<Vec<_>, String>>()?;
    engines.extend(settings.engines.iter().cloned());
    Ok(engines)
}

fn announce(settings: &Settings, engines: &[EngineSettings]) {
    let serve = &settings.serve;
    let kind = match settings.embedded {
        0 => "engine instances",
        _ => "embedded engine instances",
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
    settings: &Settings,
    key: Key,
    engines: Vec<EngineSettings>,
    engine_token: Option<String>,
    data: DataFolder,
) -> Options {
    let serve = settings.serve.clone();
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
        embedded: settings.embedded > 0,
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
