//! `flowdeck engine`: one embedded engine on its own.

use data_folder::DataFolder;
use engine_server::{Engine, EngineToken};
use http_server::listen::raise_open_files_limit;

use super::arguments::StandaloneEngine;
use super::serve::bind;
use super::signals::Signals;
use super::{TOKEN_VARIABLE, embedded_engines, environment, print};

/// The length of the shortest token that a standalone engine accepts.
const MIN_TOKEN: usize = 16;

/// Runs one engine on its own.
pub(crate) async fn run(arguments: StandaloneEngine) -> Result<(), String> {
    let mut signals = Signals::register().map_err(|why| format!("listening for Ctrl-C: {why}"))?;
    let given = environment::secret(TOKEN_VARIABLE)?;
    if given.as_ref().is_some_and(|token| token.len() < MIN_TOKEN) {
        return Err(format!(
            "reading {TOKEN_VARIABLE}: it has fewer than {MIN_TOKEN} characters; use a longer one"
        ));
    }
    let token = given
        .as_deref()
        .map_or_else(EngineToken::random, EngineToken::new);
    raise_open_files_limit();
    let listener = bind(arguments.listen, "--listen").await?;
    let data = DataFolder::open(&arguments.data).map_err(|why| why.to_string())?;
    let engine = Engine::start(listener, data.path().to_owned(), token.clone())
        .await
        .map_err(|why| embedded_engines::not_started(data.path(), &why))?;
    let address = format!("http://{}", engine.address());
    print(&format!("engine: {address}"));
    // A token from the environment is known to the person who set it.
    let token = given.map_or_else(|| token.reveal().to_owned(), |_| "…".to_owned());
    print(&format!(
        "connect it with: {TOKEN_VARIABLE}={token} flowdeck serve --engine {address}"
    ));
    print("press Ctrl-C to stop");
    signals.stop().await;
    print("stopping");
    engine.shutdown().await;
    Ok(())
}
