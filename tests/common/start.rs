//! Starts engines and services, and waits for conditions.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine_server::{Engine, EngineToken};
use service::{Clock, EngineLimits, Options};
use service_http::Server;
use tokio::net::TcpListener;

use super::options::options;
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
) -> (Arc<Server>, String) {
    let options = change(Options {
        engine_token: Some(ENGINE_TOKEN.to_owned()),
        engine_limits: engine_limits(),
        clock: clock.clone(),
        ..options(folder, KEY, addresses)
    });
    let service = Arc::new(Server::start(options).await.unwrap());
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    let serving = service.clone();
    tokio::spawn(async move { serving.listen(listener).await });
    (service, format!("http://{address}"))
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
