//! The signals that the program reacts to.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// What a signal requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// End the program: Ctrl-C, or a termination signal.
    Stop,
    /// Read the configuration file again: SIGHUP.
    Reload,
}

/// The signals that the program reacts to.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: Signal,
    terminate: Signal,
    hangup: Signal,
}

#[cfg(unix)]
impl Signals {
    /// Catches Ctrl-C, termination signals and SIGHUP from now on.
    pub(crate) fn register() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
        })
    }

    /// The next signal.
    pub(crate) async fn next(&mut self) -> Request {
        tokio::select! {
            _ = self.interrupt.recv() => Request::Stop,
            _ = self.terminate.recv() => Request::Stop,
            _ = self.hangup.recv() => Request::Reload,
        }
    }

    /// Completes on the next request to stop. A request to reload waits for [`Self::next`].
    pub(crate) async fn stop(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// The signals that the program reacts to.
#[cfg(windows)]
pub(crate) struct Signals {
    interrupt: tokio::signal::windows::CtrlC,
}

#[cfg(windows)]
impl Signals {
    /// Catches Ctrl-C from now on.
    pub(crate) fn register() -> io::Result<Self> {
        let interrupt = tokio::signal::windows::ctrl_c()?;
        Ok(Self { interrupt })
    }

    /// The next signal.
    pub(crate) async fn next(&mut self) -> Request {
        self.stop().await;
        Request::Stop
    }

    /// Completes on the next request to stop.
    pub(crate) async fn stop(&mut self) {
        self.interrupt.recv().await;
    }
}
