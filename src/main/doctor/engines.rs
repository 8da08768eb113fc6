//! Checks whether the engine instances answer.

use chrono::{DateTime, Utc};
use service::{EngineNetworks, EngineSettings, EngineSource, EngineState, FoundEngine};

use super::finding::Finding;
use crate::settings::Settings;
use crate::{TOKEN_VARIABLE, environment, start_engines};

/// The time of an engine instance's machine, with its address.
pub(super) type EngineTime = (String, DateTime<Utc>);

/// Asks every engine instance, also those that callers have added. Returns the times of their machines, too.
pub(super) async fn check(
    settings: &Settings,
    added: &[String],
) -> (Vec<Finding>, Vec<EngineTime>) {
    let found = found(settings).await;
    if !found.is_empty() {
        return (found, Vec::new());
    }
    if settings.embedded > 0 {
        let text = "engines: the service starts embedded ones";
        return (vec![Finding::Good(text.to_owned())], Vec::new());
    }
    let named = |source| move |url: &String| EngineSettings::new(url, source);
    let options = settings
        .serve
        .engine
        .iter()
        .map(named(EngineSource::Options));
    let mut engines: Vec<_> = options.chain(settings.engines.iter().cloned()).collect();
    let is_known = |url: &String| engines.iter().any(|engine| engine.url == *url);
    let added: Vec<_> = added.iter().filter(|url| !is_known(url)).collect();
    engines.extend(added.into_iter().map(named(EngineSource::Caller)));
    if engines.is_empty() {
        let text = "engines: none is named; name one with --engine, or add one with flowdeck engines add URL";
        return (vec![Finding::Doubtful(text.to_owned())], Vec::new());
    }
    // Whether it is usable is a check of its own.
    let token = environment::secret(TOKEN_VARIABLE).ok().flatten();
    let (mut findings, mut times) = (Vec::new(), Vec::new());
    for engine in &engines {
        let networks = EngineNetworks::new(settings.serve.engine_allow.clone());
        let (finding, time) = ask(engine, networks, token.as_deref()).await;
        findings.push(finding);
        times.extend(time.map(|time| (engine.url.clone(), time)));
    }
    (findings, times)
}

/// ComfyUI on this machine, which the service would use.
async fn found(settings: &Settings) -> Vec<Finding> {
    let Some(search) = start_engines::search(settings) else {
        return Vec::new();
    };
    let found = search.run().await.into_iter();
    let finding = |one: FoundEngine| {
        let version = one
            .version
            .unwrap_or_else(|| "of an unknown version".to_owned());
        let url = one.url;
        Finding::Good(format!(
            "engine {url}: it is ComfyUI {version}, found on this machine"
        ))
    };
    found.map(finding).collect()
}

async fn ask(
    engine: &EngineSettings,
    networks: EngineNetworks,
    token: Option<&str>,
) -> (Finding, Option<DateTime<Utc>>) {
    let shown = service::engine_address(&engine.url);
    let state = EngineState::ask(engine, networks, token).await;
    match (shown, state) {
        (Ok(url), Ok(state)) => {
            let version = state
                .version
                .map_or("of an unknown version".to_owned(), |version| {
                    format!("with version {version}")
                });
            (
                Finding::Good(format!("engine {url}: it answers, {version}")),
                state.time,
            )
        }
        (Ok(url), Err(why)) => (
            Finding::Bad(format!(
                "engine {url}: {why}; start it and check its credentials, or remove it"
            )),
            None,
        ),
        (Err(why), _) => (Finding::Bad(format!("engine: {why}")), None),
    }
}
