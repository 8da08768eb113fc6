//! The limit for the size of files: `ulimit -f`, or `LimitFSIZE` of systemd. Without this, its signal ends the program
//! without a word; with it, writing fails, and this says why. Other systems than Unix have none.

use std::time::Duration;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The number of the signal.
#[cfg(unix)]
const NUMBER: i32 = 25;

/// How long the signal may take to arrive after writing has failed.
const ARRIVES: Duration = Duration::from_millis(20);

/// How often the log says so.
const LOGGING: Duration = Duration::from_secs(60);

/// What to say.
const REACHED: &str = "a file would be larger than the limit for files; raise it: ulimit -f, or LimitFSIZE of systemd";

/// Notices that writing has failed because of the limit.
pub(crate) struct FileSizeLimit {
    #[cfg(unix)]
    signal: Option<Signal>,
}

impl FileSizeLimit {
    /// Catches the signal from now on.
    pub(crate) fn watch() -> Self {
        Self {
            #[cfg(unix)]
            signal: signal(SignalKind::from_raw(NUMBER)).ok(),
        }
    }

    #[cfg(unix)]
    async fn reached(&mut self) {
        match &mut self.signal {
            Some(signal) => drop(signal.recv().await),
            None => std::future::pending().await,
        }
    }

    #[cfg(not(unix))]
    async fn reached(&mut self) {
        std::future::pending().await
    }

    /// What to add to the error of a command.
    pub(crate) async fn hint(&mut self) -> String {
        let reached = tokio::time::timeout(ARRIVES, self.reached()).await;
        reached.map_or_else(|_| String::new(), |()| format!("; {REACHED}"))
    }

    /// Logs it, once a minute.
    pub(crate) async fn log(mut self) {
        loop {
            self.reached().await;
            tracing::error!("writing to the data folder: {REACHED}");
            tokio::time::sleep(LOGGING).await;
        }
    }
}
