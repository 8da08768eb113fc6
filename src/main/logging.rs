//! The log on standard error: as text, or as JSON for programs, with the ids of requests, runs and traces.

#[path = "logging/json_lines.rs"]
mod json_lines;

use std::io::{self, IsTerminal};

use clap::ValueEnum;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::JsonFields;

use json_lines::JsonLines;

/// What is logged unless RUST_LOG says otherwise: what this project's crates report, and the warnings of others. An
/// untrusted certificate is in the error of the call.
const LOGGED: &str = "warn,rustls_platform_verifier=off,flowdeck=info,service=info,service_http=info,\
    engine_server=info,http_server=info,comfy_server=info,run_core=info,networks=info,\
    data_folder=info,blobs=info,store_sqlite=info";

/// What is logged in JSON besides: when runs are accepted and end.
const LOGGED_IN_JSON: &str = "run_log=info";

/// Where the ids come from. Text does not show them, and so does not pay for them.
const IDS: &str = "log_ids";

/// What never appears in a log: it would contain an engine's token.
const SECRET: &str = "tungstenite::handshake::client=info";

/// How lines of the log look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

/// Starts logging.
pub(crate) fn start(format: LogFormat) {
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter(format))
        .with_writer(io::stderr);
    match format {
        LogFormat::Text => log
            .with_ansi(io::stderr().is_terminal())
            .with_target(false)
            .init(),
        LogFormat::Json => log
            .fmt_fields(JsonFields::new())
            .event_format(JsonLines)
            .init(),
    }
}

/// The filter in RUST_LOG, or else the usual one.
fn filter(format: LogFormat) -> EnvFilter {
    let (usual, ids) = match format {
        LogFormat::Text => (LOGGED.to_owned(), "off"),
        LogFormat::Json => (format!("{LOGGED},{LOGGED_IN_JSON}"), "info"),
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(usual));
    let further = [SECRET.to_owned(), format!("{IDS}={ids}")];
    let further = further
        .iter()
        .filter_map(|directive| directive.parse().ok());
    further.fold(filter, EnvFilter::add_directive)
}
