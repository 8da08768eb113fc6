//! One engine instance as the service sees it: its health, its queue, the runs it was given.
//! Knows neither the store nor the routes.

mod http;
mod link;
mod progress;
mod state;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value};
use tokio::sync::Notify;

pub(crate) use http::{Accepted, EngineHttp, FileRef, HttpError, Past, PromptError};
pub(crate) use link::keep;
use state::State;
pub(crate) use state::{Seen, Tracked};

use super::options::StartError;
use crate::api::{Queue, RunProgress, Task};

/// One engine instance.
#[derive(Debug)]
pub(crate) struct Instance {
    /// Its address, `http://127.0.0.1:8188`.
    pub(crate) uri: String,
    pub(crate) http: EngineHttp,
    /// Under this id it sends us its events.
    pub(crate) client_id: String,
    state: Mutex<State>,
    /// Asks the link for a fresh picture.
    poked: Notify,
}

/// The classes an engine knows: the answer of `GET /object_info`.
pub(crate) type ObjectInfo = Arc<Map<String, Value>>;

impl Instance {
    /// An instance that was not reached yet.
    pub(crate) fn new(address: &str) -> Result<Self, StartError> {
        let http = EngineHttp::new(address).map_err(|why| StartError::Engine { why })?;
        let client_id = uuid::Uuid::new_v4().to_string();
        Ok(Self {
            uri: http.base().to_owned(),
            http,
            client_id,
            state: Mutex::default(),
            poked: Notify::new(),
        })
    }

    /// An instance that answers and knows these classes.
    #[cfg(test)]
    pub(crate) fn knowing(address: &str, classes: Map<String, Value>) -> Self {
        let instance = Self::new(address).unwrap();
        {
            let mut state = instance.state();
            state.up = true;
            state.object_info = Some(Arc::new(classes));
        }
        instance
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How much it has to do: what runs, waits, or was promised; `None` while it does not answer.
    pub(crate) fn load(&self) -> Option<usize> {
        let state = self.state();
        state.up.then(|| state.load())
    }

    /// The classes it knows; `None` while it does not answer.
    pub(crate) fn object_info(&self) -> Option<ObjectInfo> {
        let state = self.state();
        state.object_info.clone().filter(|_| state.up)
    }

    /// `idle`, `running` or `stopped`.
    pub(crate) fn health(&self) -> &'static str {
        let state = self.state();
        match (state.up, state.queue.is_empty() && state.load() == 0) {
            (false, _) => "stopped",
            (true, true) => "idle",
            (true, false) => "running",
        }
    }

    /// Its queue, our runs under our ids; empty while it does not answer.
    pub(crate) fn queue(&self) -> Queue {
        let state = self.state();
        let named = |task: &Task| Task {
            number: task.number,
            id: state
                .runs
                .get(&task.id)
                .map_or_else(|| task.id.clone(), |run| run.run_id.clone()),
        };
        let queue = Queue {
            running: state.queue.running.iter().map(named).collect(),
            pending: state.queue.pending.iter().map(named).collect(),
        };
        queue.in_order()
    }

    /// Keeps a place free for a run until [`Instance::release`].
    pub(crate) fn reserve(&self, run_id: &str) {
        self.state().reserved.insert(run_id.to_owned());
    }

    /// Gives a place back.
    pub(crate) fn release(&self, run_id: &str) {
        self.state().reserved.remove(run_id);
    }

    /// The run was given to this instance now, at this place of its queue.
    pub(crate) fn accepted(&self, prompt_id: &str, run_id: &str, number: f64) {
        self.state().accept(prompt_id, run_id, number);
        self.poke();
    }

    /// The run was given to this instance before we were connected to it.
    pub(crate) fn restore(&self, prompt_id: &str, run_id: &str, running: bool) {
        self.state().restore(prompt_id, run_id, running);
        self.poke();
    }

    /// An event said that the instance has begun with a run; its id, when that is news.
    pub(crate) fn began(&self, prompt_id: &str) -> Option<String> {
        self.state().began(prompt_id)
    }

    /// How far a run is that runs here, where the instance tells it.
    pub(crate) fn progress(&self, prompt_id: &str) -> Option<RunProgress> {
        self.state().progress(prompt_id)
    }

    /// Claims the end of a run for one task alone.
    pub(crate) fn claim(&self, prompt_id: &str) -> Option<Tracked> {
        let mut state = self.state();
        let run = state.runs.get_mut(prompt_id).filter(|run| !run.ending)?;
        run.ending = true;
        Some(run.clone())
    }

    /// Gives a claim back: the end could not be settled yet.
    pub(crate) fn unclaim(&self, prompt_id: &str) {
        if let Some(run) = self.state().runs.get_mut(prompt_id) {
            run.ending = false;
        }
    }

    /// The run has ended, or went elsewhere.
    pub(crate) fn forget(&self, prompt_id: &str) {
        self.state().forget(prompt_id);
    }

    /// Whether the connection was there without a break since the run was accepted.
    pub(crate) fn unbroken(&self, run: &Tracked) -> bool {
        let state = self.state();
        state.up && state.epoch == run.epoch
    }

    /// Asks for a fresh picture.
    pub(crate) fn poke(&self) {
        self.poked.notify_one();
    }

    /// Fetches the queue and takes it as the new picture. What it says of our runs, by prompt id.
    pub(crate) async fn refresh(&self) -> Result<HashMap<String, Seen>, HttpError> {
        let watched = self.state().watched();
        let queue = self.http.queue().await?;
        Ok(self.state().absorb(queue, &watched))
    }
}
