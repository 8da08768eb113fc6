//! Runs the operator's command, for a limited time. Knows no engines.

use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How many bytes of the end of its output are kept.
const MAX_OUTPUT: usize = 2000;
/// How long the last output of a command that has ended may take to arrive.
const LAST_OUTPUT: Duration = Duration::from_millis(500);

/// How a command has ended, and the last lines of its output.
#[derive(Debug)]
pub(super) struct Ended {
    /// `None` if it took too long and was killed.
    pub(super) status: Option<ExitStatus>,
    pub(super) output: String,
}

/// Runs a command without a shell, and without what the environment says to this program. A process that it leaves
/// behind goes on.
pub(super) async fn run(command: &[String], time: Duration) -> io::Result<Ended> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("FLOWDECK_") {
            command.env_remove(name);
        }
    }
    let command = command.args(arguments).stdin(Stdio::null());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let end = Arc::<Mutex<Vec<u8>>>::default();
    let readers = [
        child.stdout.take().map(|output| keep_end(output, &end)),
        child.stderr.take().map(|output| keep_end(output, &end)),
    ];
    let status = match timeout(time, child.wait()).await {
        Ok(status) => Some(status?),
        Err(_) => {
            child.kill().await?;
            None
        }
    };
    for reader in readers.into_iter().flatten() {
        // A process that was left behind may keep it open.
        let _ = timeout(LAST_OUTPUT, reader).await;
    }
    let output = end.lock().unwrap_or_else(PoisonError::into_inner);
    let output = String::from_utf8_lossy(&output).trim().to_owned();
    Ok(Ended { status, output })
}

/// Reads an output to its end, and keeps only its last bytes.
fn keep_end(
    mut output: impl AsyncRead + Unpin + Send + 'static,
    end: &Arc<Mutex<Vec<u8>>>,
) -> JoinHandle<()> {
    let end = end.clone();
    tokio::spawn(async move {
        let mut chunk = [0; 1024];
        while let Ok(length @ 1..) = output.read(&mut chunk).await {
            let mut end = end.lock().unwrap_or_else(PoisonError::into_inner);
            end.extend_from_slice(&chunk[..length]);
            let surplus = end.len().saturating_sub(MAX_OUTPUT);
            end.drain(..surplus);
        }
    })
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    async fn shell(script: &str, time: Duration) -> Ended {
        let command = ["sh", "-c", script].map(str::to_owned);
        run(&command, time).await.unwrap()
    }

    const LONG: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn the_end_of_all_output_and_the_exit_code_are_known() {
        let ended = shell("echo out; echo err >&2; exit 7", LONG).await;
        assert_eq!(ended.status.unwrap().code(), Some(7));
        assert!(ended.output.contains("out") && ended.output.contains("err"));
        let ended = shell("yes | head -c 1000000; echo last", LONG).await;
        assert!(ended.status.unwrap().success() && ended.output.ends_with("last"));
        assert!(ended.output.len() <= MAX_OUTPUT);
    }

    #[tokio::test]
    async fn a_command_that_takes_too_long_is_killed_and_what_it_starts_is_not_waited_for() {
        let ended = shell("echo begun; exec sleep 1000", Duration::from_millis(300)).await;
        assert_eq!((ended.status, ended.output.as_str()), (None, "begun"));
        let ended = shell("sleep 2 & echo started", LONG).await;
        assert!(ended.status.unwrap().success() && ended.output == "started");
    }

    #[tokio::test]
    async fn a_command_does_not_see_the_program_s_environment_and_may_be_missing() {
        let ended = shell("env | grep -c ^FLOWDECK_ || true", LONG).await;
        assert_eq!(ended.output, "0");
        run(&["/no/such/program".to_owned()], LONG)
            .await
            .unwrap_err();
        run(&[], LONG).await.unwrap_err();
    }
}
