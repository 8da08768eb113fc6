//! A backend in memory, whose jobs run until they are interrupted.

use std::fs::File;
use std::io;
use std::sync::{Mutex, MutexGuard};

use async_trait::async_trait;
use comfy_files::FilePath;
use serde_json::{Map, Value, json};

use super::memory_files::MemoryFiles;
use crate::{
    Backend, ClearOrDelete, EndedRun, ErrorResponse, HistoryQuery, JsonText, NewUpload,
    PromptRequest, QueueItems, Subscription, WebSocketClients,
};

/// The node that every job runs.
pub(super) const NODE: &str = "1";

/// The jobs and files of a backend.
#[derive(Default)]
pub(super) struct MemoryBackend {
    jobs: Mutex<Jobs>,
    pub(super) files: MemoryFiles,
    clients: WebSocketClients,
}

#[derive(Default)]
struct Jobs {
    /// The first one is running.
    queued: Vec<Job>,
    ended: Vec<EndedRun>,
    /// The `extra_data` of the last prompt.
    extra_data: Map<String, Value>,
}

struct Job {
    id: String,
    client: Option<String>,
    item: JsonText,
}

impl MemoryBackend {
    /// The `extra_data` of the last prompt.
    pub(super) fn extra_data(&self) -> Map<String, Value> {
        self.jobs().extra_data.clone()
    }

    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap()
    }

    fn send_status(&self) {
        let remaining = self.jobs().queued.len();
        self.clients.send_status(remaining);
    }

    /// Ends the running job if it is the one with this id.
    fn end(&self, id: Option<&str>) -> Option<Job> {
        let mut jobs = self.jobs();
        let running = jobs.queued.first()?;
        if id.is_some_and(|id| id != running.id) {
            return None;
        }
        let job = jobs.queued.remove(0);
        let entry = format!(r#"{{"prompt": {}, "outputs": {{}}}}"#, job.item).into();
        let id = job.id.clone();
        jobs.ended.push(EndedRun { id, entry });
        Some(job)
    }
}

#[async_trait]
impl Backend for MemoryBackend {
    async fn submit(&self, prompt: PromptRequest) -> Result<Map<String, Value>, ErrorResponse> {
        if prompt.prompt == json!({}) {
            let error = json!({ "type": "prompt_no_outputs", "message": "Prompt has no outputs" });
            let node_errors = json!({ "9": { "errors": [] } });
            let node_errors = node_errors.as_object().cloned().unwrap();
            return Err(ErrorResponse::with_node_errors(error, node_errors));
        }
        let outputs = prompt.targets()?.unwrap_or_default();
        let outputs: Vec<String> = outputs.into_iter().collect();
        self.jobs().extra_data = prompt.extra_data.clone();
        let job = Job {
            id: prompt.id.clone(),
            client: prompt.client().map(str::to_owned),
            item: prompt.into_queue_item(&outputs),
        };
        let started = json!({ "prompt_id": job.id });
        let client = job.client.clone();
        self.jobs().queued.push(job);
        self.send_status();
        self.clients
            .send(client.as_deref(), "execution_start", &started);
        Ok(Map::new())
    }

    async fn queue(&self) -> Result<QueueItems, ErrorResponse> {
        let mut items = self
            .jobs()
            .queued
            .iter()
            .map(|job| JsonText::clone(&job.item))
            .collect::<Vec<_>>()
            .into_iter();
        Ok(QueueItems {
            running: items.next().into_iter().collect(),
            pending: items.collect(),
        })
    }

    async fn remove_pending(&self, removed: ClearOrDelete) -> Result<(), ErrorResponse> {
        let mut is_running = true;
        self.jobs()
            .queued
            .retain(|job| std::mem::take(&mut is_running) || !removed.removes(&job.id));
        self.send_status();
        Ok(())
    }

    async fn interrupt(&self, id: Option<&str>) -> Result<(), ErrorResponse> {
        if let Some(job) = self.end(id) {
            let data = json!({ "prompt_id": job.id });
            let client = job.client.as_deref();
            self.clients.send(client, "execution_interrupted", &data);
            self.send_status();
        }
        Ok(())
    }

    async fn history(&self, query: HistoryQuery) -> Result<Vec<EndedRun>, ErrorResponse> {
        let ended = &self.jobs().ended;
        Ok(match query {
            HistoryQuery::Run(id) => ended.iter().filter(|run| run.id == id).cloned().collect(),
            HistoryQuery::Page { max_items, offset } => {
                let page = ended.iter().skip(offset.unwrap_or(0));
                page.take(max_items.unwrap_or(usize::MAX))
                    .cloned()
                    .collect()
            }
        })
    }

    async fn remove_history(&self, removed: ClearOrDelete) -> Result<(), ErrorResponse> {
        self.jobs().ended.retain(|run| !removed.removes(&run.id));
        Ok(())
    }

    async fn object_info(&self, class: Option<&str>) -> Result<Map<String, Value>, ErrorResponse> {
        let classes = ["Load", "Save"].map(|name| (name.to_owned(), json!({ "name": name })));
        let is_wanted = |name: &str| class.is_none_or(|class| class == name);
        let wanted = classes.into_iter().filter(|(name, _)| is_wanted(name));
        Ok(wanted.collect())
    }

    async fn view(&self, path: &FilePath) -> io::Result<Option<File>> {
        self.files.open(path)
    }

    async fn upload(&self) -> io::Result<Box<dyn NewUpload>> {
        Ok(Box::new(self.files.begin()))
    }

    async fn subscribe(&self, client: &str) -> Subscription {
        let messages = self.clients.connect(client);
        let jobs = self.jobs();
        let running = jobs.queued.first();
        let is_own = |job: &&Job| job.client.as_deref() == Some(client);
        Subscription {
            remaining: jobs.queued.len(),
            current_node: running.filter(is_own).map(|_| NODE.to_owned()),
            messages,
        }
    }
}
