//! Collects everything the service logs in this process.

use std::io;
use std::sync::{Mutex, OnceLock};

static LOGS: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static COLLECTING: OnceLock<()> = OnceLock::new();

struct Logs;

impl io::Write for Logs {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOGS.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Starts collecting, once per process.
pub(crate) fn collect() {
    COLLECTING.get_or_init(|| {
        let filter = tracing_subscriber::EnvFilter::new(
            "debug,service=trace,service_http=trace,engine_server=trace,comfy_server=trace,http_server=trace,\
            blobs=trace,data_folder=trace,store_sqlite=trace",
        );
        tracing_subscriber::fmt()
            .with_env_filter(filter)
            .with_ansi(false)
            .with_writer(|| Logs)
            .init();
    });
}

/// Everything logged so far.
pub(crate) fn text() -> String {
    String::from_utf8_lossy(&LOGS.lock().unwrap()).into_owned()
}
