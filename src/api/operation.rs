//! The operations of a deployment: one table of where each is, what it is called in messages, and
//! the shape of what it answers. The contract has the first two rows; the others are what
//! deployments offer beyond it.
#![allow(
    clippy::single_char_add_str,
    reason = "pushing a char brings its encoding along, which is part of a page's first load"
)]

use super::json::{Json, hex};
use super::normal::{self, Shape};

/// One operation.
#[derive(Debug)]
pub struct Operation {
    /// Its name in the package.
    pub name: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path below the base URL.
    path: &'static str,
    /// What follows in the path after the id it is about; `None` where the path has no id.
    rest: Option<&'static str>,
    /// The query parameter that takes the id where the path does not.
    id: &'static str,
    /// What is attempted, in messages.
    pub what: &'static str,
    /// What its answer's `data` holds.
    shape: Shape,
    /// How many lists and objects deep its answer is read.
    depth: usize,
}

/// Nested lists and objects that are read where nothing says otherwise.
const DEPTH: usize = 32;

/// Those of a queue: envelope, data, entry, queue, tasks, task. A task's own prompt is deeper, and
/// may have megabytes.
const QUEUE_DEPTH: usize = 6;

const fn get(
    name: &'static str,
    path: &'static str,
    id: &'static str,
    what: &'static str,
    shape: Shape,
) -> Operation {
    Operation {
        name,
        method: "GET",
        path,
        rest: None,
        id,
        what,
        shape,
        depth: DEPTH,
    }
}

const fn post(
    name: &'static str,
    path: &'static str,
    id: &'static str,
    what: &'static str,
    shape: Shape,
) -> Operation {
    Operation {
        method: "POST",
        ..get(name, path, id, what, shape)
    }
}

/// Starts a run (the contract, section 4.1).
pub static RUN: Operation = post(
    "run",
    "/api/v1/runs",
    "workflow_id",
    "starting a run",
    normal::RUN,
);

/// The queue of every engine instance (the contract, section 4.2).
pub static QUEUE: Operation = Operation {
    depth: QUEUE_DEPTH,
    ..get(
        "queue",
        "/api/v1/comfy/queue",
        "",
        "reading the queue",
        normal::QUEUE,
    )
};

/// The state of every engine instance.
pub static HEALTH: Operation = get(
    "health",
    "/api/v1/comfy/health",
    "",
    "reading the health",
    normal::HEALTH,
);

/// The deployed workflows.
pub static WORKFLOWS: Operation = get(
    "workflows",
    "/api/v1/comfy/workflows",
    "",
    "reading the workflows",
    normal::WORKFLOWS,
);

/// A page of a group's runs.
pub static RUNS: Operation = get(
    "runs",
    "/api/v1/runs",
    "group_id",
    "reading the runs of group",
    normal::RUN_LIST,
);

/// One run's detail.
pub static GET_RUN: Operation = Operation {
    rest: Some(""),
    ..get(
        "getRun",
        "/api/v1/runs/",
        "",
        "reading run",
        normal::RUN_DETAIL,
    )
};

/// Where an output is to be had.
pub static OUTPUT: Operation = get(
    "output",
    "/api/v1/runs/output",
    "filename",
    "reading output",
    normal::OUTPUT,
);

/// Cancels a run.
pub static CANCEL: Operation = Operation {
    rest: Some("/cancel"),
    ..post(
        "cancel",
        "/api/v1/runs/",
        "",
        "cancelling run",
        Shape::Nothing,
    )
};

/// Starts a run again with what it was given.
pub static REGENERATE: Operation = Operation {
    rest: Some("/regenerate"),
    ..post(
        "regenerate",
        "/api/v1/runs/",
        "",
        "starting again run",
        normal::RUN,
    )
};

/// What the deployment says of itself.
pub static OPENAPI: Operation = get(
    "openapi",
    "/openapi.json",
    "",
    "reading the description",
    Shape::Nothing,
);

static ALL: [&Operation; 10] = [
    &RUN,
    &QUEUE,
    &HEALTH,
    &WORKFLOWS,
    &RUNS,
    &GET_RUN,
    &OUTPUT,
    &CANCEL,
    &REGENERATE,
    &OPENAPI,
];

impl Operation {
    /// The operation of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|operation| operation.name == name).copied()
    }

    /// Whether asking twice asks for no more than once.
    pub fn reads(&self) -> bool {
        self.method == "GET"
    }

    /// The path below the base URL, with `{run_id}` in place of a run's id.
    pub fn template(&self) -> String {
        let id = self.rest.map(|rest| ["{run_id}", rest].concat());
        [self.path, &id.unwrap_or_default()].concat()
    }

    /// The query parameter that takes the id it is about; empty where none does.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The address without its query, for the id it is about.
    ///
    /// # Errors
    /// `None` for an id that would name another operation.
    pub fn url(&self, base_url: &str, id: &str) -> Option<String> {
        let mut url = base_url.to_owned();
        url.push_str(self.path);
        if let Some(rest) = self.rest {
            if matches!(id, "" | "." | "..") {
                return None;
            }
            encode(id, &mut url);
            url.push_str(rest);
        }
        Some(url)
    }

    /// The query for the id it is about; `more` holds further members, encoded.
    pub fn query(&self, id: &str, more: &str) -> String {
        let mut query = String::new();
        if !self.id.is_empty() {
            for piece in ["?", self.id, "="] {
                query.push_str(piece);
            }
            encode(id, &mut query);
        }
        if !more.is_empty() {
            query.push_str(if query.is_empty() { "?" } else { "&" });
            query.push_str(more);
        }
        query
    }

    /// An answer in the one shape that the package and the page read, as JSON text, whichever
    /// generation of deployment gave it. `id` is what the operation is about.
    ///
    /// # Errors
    /// Why it is no such answer.
    pub fn normal(&self, body: &[u8], id: &str) -> Result<String, &'static str> {
        // 204 has no body.
        if matches!(self.shape, Shape::Nothing) || body.is_empty() && self.name == OUTPUT.name {
            return Ok("null".to_owned());
        }
        let envelope = Json::read(body, self.depth)?;
        let mut out = String::new();
        match normal::write(envelope.get("data"), &self.shape, id, &mut out) {
            true => Ok(out),
            false => Err("its data has another shape"),
        }
    }
}

/// Appends a text as `encodeURIComponent` has it.
pub fn encode(text: &str, out: &mut String) {
    for (place, byte) in text.bytes().enumerate() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push_str(text.get(place..=place).unwrap_or_default());
        } else {
            for piece in ["%", hex(byte >> 4), hex(byte & 15)] {
                out.push_str(piece);
            }
        }
    }
}

#[cfg(test)]
mod tests;
