//! Embedded engines on free loopback ports. Does not know the service that uses them.

use std::io;
use std::net::Ipv4Addr;
use std::path::Path;

use flowdeck::engine::Engine;
use tokio::net::TcpListener;

/// Starts engines. Their files are below the data folder.
pub(crate) async fn start(count: u16, data: &Path) -> Result<Vec<Engine>, String> {
    let mut engines = Vec::new();
    for number in 1..=count {
        let folder = data.join("engines").join(number.to_string());
        let engine = start_in(&folder).await.map_err(|why| {
            format!(
                "starting an embedded engine in {}: {why}; choose another folder with --data",
                folder.display()
            )
        })?;
        engines.push(engine);
    }
    Ok(engines)
}

async fn start_in(folder: &Path) -> io::Result<Engine> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    Engine::start(listener, folder.to_owned()).await
}
