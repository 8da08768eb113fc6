//! Starts engines and services, and waits for what they do.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use flowdeck::engine::Engine;
use flowdeck::service::{DataFolder, Options, Service};
use tokio::net::TcpListener;

use super::KEY;

/// How long a condition may take to become true.
const PATIENCE: Duration = Duration::from_secs(90);

/// An embedded engine; `port` 0: any.
pub(crate) async fn engine(folder: &Path, number: usize, port: u16) -> Engine {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .unwrap();
    Engine::start(listener, folder.join("engines").join(number.to_string()))
        .await
        .unwrap()
}

/// A service on the data folder in `folder`, and its URL.
pub(super) async fn service(
    folder: &Path,
    uris: &[String],
    change: fn(Options) -> Options,
) -> (Arc<Service>, String) {
    let options = change(Options {
        key: KEY.to_owned(),
        engines: uris.to_vec(),
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

/// What a condition gives as soon as it gives something.
pub(crate) async fn eventually<T, F: Future<Output = Option<T>>>(
    what: &str,
    condition: impl Fn() -> F,
) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(value) = condition().await {
            return value;
        }
        assert!(Instant::now() < deadline, "waited in vain until {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
