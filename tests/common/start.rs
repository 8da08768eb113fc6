//! Starts engines and services, and waits for conditions.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use flowdeck::engine::Engine;
use flowdeck::service::{DataFolder, Options, Service};
use tokio::net::TcpListener;

use super::KEY;

/// How long a condition may take to become true.
const TIMEOUT: Duration = Duration::from_secs(90);

/// Starts an embedded engine; port 0 means any free port.
pub(crate) async fn engine(folder: &Path, number: usize, port: u16) -> Engine {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .unwrap();
    Engine::start(listener, folder.join("engines").join(number.to_string()))
        .await
        .unwrap()
}

/// Starts a service on the data folder in `folder`. Returns it and its URL.
pub(super) async fn service(
    folder: &Path,
    addresses: &[String],
    change: fn(Options) -> Options,
) -> (Arc<Service>, String) {
    let options = change(Options {
        key: KEY.to_owned(),
        engines: addresses.to_vec(),
        embedded: false,
        workflows: folder.join("workflows"),
        data: DataFolder::open(&folder.join("data")).unwrap(),
        queue_limit: 50,
        max_upload: 20 << 20,
        site: folder.join("site"),
    });
    let service = Arc::new(Service::new(options).await.unwrap());
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address: SocketAddr = listener.local_addr().unwrap();
    let serving = service.clone();
    tokio::spawn(async move { serving.listen(listener).await.unwrap() });
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
