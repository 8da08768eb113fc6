//! Answers in their one shape, as Rust types. What is read here is what [`super::normal`] wrote.

use super::{
    Health, OutputLink, Queue, QueueEntry, RunDetail, RunEntry, RunInput, RunList, RunOutput,
    RunProgress, RunStatus, Task, WorkflowEntry,
};
use crate::json::Json;
use crate::workflow::Problem;

/// A type that an answer can be read as.
pub trait Answer: Sized {
    /// The value; a member that is not there is empty.
    fn of(json: &Json<'_>) -> Self;
}

/// Whatever it says, nobody reads it.
impl Answer for () {
    fn of(_: &Json<'_>) -> Self {}
}

impl Answer for String {
    fn of(json: &Json<'_>) -> Self {
        json.to_word().unwrap_or_default()
    }
}

/// Where there may be none, `null` is none.
impl<T: Answer> Answer for Option<T> {
    fn of(json: &Json<'_>) -> Self {
        (!json.is_null()).then(|| T::of(json))
    }
}

impl<T: Answer> Answer for Vec<T> {
    fn of(json: &Json<'_>) -> Self {
        json.items().iter().map(T::of).collect()
    }
}

impl Answer for RunEntry {
    fn of(json: &Json<'_>) -> Self {
        Self {
            run_id: word(json, "runId"),
            workflow_id: word(json, "workflowId"),
        }
    }
}

impl Answer for RunDetail {
    fn of(json: &Json<'_>) -> Self {
        Self {
            id: word(json, "runId"),
            workflow_id: word(json, "workflowId"),
            group_id: json.get("groupId").to_word(),
            status: RunStatus::of(json.get("status").text().unwrap_or_default()),
            error: json.get("error").to_word(),
            progress: Option::of(json.get("progress")),
            inputs: Vec::of(json.get("inputs")),
            outputs: Vec::of(json.get("outputs")),
            created_at: json.get("createdAt").to_word(),
            started_at: json.get("startedAt").to_word(),
            completed_at: json.get("completedAt").to_word(),
        }
    }
}

impl Answer for RunProgress {
    fn of(json: &Json<'_>) -> Self {
        Self {
            value: number(json.get("value")) as u32,
            max: number(json.get("max")) as u32,
            node: json.get("node").to_word(),
        }
    }
}

impl Answer for RunInput {
    fn of(json: &Json<'_>) -> Self {
        Self {
            path: word(json, "name"),
            value: json.get("value").to_word(),
        }
    }
}

impl Answer for RunOutput {
    fn of(json: &Json<'_>) -> Self {
        Self {
            filename: word(json, "filename"),
            url: json.get("url").to_word(),
        }
    }
}

impl Answer for RunList {
    fn of(json: &Json<'_>) -> Self {
        Self {
            group_id: json.get("groupId").to_word(),
            count: number(json.get("count")) as u64,
            runs: Vec::of(json.get("runs")),
        }
    }
}

impl Answer for QueueEntry {
    fn of(json: &Json<'_>) -> Self {
        Self {
            comfy_uri: word(json, "address"),
            queue: Queue::of(json),
        }
    }
}

impl Answer for Queue {
    fn of(json: &Json<'_>) -> Self {
        let queue = Self {
            running: Vec::of(json.get("running")),
            pending: Vec::of(json.get("pending")),
        };
        queue.in_order()
    }
}

impl Answer for Task {
    fn of(json: &Json<'_>) -> Self {
        Self {
            number: number(json.get("number")),
            id: word(json, "id"),
        }
    }
}

impl Answer for WorkflowEntry {
    fn of(json: &Json<'_>) -> Self {
        Self {
            id: word(json, "id"),
            name: word(json, "name"),
            description: json.get("description").to_word(),
            inputs: json.get("inputs").to_word(),
            outputs: json.get("outputs").to_word(),
            schema: json.get("schema").to_word(),
            problems: Vec::of(json.get("problems")),
        }
    }
}

impl Answer for Problem {
    fn of(json: &Json<'_>) -> Self {
        Self {
            node: json.get("node").to_word(),
            class: json.get("class").to_word(),
            title: json.get("title").to_word(),
            message: word(json, "message"),
            code: json.get("code").to_word(),
            args: Vec::of(json.get("args")),
        }
    }
}

impl Answer for Health {
    fn of(json: &Json<'_>) -> Self {
        Self {
            url: word(json, "address"),
            status: word(json, "status"),
        }
    }
}

impl Answer for OutputLink {
    fn of(json: &Json<'_>) -> Self {
        Self {
            download_url: word(json, "downloadUrl"),
            generation_status: word(json, "status"),
        }
    }
}

fn word(json: &Json<'_>, name: &str) -> String {
    json.get(name).to_word().unwrap_or_default()
}

fn number(json: &Json<'_>) -> f64 {
    match json {
        Json::Number(digits) => float(digits).clamp(f64::MIN, f64::MAX),
        _ => 0.0,
    }
}

/// A JSON number as a float: the nearest one for numbers of up to 15 digits, and nearly that beyond,
/// where only an order is made of it. The standard library's tables for the nearest of all are a
/// twentieth of the page.
fn float(digits: &str) -> f64 {
    let (digits, negative) = match digits.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (digits, false),
    };
    let (digits, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let mut exponent: i32 = exponent
        .trim_start_matches('+')
        .parse()
        .unwrap_or_else(|_| {
            // An exponent beyond any reach.
            if exponent.starts_with('-') {
                i32::MIN / 2
            } else {
                i32::MAX / 2
            }
        });
    let mut magnitude = 0.0;
    let mut is_fraction = false;
    for digit in digits.bytes() {
        if digit == b'.' {
            is_fraction = true;
            continue;
        }
        magnitude = magnitude * 10.0 + f64::from(digit.wrapping_sub(b'0'));
        exponent -= i32::from(is_fraction);
    }
    let size = if magnitude == 0.0 {
        0.0
    } else {
        scaled(magnitude, exponent)
    };
    if negative { -size } else { size }
}

/// A number times ten to the power of an exponent.
fn scaled(number: f64, exponent: i32) -> f64 {
    let power = 10_f64.powi(exponent.abs().min(400));
    if exponent < 0 {
        number / power
    } else {
        number * power
    }
}

#[cfg(test)]
mod tests;
