//! ComfyUI on this machine: whether it answers on one of its usual ports.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::saved_workflows;
use comfy_client::{EngineClient, EngineHeaders, EngineLimits, EngineNetworks, EngineRules};

/// How long a program on a port may take to answer as ComfyUI does. A start waits for it.
const LIMIT: Duration = Duration::from_secs(1);

/// Where ComfyUI may be on this machine.
#[derive(Clone, Debug)]
pub struct EngineSearch {
    ports: Vec<u16>,
    limit: Duration,
}

/// A ComfyUI that answers on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundEngine {
    /// Its address.
    pub url: String,
    /// Its version, if it says so.
    pub version: Option<String>,
    /// The folder of its saved workflows, if we can read it and it has some.
    pub workflows: Option<PathBuf>,
}

impl EngineSearch {
    /// The ports where ComfyUI and ComfyUI Desktop listen by default.
    pub const USUAL_PORTS: [u16; 2] = [8188, 8000];

    /// Looks at these ports of the loopback interface.
    pub fn new(ports: Vec<u16>) -> Self {
        Self {
            ports,
            limit: LIMIT,
        }
    }

    /// What answers as ComfyUI now, in the order of the ports. What is something else, or too slow, is left out.
    pub async fn run(&self) -> Vec<FoundEngine> {
        let asked = self.ports.iter().map(|port| async move {
            let found = timeout(self.limit, ask(*port)).await;
            found.ok().flatten()
        });
        join_all(asked).await.into_iter().flatten().collect()
    }
}

/// What answers on a port, if that is ComfyUI. It gets no credentials: it may be somebody else's program.
async fn ask(port: u16) -> Option<FoundEngine> {
    let url = format!("http://{}:{port}", Ipv4Addr::LOCALHOST);
    let guard = EngineRules::guard(EngineNetworks::default(), true);
    let headers = EngineHeaders::default();
    let client = EngineClient::new(&url, headers, EngineLimits::default(), guard).ok()?;
    let stats = client.system_stats().await.ok()?;
    if !stats.is_of_comfyui {
        return None;
    }
    let workflows = spawn_blocking(move || saved_workflows::folder(&stats.arguments)).await;
    Some(FoundEngine {
        url,
        version: stats.version,
        workflows: workflows.ok().flatten(),
    })
}

#[cfg(test)]
mod tests;
