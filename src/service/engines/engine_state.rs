//! Whether an engine instance can be reached, for those who look for faults.

use chrono::{DateTime, Utc};

use super::engine_settings::EngineSettings;
use comfy_client::{EngineClient, EngineHeaders, EngineLimits, EngineNetworks, EngineRules};

/// What an engine instance answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineState {
    /// The version of ComfyUI, if it says so.
    pub version: Option<String>,
    /// The time of its machine, if it says so.
    pub time: Option<DateTime<Utc>>,
}

impl EngineState {
    /// Asks an engine instance in these networks, which may require this token if it has no credentials of its own.
    ///
    /// # Errors
    /// Why it does not answer as an engine.
    pub async fn ask(
        settings: &EngineSettings,
        networks: EngineNetworks,
        token: Option<&str>,
    ) -> Result<Self, String> {
        let mut headers = settings.headers.clone();
        if let Some(token) = token {
            let mut credentials = EngineHeaders::default();
            credentials.set_bearer(token)?;
            headers.authorize_by(&credentials);
        }
        let guard = EngineRules::guard(networks, settings.source.is_operator());
        let client = EngineClient::new(&settings.url, headers, EngineLimits::default(), guard)?;
        let stats = client.system_stats().await.map_err(|why| why.to_string())?;
        let time = stats
            .date
            .and_then(|date| DateTime::parse_from_rfc2822(&date).ok());
        Ok(Self {
            version: stats.version,
            time: time.map(|time| time.to_utc()),
        })
    }
}
