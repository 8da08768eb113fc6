//! What a running service does on signals: SIGHUP reads the configuration file and the certificate again, others stop
//! it.

use clap::ArgMatches;
use http_server::listen::Tls;
use service::Service;

use super::print;
use super::settings::{self, Settings};
use super::signals::{Request, Signals};

/// Reads the configuration again as often as it is asked to, and stops the service when it is; the second request to
/// stop ends the program.
pub(crate) async fn react(
    mut signals: Signals,
    service: &Service,
    given: &ArgMatches,
    settings: Settings,
    tls: Option<Tls>,
) {
    while signals.next().await == Request::Reload {
        if let Some(tls) = &tls {
            match tls.reload() {
                Ok(()) => tracing::info!("read the certificate of --tls-cert again"),
                Err(why) => tracing::error!("{why}; the previous certificate stays in use"),
            }
            if settings.serve.config.is_none() {
                continue;
            }
        }
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
    let now = settings::resolved(given)?;
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
