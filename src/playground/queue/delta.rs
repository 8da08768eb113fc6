//! The changes from one queue snapshot to the next, and the text in which the worker reports them to
//! the page. Pure.

use super::snapshot::{InstanceSnapshot, OwnTask, QueueSnapshot};
use super::waiting_snapshot::{OwnWaiting, WaitingSnapshot};
use api::Condition;

/// The changes in a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SnapshotDelta {
    /// Every instance's address, in the deployment's order; `None` if they are the same as before.
    pub(super) addresses: Option<Vec<String>>,
    /// The instances that may have changed, by their index.
    pub(super) instances: Vec<(usize, InstanceSnapshot)>,
    /// All of the user's own tasks in the snapshot.
    pub(super) own_tasks: Vec<OwnTask>,
    /// The runs that wait for an instance.
    pub(super) waiting: WaitingSnapshot,
}

impl From<QueueSnapshot> for SnapshotDelta {
    fn from(snapshot: QueueSnapshot) -> Self {
        Self {
            addresses: Some(snapshot.addresses),
            instances: snapshot.instances.into_iter().enumerate().collect(),
            own_tasks: snapshot.own_tasks,
            waiting: snapshot.waiting,
        }
    }
}

/// Reads snapshots in the worker and reports how each differs from the one before.
#[derive(Debug, Default)]
pub(super) struct SnapshotReader {
    addresses: Vec<String>,
    instances: Vec<InstanceSnapshot>,
}

impl SnapshotReader {
    /// The changes in this body as text, for [`SnapshotDelta::decode`]. If it is not a queue, the text is
    /// `!` and the reason.
    pub(super) fn read(&mut self, body: &[u8], own_ids: &str) -> String {
        let snapshot = match QueueSnapshot::read(body, own_ids) {
            Ok(snapshot) => snapshot,
            Err(why) => return ["!", &why].concat(),
        };
        let mut text = String::new();
        let same_addresses = snapshot.addresses == self.addresses;
        if !same_addresses {
            let addresses = snapshot.addresses.iter().map(String::as_str);
            push_line(&mut text, "=", addresses);
        }
        for (index, instance) in snapshot.instances.iter().enumerate() {
            if !same_addresses || self.instances.get(index) != Some(instance) {
                encode_instance(&mut text, index, instance);
            }
        }
        for OwnTask { id, instance, task } in &snapshot.own_tasks {
            let indices = [instance.to_string(), task.to_string()];
            push_line(&mut text, "@", [&*indices[0], &*indices[1], id].into_iter());
        }
        encode_waiting(&mut text, &snapshot.waiting);
        self.addresses = snapshot.addresses;
        self.instances = snapshot.instances;
        text
    }
}

fn encode_instance(text: &mut String, index: usize, instance: &InstanceSnapshot) {
    let InstanceSnapshot {
        running,
        pending,
        silent,
        condition,
        ids,
    } = instance;
    let numbers = [index, *running, *pending, (*silent).into()].map(|number| number.to_string());
    let condition = condition.map_or("", Condition::name);
    let parts = numbers.iter().map(String::as_str);
    push_line(text, "", parts.chain([condition, ids.as_str()]));
}

fn encode_waiting(text: &mut String, waiting: &WaitingSnapshot) {
    let count = waiting.count.to_string();
    let first = waiting.first.iter().map(String::as_str);
    push_line(text, "~", [count.as_str()].into_iter().chain(first));
    for OwnWaiting {
        id,
        position,
        starts_in,
    } in &waiting.own
    {
        let starts_in = starts_in.map_or_else(String::new, |seconds| seconds.to_string());
        push_line(
            text,
            "^",
            [&*position.to_string(), &*starts_in, id].into_iter(),
        );
    }
}

fn push_line<'a>(out: &mut String, prefix: &str, parts: impl Iterator<Item = &'a str>) {
    out.push_str(prefix);
    for (index, part) in parts.enumerate() {
        if index > 0 {
            out.push('\t');
        }
        out.push_str(part);
    }
    out.push('\n');
}

impl SnapshotDelta {
    /// Decodes a text of [`SnapshotReader::read`].
    pub(super) fn decode(text: &str) -> Self {
        let mut delta = Self::default();
        for line in text.split_terminator('\n') {
            if let Some(addresses) = line.strip_prefix('=') {
                delta.addresses = Some(addresses.split('\t').map(str::to_owned).collect());
            } else if let Some(own_task) = line.strip_prefix('@') {
                delta.own_tasks.extend(decode_own_task(own_task));
            } else if let Some(waiting) = line.strip_prefix('~') {
                let mut parts = waiting.split('\t');
                let count = parts.next().unwrap_or_default();
                delta.waiting.count = count.parse().unwrap_or_default();
                delta.waiting.first = parts.map(str::to_owned).collect();
            } else if let Some(own) = line.strip_prefix('^') {
                delta.waiting.own.extend(decode_own_waiting(own));
            } else {
                delta.instances.extend(decode_instance(line));
            }
        }
        delta
    }
}

fn decode_own_task(line: &str) -> Option<OwnTask> {
    let mut parts = line.splitn(3, '\t');
    Some(OwnTask {
        instance: parts.next()?.parse().ok()?,
        task: parts.next()?.parse().ok()?,
        id: parts.next()?.to_owned(),
    })
}

fn decode_own_waiting(line: &str) -> Option<OwnWaiting> {
    let mut parts = line.splitn(3, '\t');
    Some(OwnWaiting {
        position: parts.next()?.parse().ok()?,
        starts_in: parts.next()?.parse().ok(),
        id: parts.next()?.to_owned(),
    })
}

fn decode_instance(line: &str) -> Option<(usize, InstanceSnapshot)> {
    let mut parts = line.splitn(6, '\t');
    let index = parts.next()?.parse().ok()?;
    let instance = InstanceSnapshot {
        running: parts.next()?.parse().ok()?,
        pending: parts.next()?.parse().ok()?,
        silent: parts.next()? == "1",
        condition: Condition::of(parts.next()?),
        ids: parts.next()?.to_owned(),
    };
    Some((index, instance))
}

#[cfg(test)]
mod tests;
