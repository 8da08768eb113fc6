//! The signals that end the program.

use std::io;

/// Ends at Ctrl-C or when the program is asked to terminate; heard from now on, not only once it
/// is awaited.
#[cfg(unix)]
pub(crate) fn stopped() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ends at Ctrl-C; heard from now on, not only once it is awaited.
#[cfg(windows)]
pub(crate) fn stopped() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
