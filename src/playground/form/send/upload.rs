//! Uploads the runs of a form, one after another, since a deployment may refuse many at once. If there is no answer, a
//! run with an idempotency key is uploaded again as soon as the deployment responds.

use js_sys::Function;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{AbortController, ProgressEvent};

use super::Sender;
use super::leaving::LeavingQuestion;
use super::pending_run::PendingRun;
use super::unique_id::new_unique_id;
use crate::promise::pause;
use api::RunEntry;
use client::web::{CallOptions, Client, FormPart};
use client::{Error, ErrorKind};
use ui::untrack;

/// How often the same run is sent to a deployment that responds to other requests, before its result is unknown.
const MAX_ATTEMPTS: u32 = 3;
/// The milliseconds between two looks at the connection.
const PAUSE: u32 = 250;

impl Sender {
    pub(super) async fn upload_all(
        self,
        client: Client,
        workflow_id: String,
        runs: Vec<PendingRun>,
    ) {
        let _question = (runs.len() > 1).then(LeavingQuestion::new);
        for run in runs {
            let is_stopped = run
                .abort
                .as_ref()
                .is_some_and(|abort| abort.signal().aborted());
            if is_stopped {
                self.runs.upload_aborted(run.row);
            } else {
                self.upload(&client, &workflow_id, run).await;
            }
        }
    }

    async fn upload(self, client: &Client, workflow_id: &str, run: PendingRun) {
        let row = run.row;
        let progress = Closure::<dyn Fn(ProgressEvent)>::new(move |event: ProgressEvent| {
            row.set_upload(event.loaded(), event.total());
        });
        let function: &Function = progress.as_ref().unchecked_ref();
        // Without files, the upload is too short to show its progress.
        let has_files = run.parts.iter().any(FormPart::is_file);
        let options = CallOptions {
            signal: run.abort.as_ref().map(AbortController::signal),
            progress: has_files.then(|| function.clone()),
            idempotency_key: client.reads_idempotency_key().then(new_unique_id),
            ..CallOptions::default()
        };
        match self
            .send_until_answered(client, workflow_id, &run, options)
            .await
        {
            Ok(entries) => self.runs.accepted(row, &entries),
            Err(error) => self.failed(&error, row, run.batch_id.is_some()),
        }
    }
    /// Without an idempotency key the run is sent once: nobody knows whether it started.
    async fn send_until_answered(
        self,
        client: &Client,
        workflow_id: &str,
        run: &PendingRun,
        options: CallOptions,
    ) -> Result<Vec<RunEntry>, Error> {
        let epoch = self.connection.epoch.get_untracked();
        let can_repeat = options.idempotency_key.is_some();
        let (mut attempts, mut unanswered) = (0, None);
        loop {
            attempts += 1;
            let group_id = run.batch_id.as_deref();
            let sent = client.run(workflow_id, &run.parts, group_id, options.clone());
            match (sent.await, unanswered) {
                (Err(error), Some(earlier)) if error.kind == ErrorKind::Aborted => {
                    // An earlier attempt may have started it.
                    return Err(earlier);
                }
                (Err(error), _)
                    if can_repeat && is_unanswered(&error) && attempts < MAX_ATTEMPTS =>
                {
                    self.connection.update_status::<()>(Err(&error));
                    run.row.wait_for_deployment();
                    if !self.responds_again(epoch, run).await {
                        return Err(error);
                    }
                    unanswered = Some(error);
                }
                (sent, _) => return sent,
            }
        }
    }

    /// Waits until the deployment responds; false if another one is connected or the upload is cancelled before.
    async fn responds_again(self, epoch: u32, run: &PendingRun) -> bool {
        loop {
            pause(PAUSE).await;
            let is_aborted = |abort: &AbortController| abort.signal().aborted();
            let is_cancelled = run.abort.as_ref().is_some_and(is_aborted);
            if is_cancelled || self.connection.epoch.try_get_untracked() != Some(epoch) {
                return false;
            }
            if untrack(|| self.connection.is_live()) {
                return true;
            }
        }
    }
}

fn is_unanswered(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Network | ErrorKind::Timeout)
}
