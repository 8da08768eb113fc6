//! Embedded engines on free loopback ports. Does not know the service that uses them.

use std::io;
use std::net::Ipv4Addr;
use std::path::Path;

use engine_server::{Engine, EngineToken};
use tokio::net::TcpListener;

/// Starts engines with this token. Their files are below the data folder.
pub(crate) async fn start(
    count: u16,
    data: &Path,
    token: &EngineToken,
) -> Result<Vec<Engine>, String> {
    let mut engines = Vec::new();
    for number in 1..=count {
        let folder = data.join("engines").join(number.to_string());
        let engine = start_in(&folder, token)
            .await
            .map_err(|why| not_started(&folder, &why))?;
        engines.push(engine);
    }
    Ok(engines)
}

/// Why an engine did not start in a folder, and what to do.
pub(crate) fn not_started(folder: &Path, why: &io::Error) -> String {
    format!(
        "starting an embedded engine in {}: {why}; choose another folder with --data",
        folder.display()
    )
}

async fn start_in(folder: &Path, token: &EngineToken) -> io::Result<Engine> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    Engine::start(listener, folder.to_owned(), token.clone()).await
}
