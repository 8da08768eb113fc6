//! Sends runs. If there is no answer, a run with an idempotency key is uploaded again as soon as the deployment responds.
//! The runs of a batch wait while the queue has no room for them.

mod leaving;
mod not_sent;
mod pending_run;
mod room;

pub(super) use not_sent::not_sent_after_leaving;
pub(crate) use not_sent::send_button;
pub(crate) use pending_run::{PendingRun, empty_texts};

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{AbortController, ProgressEvent};

use self::leaving::LeavingQuestion;
use super::run_row::RunRow;
use super::run_state::RunState;
use super::store::Runs;
use crate::messages as say;
use crate::promise::pause;
use crate::reason;
use api::RunEntry;
use client::{Error, ErrorKind};
use client_web::{CallOptions, Client, FormPart};
use ui::{spawn_local, untrack};

/// How often the same run is sent to a deployment that responds to other requests, before its result is unknown.
const MAX_ATTEMPTS: u32 = 3;
/// The milliseconds between two looks at the connection.
const PAUSE: u32 = 250;
/// How many are sent at once. A browser has six connections to a server, and the page reads results at the same time.
const AT_ONCE: usize = 3;

type Rejected = dyn Fn(&Error, RunRow);

/// Sends runs of a workflow.
pub(crate) struct Sending {
    pub(crate) runs: Runs,
    pub(crate) client: Client,
    /// The id of the workflow.
    pub(crate) workflow_id: String,
    /// What happens to a run that the deployment refused.
    pub(crate) rejected: Rc<Rejected>,
}

/// Runs that wait to be sent.
struct Waiting {
    sending: Sending,
    runs: RefCell<VecDeque<PendingRun>>,
    _question: Option<LeavingQuestion>,
}

impl Waiting {
    async fn send(self: Rc<Self>) {
        loop {
            let run = self.runs.borrow_mut().pop_front();
            let Some(run) = run else { return };
            if run.is_stopped() {
                self.sending.runs.upload_aborted(run.row);
            } else {
                self.sending.send(run).await;
            }
        }
    }
}

impl Sending {
    /// Sends these runs, beginning with the first.
    pub(crate) fn send_all(self, runs: Vec<PendingRun>) {
        // Another deployment may refuse many at once.
        let at_once = match self.client.reads_idempotency_key() {
            true => AT_ONCE,
            false => 1,
        };
        let waiting = Rc::new(Waiting {
            _question: (runs.len() > 1).then(LeavingQuestion::new),
            sending: self,
            runs: RefCell::new(runs.into()),
        });
        for _ in 0..at_once {
            spawn_local(waiting.clone().send());
        }
    }

    async fn send(&self, run: PendingRun) {
        let row = run.row;
        let id = row.record.with_untracked(|record| record.id.clone());
        let can_repeat = self.client.reads_idempotency_key();
        self.runs.uploading(row, can_repeat);
        let progress = Closure::<dyn Fn(ProgressEvent)>::new(move |event: ProgressEvent| {
            row.set_upload(event.loaded(), event.total());
        });
        let function: &Function = progress.as_ref().unchecked_ref();
        // Without files, the upload is too short to show its progress.
        let has_files = run.parts.iter().any(FormPart::is_file);
        let options = CallOptions {
            signal: run.abort.as_ref().map(AbortController::signal),
            progress: has_files.then(|| function.clone()),
            idempotency_key: can_repeat.then_some(id),
            ..CallOptions::default()
        };
        match self.send_when_there_is_room(&run, options).await {
            Ok(entries) => self.runs.accepted(row, &entries),
            Err(error) => self.failed(&error, row),
        }
    }

    /// A run that may have started stays in the list.
    fn failed(&self, error: &Error, row: RunRow) {
        match error.kind {
            ErrorKind::Aborted => return self.runs.upload_aborted(row),
            ErrorKind::Network | ErrorKind::Timeout | ErrorKind::Decode => {
                return self.runs.lost(row, &self.lost_reason(error));
            }
            ErrorKind::Authentication => self.runs.connection.update_status::<()>(Err(error)),
            _ => {}
        }
        (self.rejected)(error, row);
    }

    /// Why it is unknown whether a run started. Does not suggest CORS if the page has the deployment's
    /// origin or nothing responds at all.
    fn lost_reason(&self, error: &Error) -> String {
        if error.kind == ErrorKind::Network && self.runs.connection.is_plain_silence() {
            return say::NO_RESPONSE.now().to_owned();
        }
        reason::of_lost(error)
    }

    /// A single run is refused while the queue is full: then its person decides.
    async fn send_when_there_is_room(
        &self,
        run: &PendingRun,
        options: CallOptions,
    ) -> Result<Vec<RunEntry>, Error> {
        let can_repeat = options.idempotency_key.is_some();
        let epoch = self.runs.connection.epoch.get_untracked();
        loop {
            let error = match self.send_until_answered(run, options.clone()).await {
                Err(error) if run.row.batch_id().is_some() => error,
                sent => return sent,
            };
            let Some(seconds) = room::seconds_until(&error) else {
                return Err(error);
            };
            let why = room::reason(&error);
            self.runs.set_state(run.row, RunState::Waiting, Some(why));
            let pauses = seconds * 1000 / PAUSE;
            for _ in 0..pauses {
                pause(PAUSE).await;
                if run.is_stopped() {
                    let kind = ErrorKind::Aborted;
                    return Err(Error { kind, ..error });
                }
            }
            if self.runs.connection.epoch.try_get_untracked() != Some(epoch) {
                return Err(error);
            }
            self.runs.uploading(run.row, can_repeat);
        }
    }

    /// Without an idempotency key the run is sent once: nobody knows whether it started.
    async fn send_until_answered(
        &self,
        run: &PendingRun,
        options: CallOptions,
    ) -> Result<Vec<RunEntry>, Error> {
        let connection = self.runs.connection;
        let epoch = connection.epoch.get_untracked();
        let can_repeat = options.idempotency_key.is_some();
        let batch_id = run.row.batch_id();
        let (mut attempts, mut unanswered) = (0, None);
        loop {
            attempts += 1;
            let options = options.clone();
            let sent = self
                .client
                .run(&self.workflow_id, &run.parts, batch_id.as_deref(), options);
            match (sent.await, unanswered) {
                (Err(error), Some(earlier)) if error.kind == ErrorKind::Aborted => {
                    // An earlier attempt may have started it.
                    return Err(earlier);
                }
                (Err(error), _)
                    if can_repeat && is_unanswered(&error) && attempts < MAX_ATTEMPTS =>
                {
                    connection.update_status::<()>(Err(&error));
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
    async fn responds_again(&self, epoch: u32, run: &PendingRun) -> bool {
        loop {
            pause(PAUSE).await;
            let connection = self.runs.connection;
            if run.is_stopped() || connection.epoch.try_get_untracked() != Some(epoch) {
                return false;
            }
            if untrack(|| connection.is_live()) {
                return true;
            }
        }
    }
}

fn is_unanswered(error: &Error) -> bool {
    matches!(error.kind, ErrorKind::Network | ErrorKind::Timeout)
}
