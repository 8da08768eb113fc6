//! The engine instances that a service starts with: those that are named, or ComfyUI that is found on this machine, or
//! embedded ones.

use data_folder::DataFolder;
use engine_server::{Engine, EngineToken};
use service::{EngineSearch, EngineSettings, EngineSource, FoundEngine, engine_address};

use super::settings::Settings;
use super::{embedded_engines, print, shell};

/// The engine instances of a start.
pub(crate) struct StartEngines {
    pub(crate) settings: Vec<EngineSettings>,
    /// The embedded ones among them.
    pub(crate) embedded: Vec<Engine>,
    found: Vec<FoundEngine>,
}

/// Where to look for ComfyUI; `None` if the settings say what to use, or that nothing is looked for.
pub(crate) fn search(settings: &Settings) -> Option<EngineSearch> {
    let serve = &settings.serve;
    let ports = match serve.search_port.as_slice() {
        [] => &EngineSearch::USUAL_PORTS[..],
        given => given,
    };
    let own = [Some(serve.listen), serve.metrics_listen];
    let own = own.into_iter().flatten().map(|address| address.port());
    let own: Vec<u16> = own.collect();
    let others = ports.iter().filter(|port| !own.contains(port));
    settings
        .searches
        .then(|| EngineSearch::new(others.copied().collect()))
}

/// Looks for the engine instances of the settings, or starts them.
pub(crate) async fn start(settings: &Settings, data: &DataFolder) -> Result<StartEngines, String> {
    let found = match search(settings) {
        Some(search) => search.run().await,
        None => Vec::new(),
    };
    let mut engines = StartEngines {
        settings: named(settings)?,
        embedded: Vec::new(),
        found,
    };
    let found = engines.found.iter();
    let found = found.map(|one| EngineSettings::new(&one.url, EngineSource::Found));
    engines.settings.extend(found);
    if engines.found.is_empty() && settings.embedded > 0 {
        let token = EngineToken::random();
        engines.embedded = embedded_engines::start(settings.embedded, data.path(), &token).await?;
        for engine in &engines.embedded {
            let url = format!("http://{}", engine.address());
            let mut settings = EngineSettings::new(&url, EngineSource::Options);
            settings.headers.set_bearer(token.reveal())?;
            engines.settings.push(settings);
        }
    }
    Ok(engines)
}

/// The engine instances of `--engine` and of the configuration file.
fn named(settings: &Settings) -> Result<Vec<EngineSettings>, String> {
    let named = settings.serve.engine.iter().map(|url| {
        let address = engine_address(url).map_err(|why| format!("reading --engine: {why}"))?;
        Ok(EngineSettings::new(&address, EngineSource::Options))
    });
    let mut all = named.collect::<Result<Vec<_>, String>>()?;
    all.extend(settings.engines.iter().cloned());
    Ok(all)
}

impl StartEngines {
    /// Prints which they are.
    pub(crate) fn announce(&self, settings: &Settings) {
        for found in &self.found {
            announce_found(found, settings.serve.workflows.is_none());
        }
        if !self.found.is_empty() {
            return;
        }
        let kind = match self.embedded.is_empty() {
            true => "engine instances",
            false => "embedded engine instances",
        };
        let urls: Vec<&str> = self.settings.iter().map(|one| one.url.as_str()).collect();
        let urls = match urls.as_slice() {
            [] => "none named; add one with flowdeck engines add URL".to_owned(),
            urls => urls.join(", "),
        };
        print(&format!("{kind}: {urls}"));
    }
}

fn announce_found(found: &FoundEngine, offers_workflows: bool) {
    let version = found.version.as_ref();
    let name = version.map_or("ComfyUI".to_owned(), |version| format!("ComfyUI {version}"));
    print(&format!(
        "engine instances: {}, which is {name} on this machine; --no-search starts without it",
        found.url
    ));
    if let Some(folder) = found.workflows.as_ref().filter(|_| offers_workflows) {
        print(&format!(
            "its saved workflows: --workflows {} serves them",
            shell::quoted(folder)
        ));
    }
}
