//! The engine instances; callers add, drain and remove them while the service runs.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::access::{Access, Needs};
use super::detached::to_the_end;
use super::error::DomainError;
use super::parts::Parts;
use crate::auth::Caller;
use crate::engines::{
    EngineSettings, EngineSource, Engines, Instance, InstanceObserver, WrittenClasses,
};
use crate::runs::Runs;
use api::Right;

/// To see, add and remove engine instances.
pub const MANAGE_ENGINES: Needs = Needs::right(Right::Admin);
/// The classes are those of all workflows.
pub const READ_NODE_CLASSES: Needs = Needs::right(Right::Read).of_all_workflows();

/// The most labels of an instance, and the most characters of one.
const MAX_LABELS: (usize, usize) = (16, 64);
/// The largest depth.
const MAX_DEPTH: usize = 1000;

/// How long to wait while no instance's classes are known, in seconds.
const RETRY_AFTER: u64 = 5;

/// The use cases of engine instances.
pub struct EngineOperations {
    access: Access,
    engines: Arc<Engines>,
    runs: Arc<Runs>,
}

/// An engine instance to add.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct NewEngine {
    #[schemars(url)]
    comfy_uri: String,
    #[serde(default)]
    #[schemars(length(max = MAX_LABELS.0), inner(length(min = 1, max = MAX_LABELS.1)))]
    labels: Vec<String>,
    #[schemars(range(min = 1, max = MAX_DEPTH))]
    depth: Option<usize>,
}

/// An engine instance as the service knows it.
#[derive(Debug, Serialize)]
pub struct Engine {
    comfy_uri: String,
    /// As in `GET /api/v1/comfy/health`.
    status: &'static str,
    draining: bool,
    /// The number of our runs at it.
    runs: usize,
    /// The maximum number of our runs at it.
    depth: usize,
    labels: Vec<String>,
    /// Who has named it: `option`, `file` or `caller`; if nobody has, `found` or `embedded`.
    source: &'static str,
    /// Why the service does not connect to it, or does not receive its events.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// A ComfyUI that answers on the service's machine.
#[derive(Debug, Serialize)]
pub struct Found {
    comfy_uri: String,
    /// The version of ComfyUI, if it says so.
    version: Option<String>,
    /// `used` if it is an instance of the service already, else `offered`.
    state: &'static str,
    /// The folder of its saved workflows on the service's machine, if the service can read it.
    workflows: Option<String>,
}

impl EngineOperations {
    /// The engine instances of a service.
    pub(super) fn new(parts: &Parts) -> Self {
        Self {
            access: Access::new(parts),
            engines: parts.engines.clone(),
            runs: parts.runs.clone(),
        }
    }

    /// All instances, also those that were removed and still have runs.
    pub fn list(&self, caller: &Caller) -> Result<Vec<Engine>, DomainError> {
        self.access.require(caller, MANAGE_ENGINES)?;
        let instances = self.engines.pool.listed();
        Ok(instances.iter().map(|one| self.shown(one)).collect())
    }

    /// The node classes of all instances; of one that is offline, those that it had when it was last reached.
    pub fn classes(&self, caller: &Caller) -> Result<WrittenClasses, DomainError> {
        self.access.require(caller, READ_NODE_CLASSES)?;
        self.engines.object_info.get().ok_or_else(|| {
            let why = "reading the node classes: no engine instance has been reached yet; try again, or check \
                       the service's log";
            DomainError::Unavailable(why.to_owned(), RETRY_AFTER)
        })
    }

    /// Looks for ComfyUI on the service's machine. Finds nothing if the service was started with engines.
    pub async fn found(&self, caller: &Caller) -> Result<Vec<Found>, DomainError> {
        self.access.require(caller, MANAGE_ENGINES)?;
        let found = self.engines.found().await.into_iter();
        let found = found.map(|(engine, is_used)| Found {
            comfy_uri: engine.url,
            version: engine.version,
            state: match is_used {
                true => "used",
                false => "offered",
            },
            workflows: engine.workflows.map(|folder| folder.display().to_string()),
        });
        Ok(found.collect())
    }

    /// Adds an instance, or lets one take runs again.
    pub async fn add(&self, caller: &Caller, new: NewEngine) -> Result<Engine, DomainError> {
        self.access.require(caller, MANAGE_ENGINES)?;
        ensure_bounds(&new)?;
        let settings = EngineSettings {
            labels: new.labels,
            depth: new.depth,
            ..EngineSettings::new(&new.comfy_uri, EngineSource::Caller)
        };
        let (engines, observer, by) = (self.engines.clone(), self.observer(), caller.author());
        let change = async move { engines.add(settings, &observer, &by).await };
        Ok(self.shown(&*to_the_end(change).await?))
    }

    /// Lets an instance finish its runs and gives it no further ones.
    pub async fn drain(&self, caller: &Caller, address: String) -> Result<Engine, DomainError> {
        self.access.require(caller, MANAGE_ENGINES)?;
        let (engines, by) = (self.engines.clone(), caller.author());
        let change = async move { engines.drain(&address, &by).await };
        Ok(self.shown(&*to_the_end(change).await?))
    }

    /// Lets an instance finish its runs, and removes it.
    pub async fn remove(&self, caller: &Caller, address: String) -> Result<Engine, DomainError> {
        self.access.require(caller, MANAGE_ENGINES)?;
        let (engines, observer, by) = (self.engines.clone(), self.observer(), caller.author());
        let change = async move { engines.remove(&address, &observer, &by).await };
        Ok(self.shown(&*to_the_end(change).await?))
    }

    fn observer(&self) -> Arc<dyn InstanceObserver> {
        self.runs.clone()
    }

    fn shown(&self, instance: &Instance) -> Engine {
        let membership = instance.membership.settings();
        Engine {
            comfy_uri: instance.address.clone(),
            status: instance.status(),
            draining: membership.is_draining,
            runs: instance.tasks.runs().count(),
            depth: membership.depth.unwrap_or(self.runs.rules.depth),
            labels: membership.labels,
            source: match membership.source {
                EngineSource::Options if self.engines.pool.is_embedded() => "embedded",
                EngineSource::Options => "option",
                EngineSource::File => "file",
                EngineSource::Found => "found",
                EngineSource::Caller => "caller",
            },
            problem: instance.problem(),
        }
    }
}

fn ensure_bounds(new: &NewEngine) -> Result<(), DomainError> {
    let (most, longest) = MAX_LABELS;
    let is_wrong = |label: &String| {
        let is_long = label.is_empty() || label.chars().count() > longest;
        is_long || label.chars().any(char::is_control)
    };
    if new.labels.len() > most || new.labels.iter().any(is_wrong) {
        let why = format!(
            "at most {most} labels of 1 to {longest} characters are allowed, without control characters"
        );
        return Err(DomainError::invalid("body", "labels", why, "value_error"));
    }
    if new
        .depth
        .is_some_and(|depth| !(1..=MAX_DEPTH).contains(&depth))
    {
        let why = format!("the depth must be between 1 and {MAX_DEPTH}");
        return Err(DomainError::invalid("body", "depth", why, "value_error"));
    }
    Ok(())
}
