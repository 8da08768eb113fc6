//! A picture of the queues as the page keeps it: how much runs and waits on each instance, and its
//! tasks' ids as one text. Large bodies are read in a worker, which tells what changed, as a text
//! too. Pure; nothing of a task but its id is kept.

use std::collections::HashSet;

use crate::api::{self, QueueEntry, decode};
use crate::json::Json;

/// The longest id that is kept, in bytes; a longer one is cut.
const LONGEST: usize = 128;

/// One instance in a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Seen {
    /// How many tasks run.
    pub(crate) running: usize,
    /// How many tasks wait.
    pub(crate) pending: usize,
    /// Whether nothing is told of its queue: it did not answer.
    pub(crate) silent: bool,
    /// The ids with a tab between two: what runs, then what waits in its order.
    pub(crate) ids: String,
}

/// A run of ours in a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// Its id.
    pub(crate) id: String,
    /// Its instance's place among the addresses.
    pub(crate) instance: usize,
    /// Its place among the ids.
    pub(crate) task: usize,
}

/// What is new in a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// Every instance's address, in the deployment's order; `None` where they are as before.
    pub(crate) addresses: Option<Vec<String>>,
    /// Instances that may have changed, by their place among the addresses.
    pub(crate) seen: Vec<(usize, Seen)>,
    /// Every run of ours that is in it.
    pub(crate) found: Vec<Found>,
}

/// Reads a whole picture; `mine` are the ids to look for, a tab between two.
///
/// # Errors
/// Why the body is no queue.
pub(crate) fn read(body: &[u8], mine: &str) -> Result<Changes, String> {
    let entries: Vec<QueueEntry> = decode::answer(&api::QUEUE, body, "")?;
    let mut mine: Vec<&str> = mine.split('\t').filter(|id| !id.is_empty()).collect();
    mine.sort_unstable();
    let silent = silent(body);
    let mut changes = Changes::default();
    for (place, entry) in entries.iter().enumerate() {
        changes.look(place, entry, &mine);
    }
    let addresses = addresses(&entries);
    for (place, seen) in &mut changes.seen {
        let address = entries.get(*place).map(|entry| entry.comfy_uri.as_str());
        seen.silent = seen.ids.is_empty()
            && silent
                .iter()
                .any(|name| Some(name.as_str()) == address || *name == place.to_string());
    }
    changes.addresses = Some(addresses);
    Ok(changes)
}

impl Changes {
    fn look(&mut self, place: usize, entry: &QueueEntry, mine: &[&str]) {
        let mut seen = Seen {
            running: entry.queue.running.len(),
            pending: entry.queue.pending.len(),
            ..Seen::default()
        };
        let tasks = entry.queue.running.iter().chain(&entry.queue.pending);
        for (task, told) in tasks.enumerate() {
            if task > 0 {
                seen.ids.push('\t');
            }
            push_clean(&told.id, &mut seen.ids);
            if mine.binary_search(&told.id.as_str()).is_ok() {
                let id = told.id.clone();
                self.found.push(Found {
                    id,
                    instance: place,
                    task,
                });
            }
        }
        self.seen.push((place, seen));
    }
}

/// The instances that tell no queue: those without one by their place, those that the deployment
/// says to be stopped by their address.
fn silent(body: &[u8]) -> Vec<String> {
    // Deep enough to see whether an entry has a queue; what is in it is skipped.
    let Ok(envelope) = Json::read(body, 4) else {
        return Vec::new();
    };
    let data = envelope.get("data");
    let entries = match data {
        Json::List(items) => items.as_slice(),
        other => std::slice::from_ref(other),
    };
    let entries = entries
        .iter()
        .filter(|entry| matches!(entry, Json::Object(_)));
    let without = entries
        .enumerate()
        .filter(|(_, entry)| !matches!(entry.get("queue"), Json::Object(_)));
    let stopped = envelope.get("meta").get("stopped").items().iter();
    let stopped = stopped.filter_map(|name| name.text().map(str::to_owned));
    without
        .map(|(place, _)| place.to_string())
        .chain(stopped)
        .collect()
}

