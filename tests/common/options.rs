//! The options of a service in tests.

use std::path::Path;
use std::time::Duration;

use data_folder::DataFolder;
use embedded::Site;
use http_server::listen::Limits;
use service::{
    Clock, DiskRules, EngineCare, EngineLimits, EngineNetworks, EngineSettings, EngineSource,
    Options, READS, RunRules, WebhookNetworks, WebhookOptions,
};
use workflow::Keep;

/// The options of a service with this key on the folders in `folder`, in front of engines with these addresses.
pub(crate) fn options(folder: &Path, key: &str, addresses: &[String]) -> Options {
    Options {
        key: key.to_owned(),
        has_key_file: false,
        engines: engines(addresses),
        engine_token: None,
        engine_limits: EngineLimits::default(),
        engine_care: EngineCare::default(),
        engine_networks: EngineNetworks::default(),
        embedded: false,
        embedded_stand_in: false,
        engine_search: None,
        workflows: folder.join("workflows"),
        data: DataFolder::open(&folder.join("data")).unwrap(),
        rules: RunRules::default(),
        tls: None,
        keep: Keep::default(),
        keep_versions: 100,
        disk: DiskRules::default(),
        max_upload: 20 << 20,
        metadata: true,
        site: Site::Folder(folder.join("site")),
        public_url: None,
        trust_proxy: false,
        allowed_origins: Vec::new(),
        clock: Clock::default(),
        trust_clock: false,
        webhooks: WebhookOptions::new(WebhookNetworks::default()),
        keep_audit: Duration::from_secs(3600),
        reads: READS,
        limits: Limits {
            wrong_key_delay: Duration::ZERO,
            ..Limits::default()
        },
        grace: Duration::from_secs(1),
    }
}

fn engines(addresses: &[String]) -> Vec<EngineSettings> {
    let engines = addresses.iter();
    engines
        .map(|address| EngineSettings::new(address, EngineSource::Options))
        .collect()
}
