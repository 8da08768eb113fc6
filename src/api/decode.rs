//! Answer bodies as Rust types. Each body is parsed once; knows no I/O.

use super::answer::{Answer, count};
use super::normalise::{self, word};
use super::operation::{Operation, QUEUE, WORKFLOWS};
use super::queue::{Condition, QueueAnswer, QueueEntry, Waiting};
use super::run::RunProgress;
use super::workflows::WorkflowEntry;
use json::Json;

pub use super::engine_queue::engine_queue;

/// The data of an operation's answer; `id` is the id that the operation was called with.
///
/// # Errors
/// The reason why the body is not a valid answer.
pub fn answer<T: Answer>(operation: &Operation, body: &[u8], id: &str) -> Result<T, &'static str> {
    operation.read(body, id, T::of)
}

/// The queues of every instance, which instances did not report one (those without a `queue`, and those that `meta`
/// lists as stopped or hung), and the runs that wait in the service.
///
/// # Errors
/// Why the body is not a queue.
pub fn queue_answer(body: &[u8]) -> Result<QueueAnswer, &'static str> {
    let envelope = QUEUE.envelope(body)?;
    let answer = QUEUE.normalised(&envelope, "")?;
    let entries = Vec::<QueueEntry>::of(answer.get("instances"));
    let condition = |entry: &QueueEntry| {
        let is_entry = |name: &Json<'_>| name.text() == Some(entry.address.as_str());
        let is_in =
            |condition: &Condition| answer.get(condition.name()).items().iter().any(is_entry);
        Condition::ALL.into_iter().find(is_in)
    };
    let conditions: Vec<Option<Condition>> = entries.iter().map(condition).collect();
    let data = envelope.get("data");
    let objects = match data {
        Json::List(items) => items.as_slice(),
        single => std::slice::from_ref(single),
    };
    let objects = objects.iter().filter(|entry| entry.is_object());
    let is_silent = |(condition, object): (&Option<Condition>, &Json<'_>)| {
        let is_dead = matches!(condition, Some(Condition::Stopped | Condition::Hung));
        is_dead || !object.get("queue").is_object()
    };
    let silent = conditions.iter().zip(objects).map(is_silent).collect();
    let waiting = waiting(&answer);
    Ok(QueueAnswer {
        entries,
        silent,
        conditions,
        waiting,
    })
}

/// The waiting runs of a normalised queue.
fn waiting(answer: &Json<'_>) -> Waiting {
    let ids = Vec::<String>::of(answer.get("ids"));
    Waiting {
        count: (count(answer.get("count")).unwrap_or_default() as usize).max(ids.len()),
        own: Vec::of(answer.get("own")),
        ids,
    }
}

/// What a deployment says about its workflows.
#[derive(Debug, Default)]
pub struct Listing {
    /// The deployed workflows.
    pub entries: Vec<WorkflowEntry>,
    /// Whether it reads the header [`super::IDEMPOTENCY_HEADER`], so that a submission can be sent again.
    pub reads_idempotency_key: bool,
}

/// The deployed workflows with what only flowdeck's own service lists: versions, covers, durations,
/// limits of sharing and examples.
///
/// # Errors
/// Why the body is not a listing.
pub fn workflows(body: &[u8]) -> Result<Listing, &'static str> {
    let envelope = WORKFLOWS.envelope(body)?;
    let mut entries = Vec::<WorkflowEntry>::of(&WORKFLOWS.normalised(&envelope, "")?);
    let listed = envelope.get("data").items();
    for entry in &mut entries {
        let is_it = |listed: &&Json<'_>| word(listed.get("id")) == Some(&entry.id);
        let listed = listed.iter().find(is_it).unwrap_or(&Json::Null);
        entry.version = count(listed.get("version"));
        entry.cover = listed.get("cover").to_word();
        entry.typical_ms = count(listed.get("typical_ms"));
        entry.share = Some(listed.get("share"))
            .filter(|share| **share != Json::Null)
            .map(Json::to_text);
        entry.examples = Some(listed.get("examples"))
            .filter(|list| !list.items().is_empty())
            .map(Json::to_text);
    }
    let declared = envelope.get("meta").get("idempotency_key");
    let reads_idempotency_key = matches!(declared, Json::Bool(true));
    Ok(Listing {
        entries,
        reads_idempotency_key,
    })
}

/// The progress in an engine's event: the data of ComfyUI's `progress`.
pub fn progress(data: &Json<'_>) -> Option<RunProgress> {
    Option::of(&normalise::progress(data))
}
