//! What a running service does on signals: SIGHUP reads the configuration file and the certificate again, others stop
//! it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::ArgMatches;
use http_server::listen::Tls;
use service_http::Server;

use super::print;
use super::settings::{self, Settings};
use super::signals::{Request, Signals};

/// How long files may take to be read: they may be on a disk of the network that does not answer.
const LIMIT: Duration = Duration::from_secs(10);

/// Reads the configuration again as often as it is asked to, and stops the service when it is; the second request to
/// stop ends the program.
pub(crate) async fn react(
    mut signals: Signals,
    service: &Server,
    given: &ArgMatches,
    settings: Settings,
    tls: Option<Tls>,
) {
    let files = Files::default();
    while signals.next().await == Request::Reload {
        let reloading = async {
            if let Some(tls) = &tls {
                reload_certificate(&files, tls).await;
            }
            if tls.is_none() || settings.serve.config.is_some() {
                reload_configuration(&files, service, given, &settings).await;
            }
        };
        tokio::select! {
            () = reloading => {}
            () = signals.stop() => break,
        }
    }
    print("stopping; running requests may finish, press Ctrl-C again to end them");
    tokio::select! {
        () = service.shutdown() => {}
        () = signals.stop() => std::process::exit(1),
    }
}

/// Reads files on a thread where nobody waits for them.
#[derive(Clone, Default)]
struct Files {
    /// Locked while they are read.
    reading: Arc<Mutex<()>>,
}

impl Files {
    /// What is in some files.
    ///
    /// # Errors
    /// Also when that takes too long, or those of before are still being read.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        let files = self.clone();
        let reading = tokio::task::spawn_blocking(move || {
            let _reading = files.reading.try_lock().map_err(|_| {
                "reading the files again: they are still being read since an earlier SIGHUP; check their disk"
            })?;
            read()
        });
        match tokio::time::timeout(LIMIT, reading).await {
            Ok(read) => read.map_err(|why| format!("reading the files again: {why}"))?,
            Err(_) => Err(format!(
                "reading the files again: it takes longer than {} seconds; check their disk",
                LIMIT.as_secs()
            )),
        }
    }
}

async fn reload_certificate(files: &Files, tls: &Tls) {
    let tls = tls.clone();
    let reload = move || tls.reload().map_err(|why| why.to_string());
    match files.read(reload).await {
        Ok(()) => tracing::info!("read the certificate of --tls-cert again"),
        Err(why) => tracing::error!("{why}; the previous certificate stays in use"),
    }
}

async fn reload_configuration(
    files: &Files,
    service: &Server,
    given: &ArgMatches,
    started: &Settings,
) {
    match reload(files, service, given, started).await {
        Ok(changes) => tracing::info!("{changes}"),
        Err(why) => tracing::error!("{why}; the engine instances stay as they are"),
    }
}

/// Reads the configuration again. Returns what has changed, in words.
async fn reload(
    files: &Files,
    service: &Server,
    given: &ArgMatches,
    started: &Settings,
) -> Result<String, String> {
    let Some(path) = &started.serve.config else {
        return Err("SIGHUP: there is no --config to read again".to_owned());
    };
    let given = given.clone();
    let read = move || settings::resolved(&given).inspect(Settings::warn_of_open_credentials);
    let now = files.read(read).await?;
    for name in changed_settings(started, &now) {
        tracing::warn!(
            "{name} has changed in {}; restart the service to use it",
            path.display()
        );
    }
    if let Some(note) = &now.note {
        tracing::warn!("{note}");
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
