//! The arguments of `flowdeck serve`: the settings of a service.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use ipnet::IpNet;
use workflow::keep;

use crate::listen_address::listen_address;
use crate::logging::LogFormat;
use crate::{data_place, home_folder, web_address};

#[derive(Args, Clone)]
pub(crate) struct Serve {
    /// Address and port to listen on. 0.0.0.0:8787 makes the service reachable from the network.
    #[arg(long, default_value = "127.0.0.1:8787", value_name = "ADDRESS", value_parser = listen_address)]
    pub(crate) listen: SocketAddr,
    /// Address and port of a second listener for monitoring alone: /metrics, /healthz and /readyz, without a key.
    ///
    /// Everyone who can connect can read the metrics, so choose a loopback address such as 127.0.0.1:9187, or one that
    /// only your monitoring reaches. Without it, /metrics needs a key with the right `metrics`.
    #[arg(long, value_name = "ADDRESS", value_parser = listen_address)]
    pub(crate) metrics_listen: Option<SocketAddr>,
    /// Format of the log: text, or json for programs.
    #[arg(long, default_value = "text", value_name = "FORMAT")]
    pub(crate) log: LogFormat,
    /// Address of a ComfyUI instance, such as http://127.0.0.1:8188. Can be repeated.
    ///
    /// If the environment variable FLOWDECK_ENGINE_TOKEN is set, its value is sent to each of them in
    /// `Authorization: Bearer`. `flowdeck engine` requires it; ComfyUI itself needs no token.
    #[arg(long, value_name = "URL")]
    pub(crate) engine: Vec<String>,
    /// Network that callers may add engine instances in, such as 10.0.0.0/8. Can be repeated.
    ///
    /// By default, every network except link-local, multicast and unspecified addresses and those of clouds' metadata
    /// services. Instances of --engine and --config may be anywhere but at link-local addresses. A special address is
    /// allowed only by a network that lies within the special one, such as 169.254.7.0/24.
    #[arg(long, value_name = "CIDR", value_parser = web_address::network)]
    pub(crate) engine_allow: Vec<IpNet>,
    /// Network that webhooks may call although it is not public, such as 10.0.0.0/8. Can be repeated.
    ///
    /// By default, loopback, private, link-local and other addresses that are not public are refused, and those of
    /// clouds' metadata services. Only a network within a refused one opens it: 0.0.0.0/0 opens nothing.
    #[arg(long, value_name = "CIDR", value_parser = web_address::network)]
    pub(crate) webhook_allow: Vec<IpNet>,
    /// How long an engine instance may be idle before it unloads its models, such as 15m [default: never].
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub(crate) free_after: Option<Duration>,
    /// File with settings and further ComfyUI instances, with credentials and a depth for each.
    ///
    /// In TOML: any of these options by its name, such as `queue-limit = 50`; and [[engine]] with url, and optionally
    /// token (or user and password), headers, labels and depth. The instances are read again on SIGHUP.
    #[arg(long, value_name = "FILE", value_parser = home_folder::path())]
    pub(crate) config: Option<PathBuf>,
    /// Do not look for ComfyUI on this machine.
    ///
    /// By default, a start without --engine, --engines and [[engine]] uses the ComfyUI that answers on one of its usual
    /// ports, and the page offers one that starts later.
    #[arg(long)]
    pub(crate) no_search: bool,
    /// Port where ComfyUI may be on this machine. Can be repeated [default: 8188 and 8000].
    #[arg(long, value_name = "PORT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) search_port: Vec<u16>,
    /// Number of embedded engine instances to start [default: 2 without --config and other engines, else none].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) engines: Option<u16>,
    /// Folder of the workflows, one file <workflow_id>.json per workflow [default: `workflows` in the data folder].
    ///
    /// Subfolders are read, too: portraits/poster.json is the workflow portraits-poster. The first start puts sample
    /// workflows into the default folder.
    #[arg(long, value_name = "DIR", value_parser = home_folder::path())]
    pub(crate) workflows: Option<PathBuf>,
    /// Folder for the key, runs, uploads and outputs, which one running flowdeck can use [default: flowdeck-data in the
    /// current folder if that exists, else ~/.local/share/flowdeck].
    #[arg(
        long,
        default_value_os_t = data_place::default_folder(),
        hide_default_value = true,
        value_name = "DIR",
        value_parser = home_folder::path()
    )]
    pub(crate) data: PathBuf,
    /// Maximum number of runs at one engine instance, running and waiting there; the others wait in the service.
    #[arg(long, default_value_t = 2, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: u32,
    /// How long an engine instance may be silent before its runs are executed at another one, such as 30s or 5m.
    #[arg(long, default_value = "60s", value_name = "TIME", value_parser = some_time)]
    pub(crate) lost_after: Duration,
    /// Maximum number of attempts to execute a run, if engine instances lose it.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) attempts: u32,
    /// What to do with a run that its engine instance may have executed but has lost.
    #[arg(long, default_value = "repeat", value_name = "WHAT")]
    pub(crate) on_lost: OnLost,
    /// How long a run may execute, such as 10m [default: no limit].
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub(crate) run_timeout: Option<Duration>,
    /// Maximum number of waiting runs per engine instance that could execute them.
    #[arg(long, default_value_t = 50, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) queue_limit: u32,
    /// How long runs and their outputs are kept after they have ended, such as 30d [default: no limit].
    ///
    /// The saved exposure of a workflow may set less for its runs (keep, keep_runs, keep_bytes). A run stays as long as
    /// a link shows its result.
    #[arg(long, value_name = "TIME", value_parser = keep::time)]
    pub(crate) keep: Option<u64>,
    /// How many runs that have ended are kept; the oldest ones are removed [default: no limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) keep_runs: Option<u64>,
    /// How large the outputs of all runs may become together, such as 50GB; the oldest ones are removed [default: no
    /// limit].
    #[arg(long, value_name = "SIZE", value_parser = keep::size)]
    pub(crate) keep_bytes: Option<u64>,
    /// How many versions of a workflow are kept; the oldest ones are removed, but none that a run was made with.
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) keep_versions: u32,
    /// Remove what is too old also after the clock has jumped.
    ///
    /// By default, nothing is removed because of its age for a day after a jump of more than an hour, or after the
    /// service was off for more than a day, because the clock may be wrong.
    #[arg(long)]
    pub(crate) trust_clock: bool,
    /// How much of the data folder's disk stays free, such as 500MB; 0 for no limit.
    ///
    /// If less is free, runs that are no longer kept are removed; then new runs and deployments are refused. Below half
    /// of it, accepted runs wait, too.
    #[arg(long, default_value = "1GB", value_name = "SIZE", value_parser = size_or_none)]
    pub(crate) min_free_disk: u64,
    /// Maximum size of a submission, in MB.
    #[arg(long, default_value_t = 100, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) max_upload: u32,
    /// Address by which callers reach the service behind a proxy, such as https://example.org/flow.
    ///
    /// The service then uses it in every absolute address it returns. The proxy must remove the path, if
    /// there is one, from the requests that it forwards.
    #[arg(long, value_name = "URL", value_parser = web_address::public_url)]
    pub(crate) public_url: Option<String>,
    /// Take the address of a client from its proxy, for the log and for delays after wrong keys.
    ///
    /// It is the last address in the header X-Forwarded-For or, without that header, in Forwarded. Set this
    /// only if every request comes through a proxy that adds the one and removes the other.
    #[arg(long)]
    pub(crate) trust_proxy: bool,
    /// Origin whose pages may use the service, such as https://example.org. Can be repeated.
    ///
    /// By default, pages of every origin may use it if they have the key.
    #[arg(long, value_name = "ORIGIN", value_parser = web_address::origin)]
    pub(crate) allow_origin: Vec<String>,
    /// How long running requests may take to finish when the program stops, such as 30s or 2m.
    #[arg(long, default_value = "30s", value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) grace: Duration,
    /// How long lines of the audit log are kept, such as 90d; it has at most 1,000,000.
    #[arg(long, default_value = "365d", value_name = "TIME", value_parser = some_time)]
    pub(crate) keep_audit: Duration,
    /// Maximum size of a run's outputs together, in MB.
    #[arg(long, default_value_t = 2048, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) max_output: u32,
    /// Do not let engines write the run into the files they save: its workflow, its version and its values.
    ///
    /// ComfyUI still writes the graph that it executed, with the values. Only ComfyUI's own option
    /// --disable-metadata keeps it from that.
    #[arg(long)]
    pub(crate) no_metadata: bool,
    /// Certificate in PEM, with those between it and the certificate authority: the service then speaks https.
    ///
    /// It is read again on SIGHUP, together with its key. Connections stay.
    #[arg(long, value_name = "FILE", value_parser = home_folder::path())]
    pub(crate) tls_cert: Option<PathBuf>,
    /// Private key of --tls-cert in PEM, not encrypted.
    #[arg(long, value_name = "FILE", value_parser = home_folder::path())]
    pub(crate) tls_key: Option<PathBuf>,
    /// Folder of the playground's files [default: those in the program].
    #[arg(long, value_name = "DIR", value_parser = home_folder::path())]
    pub(crate) site: Option<PathBuf>,
    /// Open the playground in the browser.
    #[arg(long)]
    pub(crate) open: bool,
}

/// What to do with a lost run.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnLost {
    /// Execute it again, at any instance.
    Repeat,
    /// Let it fail.
    Fail,
}

/// A time that is not zero.
fn some_time(text: &str) -> Result<Duration, String> {
    let time = humantime::parse_duration(text).map_err(|why| why.to_string())?;
    match time.is_zero() {
        true => Err("it must be longer than 0".to_owned()),
        false => Ok(time),
    }
}

/// A size, or 0.
fn size_or_none(text: &str) -> Result<u64, String> {
    match text {
        "0" => Ok(0),
        text => keep::size(text).map_err(|why| format!("{why}, or 0")),
    }
}
