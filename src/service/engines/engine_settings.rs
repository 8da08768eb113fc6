//! What the service is told about one engine instance.

use super::engine_restart::EngineRestart;
use comfy_client::EngineHeaders;

/// The most engine instances: each one costs connections and memory, and every run is compared with all of them.
pub(crate) const MAX_ENGINES: usize = 256;

/// Ensures that there are not too many engine instances.
///
/// # Errors
/// How many there may be.
pub(crate) fn ensure_few(count: usize) -> Result<(), String> {
    match count <= MAX_ENGINES {
        true => Ok(()),
        false => Err(format!(
            "there would be {count} engine instances, and a service has at most {MAX_ENGINES}"
        )),
    }
}

/// Who has named an engine instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineSource {
    /// The command line.
    #[default]
    Options,
    /// The configuration file.
    File,
    /// Nobody: the service has found it on this machine.
    Found,
    /// A caller, while the service was running.
    Caller,
}

impl EngineSource {
    /// Whether that is the operator of the service, by its options.
    pub(crate) fn is_operator(self) -> bool {
        self != Self::Caller
    }
}

/// What the service is told about one engine instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// Its address, such as `http://127.0.0.1:8188`.
    pub url: String,
    /// The headers of every request to it. Without credentials, it gets those of the service.
    pub headers: EngineHeaders,
    /// Names that tell people what it is, such as the model of its GPU.
    pub labels: Vec<String>,
    /// The maximum number of runs at it, if that is not the usual one.
    pub depth: Option<usize>,
    /// How it is restarted.
    pub restart: Option<EngineRestart>,
    /// Who has named it.
    pub source: EngineSource,
}

impl EngineSettings {
    /// Gives it these credentials, unless it has its own. What answers on a usual port may be somebody else's program,
    /// so an instance that was only found gets none.
    pub(crate) fn authorize_by(&mut self, credentials: &EngineHeaders) {
        if self.source != EngineSource::Found {
            self.headers.authorize_by(credentials);
        }
    }

    /// An instance with nothing but its address.
    pub fn new(url: &str, source: EngineSource) -> Self {
        Self {
            url: url.to_owned(),
            headers: EngineHeaders::default(),
            labels: Vec::new(),
            depth: None,
            restart: None,
            source,
        }
    }
}
