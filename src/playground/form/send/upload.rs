//! Uploads the runs of a form, one after another, since a deployment may refuse many at once.

use js_sys::Function;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::ProgressEvent;

use super::Sender;
use super::pending_run::PendingRun;
use client::web::{CallOptions, Client, FormPart};

impl Sender {
    pub(super) async fn upload_all(
        self,
        client: Client,
        workflow_id: String,
        runs: Vec<PendingRun>,
    ) {
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
            signal: run.abort.map(|abort| abort.signal()),
            progress: has_files.then(|| function.clone()),
            ..CallOptions::default()
        };
        let group_id = run.batch_id.as_deref();
        let sent = client.run(workflow_id, &run.parts, group_id, options).await;
        match sent {
            Ok(entries) => self.runs.accepted(row, &entries),
            Err(error) => self.failed(&error, row, run.batch_id.is_some()),
        }
    }
}
