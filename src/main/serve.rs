//! `flowdeck serve`: starts the service, reads its configuration again, stops it.

use std::io;
use std::net::SocketAddr;

use clap::ArgMatches;
use data_folder::DataFolder;
use embedded::Site;
use http_server::listen::{Limits, Tls, raise_open_files_limit};
use service::{
    Clock, DiskRules, EngineCare, EngineLimits, EngineNetworks, Options, READS, RunRules,
    WebhookNetworks, WebhookOptions,
};
use service_http::Server;
use tokio::net::TcpListener;
use workflow::Keep;

use super::arguments::{OnLost, Serve};
use super::embedded_files::PLAYGROUND;
use super::file_size_limit::FileSizeLimit;
use super::key::Key;
use super::logging;
use super::reload::react;
use super::settings::{self, Settings};
use super::signals::Signals;
use super::start_engines::{self, StartEngines};
use super::{TOKEN_VARIABLE, browser, data_place, environment, file_rights, print, samples};

/// Runs the service until a signal stops it.
pub(crate) async fn run(given: &ArgMatches) -> Result<(), String> {
    let settings = settings::resolved(given)?;
    let serve = &settings.serve;
    logging::start(serve.log);
    warn_of_configuration(&settings);
    // Registered before the link is printed, because the reader of the link may stop the program at once.
    let signals = Signals::register().map_err(|why| format!("listening for Ctrl-C: {why}"))?;
    tokio::spawn(FileSizeLimit::watch().log());
    let tls = certificate(serve)?;
    let listener = bind(serve.listen, "--listen").await?;
    let metrics_listener = match serve.metrics_listen {
        Some(address) => Some(bind(address, "--metrics-listen").await?),
        None => None,
    };
    let address = listener.local_addr().map_err(|why| why.to_string())?;
    let data = DataFolder::open(&serve.data).map_err(|why| why.to_string())?;
    let key = Key::read(&data)?;
    key.ensure_safe(serve)?;
    let (link, instructions) = (key.link(serve, address), key.instructions(serve, address));
    let has_samples = samples::prepare(serve, &data)?;
    let token = environment::secret(TOKEN_VARIABLE)?;
    let engines = start_engines::start(&settings, &data).await?;
    print(&format!("listening on {address}"));
    if let Some(listener) = &metrics_listener {
        announce_metrics(listener);
    }
    engines.announce(&settings);
    announce_folders(&settings, has_samples);
    let options = options(&settings, tls.clone(), key, &engines, token, data);
    let service = Server::start(options)
        .await
        .map_err(|why| why.to_string())?;
    print(&instructions);
    print("press Ctrl-C to stop");
    let opened = serve.open.then(|| tokio::spawn(browser::open(link)));
    tokio::join!(
        service.listen(listener),
        async {
            if let Some(listener) = metrics_listener {
                service.listen_for_monitoring(listener).await;
            }
        },
        react(signals, &service, given, settings, tls)
    );
    if let Some(opened) = opened {
        opened.abort();
    }
    for engine in engines.embedded {
        engine.shutdown().await;
    }
    Ok(())
}

/// Warns of the configuration file. When it was read, nobody knew how to log.
fn warn_of_configuration(settings: &Settings) {
    settings.warn_of_open_credentials();
    if let Some(note) = &settings.note {
        tracing::warn!("{note}");
    }
}

/// The certificate for https, if there is one.
pub(crate) fn certificate(serve: &Serve) -> Result<Option<Tls>, String> {
    match (&serve.tls_cert, &serve.tls_key) {
        (None, None) => Ok(None),
        (Some(certificate), Some(key)) => {
            let tls = Tls::read(certificate, key).map_err(|why| why.to_string())?;
            file_rights::warn_if_others_can_read(key, "the private key", &serve.data);
            Ok(Some(tls))
        }
        _ => {
            Err("reading --tls-cert and --tls-key: only one of them is given; give both".to_owned())
        }
    }
}

/// Says where metrics are, and warns if that is not this machine alone.
fn announce_metrics(listener: &TcpListener) {
    let Ok(address) = listener.local_addr() else {
        return;
    };
    print(&format!("metrics on {address}"));
    if !address.ip().to_canonical().is_loopback() {
        tracing::warn!(
            "everyone who can connect to {address} can read the service's metrics; let only your monitoring reach it"
        );
    }
}

/// Listens on the address of an option.
pub(crate) async fn bind(address: SocketAddr, option: &str) -> Result<TcpListener, String> {
    TcpListener::bind(address).await.map_err(|why| {
        let (why, remedy) = match why.kind() {
            io::ErrorKind::AddrInUse => (
                "the port is in use".to_owned(),
                "stop the program that uses it, or choose another port",
            ),
            _ => (why.to_string(), "choose another address or port"),
        };
        format!("listening on {address}: {why}; {remedy} with {option}")
    })
}

/// Says which folders the service uses.
fn announce_folders(settings: &Settings, has_samples: bool) {
    let serve = &settings.serve;
    let samples = match has_samples {
        true => ", with samples to try",
        false => "",
    };
    print(&format!(
        "workflows folder: {}{samples}",
        samples::workflows(serve).display()
    ));
    let note = match settings.is_default("data") {
        true => data_place::note(&serve.data),
        false => String::new(),
    };
    print(&format!("data folder: {}{note}", serve.data.display()));
}

fn options(
    settings: &Settings,
    tls: Option<Tls>,
    key: Key,
    engines: &StartEngines,
    engine_token: Option<String>,
    data: DataFolder,
) -> Options {
    let serve = settings.serve.clone();
    let is_embedded = !engines.embedded.is_empty();
    let limits = Limits::for_open_files(raise_open_files_limit(), engines.settings.len());
    Options {
        has_key_file: !key.is_from_environment,
        key: key.text,
        engines: engines.settings.clone(),
        engine_token,
        engine_limits: EngineLimits {
            output_bytes: u64::from(serve.max_output) << 20,
            ..EngineLimits::default()
        },
        embedded: is_embedded,
        embedded_stand_in: is_embedded && serve.engines.is_none(),
        engine_search: start_engines::search(settings),
        engine_care: EngineCare {
            free_after: serve.free_after,
            ..EngineCare::default()
        },
        engine_networks: EngineNetworks::new(serve.engine_allow.clone()),
        rules: rules(&serve),
        disk: DiskRules {
            min_free: serve.min_free_disk,
            ..DiskRules::default()
        },
        clock: Clock::default(),
        trust_clock: serve.trust_clock,
        keep: Keep {
            seconds: serve.keep,
            runs: serve.keep_runs,
            bytes: serve.keep_bytes,
        },
        keep_versions: serve.keep_versions,
        workflows: samples::workflows(&serve),
        data,
        max_upload: (serve.max_upload as usize) << 20,
        metadata: !serve.no_metadata,
        site: site(&serve),
        public_url: serve.public_url,
        trust_proxy: serve.trust_proxy,
        tls,
        allowed_origins: serve.allow_origin,
        webhooks: WebhookOptions::new(WebhookNetworks::new(serve.webhook_allow)),
        keep_audit: serve.keep_audit,
        reads: READS,
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

/// The playground's files: in the folder of `--site`, or else in the program.
pub(crate) fn site(serve: &Serve) -> Site {
    match &serve.site {
        Some(folder) => Site::Folder(folder.clone()),
        None => Site::Embedded(PLAYGROUND),
    }
}