/// The addresses, each of them once: a nameless one gets its place, a second of a name its count.
fn addresses(entries: &[QueueEntry]) -> Vec<String> {
    let mut taken = HashSet::new();
    let own = |(place, entry): (usize, &QueueEntry)| {
        let mut name = String::new();
        push_clean(&entry.comfy_uri, &mut name);
        if name.is_empty() || taken.contains(&name) {
            name = [&name, " #", &(place + 1).to_string()].concat();
        }
        taken.insert(name.clone());
        name
    };
    entries.iter().enumerate().map(own).collect()
}

/// Appends a text of somebody else's, cut, and without what parts one from the next.
fn push_clean(text: &str, out: &mut String) {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    if text.bytes().all(|byte| byte >= 0x20) {
        out.push_str(text);
    } else {
        out.extend(text.chars().map(|sign| match sign {
            '\0'..='\u{1f}' => '\u{fffd}',
            sign => sign,
        }));
    }
}

/// The pictures that a worker reads, each told by its difference from the one before.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    addresses: Vec<String>,
    seen: Vec<Seen>,
}

impl Reading {
    /// What is new in this body, as [`Changes::told`] takes it; after `!`, why it is no queue.
    pub(crate) fn tell(&mut self, body: &[u8], mine: &str) -> String {
        let changes = match read(body, mine) {
            Ok(changes) => changes,
            Err(why) => return ["!", &why].concat(),
        };
        let mut told = String::new();
        let addresses = changes.addresses.unwrap_or_default();
        let same = addresses == self.addresses;
        if !same {
            tell(&mut told, "=", addresses.iter().map(String::as_str));
        }
        let before = std::mem::take(&mut self.seen);
        for (place, seen) in &changes.seen {
            if !same || before.get(*place) != Some(seen) {
                let numbers = [*place, seen.running, seen.pending, seen.silent.into()];
                let numbers = numbers.map(|number| number.to_string());
                let words = numbers.iter().map(String::as_str);
                tell(&mut told, "", words.chain([seen.ids.as_str()]));
            }
        }
        for Found { id, instance, task } in &changes.found {
            let places = [instance.to_string(), task.to_string()];
            tell(&mut told, "@", [&*places[0], &*places[1], id].into_iter());
        }
        self.addresses = addresses;
        self.seen = changes.seen.into_iter().map(|(_, seen)| seen).collect();
        told
    }
}

fn tell<'a>(out: &mut String, sign: &str, words: impl Iterator<Item = &'a str>) {
    out.push_str(sign);
    for (place, word) in words.enumerate() {
        if place > 0 {
            out.push('\t');
        }
        out.push_str(word);
    }
    out.push('\n');
}

impl Changes {
    /// What [`Reading::tell`] told.
    pub(crate) fn told(text: &str) -> Self {
        let mut changes = Self::default();
        for line in text.split_terminator('\n') {
            if let Some(addresses) = line.strip_prefix('=') {
                changes.addresses = Some(addresses.split('\t').map(str::to_owned).collect());
            } else if let Some(found) = line.strip_prefix('@') {
                changes.found.extend(told_found(found));
            } else {
                changes.seen.extend(told_seen(line));
            }
        }
        changes
    }
}

fn told_found(line: &str) -> Option<Found> {
    let mut words = line.splitn(3, '\t');
    Some(Found {
        instance: words.next()?.parse().ok()?,
        task: words.next()?.parse().ok()?,
        id: words.next()?.to_owned(),
    })
}

fn told_seen(line: &str) -> Option<(usize, Seen)> {
    let mut words = line.splitn(5, '\t');
    let place = words.next()?.parse().ok()?;
    let seen = Seen {
        running: words.next()?.parse().ok()?,
        pending: words.next()?.parse().ok()?,
        silent: words.next()? == "1",
        ids: words.next()?.to_owned(),
    };
    Some((place, seen))
}

#[cfg(test)]
mod tests;
