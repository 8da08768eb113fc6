//! Starts engines and services, and waits for conditions.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use data_folder::DataFolder;
use embedded::Site;
use engine_server::{Engine, EngineToken};
use http_server::listen::Limits;
use service::{
    Clock, DiskRules, EngineCare, EngineLimits, EngineNetworks, EngineSettings, EngineSource,
    Options, READS, RunRules, Service, WebhookNetworks, WebhookOptions,
};
use tokio::net::TcpListener;
use workflow::Keep;

use super::{ENGINE_TOKEN, KEY};

/// How long a condition may take to become true.
pub(super) const TIMEOUT: Duration = Duration::from_secs(90);

/// Starts an embedded engine; port 0 means any free port.
pub(crate) async fn engine(folder: &Path, number: usize, port: u16) -> Engine {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .unwrap();
    let home = folder.join("engines").join(number.to_string());
    Engine::start(listener, home, EngineToken::new(ENGINE_TOKEN))
        .await
        .unwrap()
}

/// The engines of tests often have no events, so that the end of a run is learned by asking.
fn engine_limits() -> EngineLimits {
    EngineLimits {
        shortest_interval: Duration::from_millis(50),
        busy_interval: Duration::from_millis(100),
        run_interval: Duration::from_millis(500),
        ..EngineLimits::default()
    }
}

/// Starts a service on the data folder in `folder`. Returns it and its URL.
pub(super) async fn service(
    folder: &Path,
    addresses: &[String],
    change: fn(Options) -> Options,
    clock: &Clock,
) -> (Arc<Service>, String) {
    let options = change(Options {
        key: KEY.to_owned(),
        has_key_file: false,
        engines: engines(addresses),
        engine_token: Some(ENGINE_TOKEN.to_owned()),
        engine_limits: engine_limits(),
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
        clock: clock.clone(),
        trust_clock: false,
        webhooks: WebhookOptions::new(WebhookNetworks::default()),
        keep_audit: Duration::from_secs(3600),
        reads: READS,
        limits: Limits {
            wrong_key_delay: Duration::ZERO,
            ..Limits::default()
        },
        grace: Duration::from_secs(1),
    });
    let service = Arc::new(Service::new(options).await.unwrap());
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    let serving = service.clone();
    tokio::spawn(async move { serving.listen(listener).await });
    (service, format!("http://{address}"))
}

fn engines(addresses: &[String]) -> Vec<EngineSettings> {
    let engines = addresses.iter();
    engines
        .map(|address| EngineSettings::new(address, EngineSource::Options))
        .collect()
}

/// Waits until a condition returns a value.
pub(crate) async fn eventually<T, F: Future<Output = Option<T>>>(
    what: &str,
    condition: impl Fn() -> F,
) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(value) = condition().await {
            return value;
        }
        assert!(Instant::now() < deadline, "timed out waiting until {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
