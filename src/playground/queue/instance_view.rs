//! One engine instance: its address and status, its load, its time per run, and its tasks.

use super::board::Board;
use super::instance::{Instance, Status};
use super::instance_handle::InstanceHandle;
use super::load_history;
use super::own_run::OWN_RUN;
use super::sizes::set_size;
use super::task_list::task_list;
use crate::icon::{Shape, state_icon};
use crate::language::{approximate, integer};
use crate::messages as say;
use crate::text::host;
use crate::time::now;
use ui::{El, RwSignal, button, el, expect_context, on_cleanup, untrack};

/// How long an added instance is marked as new, in milliseconds.
const NEW: f64 = 10_000.0;

/// An instance's article.
pub(super) fn instance_view(board: Board, key: usize) -> El {
    let handle = InstanceHandle {
        board,
        key,
        changes: subscribe(board, key),
        clock: expect_context(),
    };
    let address = handle.text_untracked(|instance| instance.address.clone());
    let article = el("article", "instance")
        .attr("data-key", key.to_string())
        .attr("tabindex", "0")
        .attr("aria-label", say::INSTANCE.with(&[&address]))
        .attr("aria-posinset", move || handle.position())
        .attr("aria-setsize", move || board.totals().shown)
        .attr(
            "data-running",
            handle.text(|instance| instance.snapshot.running.to_string()),
        )
        .attr(
            "data-pending",
            handle.text(|instance| instance.snapshot.pending.to_string()),
        )
        .attr(
            "data-status",
            handle.text(|instance| instance.status().name().to_owned()),
        );
    let is_at_rest = move || handle.number(|instance| f64::from(instance.is_at_rest())) > 0.0;
    placed(article.attr("data-at-rest", is_at_rest), handle)
        .child(title(handle, &address))
        .child(
            el("div", "instance-load")
                .child(load_chart(handle))
                .child(el("span", "instance-counts").text(handle.text(counts))),
        )
        .child(el("p", "instance-timing").text(move || timing(handle)))
        .child(task_list(handle))
        .child(expand_button(handle))
}

/// Counts an instance's changes while its article is in the page.
fn subscribe(board: Board, key: usize) -> RwSignal<u32> {
    let changes = RwSignal::new(0);
    board.update(|state| {
        if let Some(instance) = state.instance_mut(key) {
            instance.changes = Some(changes);
        }
    });
    on_cleanup(move || board.update(|state| unsubscribe(state.instance_mut(key), changes)));
    changes
}

fn unsubscribe(instance: Option<&mut Instance>, changes: RwSignal<u32>) {
    if let Some(instance) = instance
        && instance.changes == Some(changes)
    {
        instance.changes = None;
    }
}

/// Keeps the article at its offset and height.
fn placed(article: El, handle: InstanceHandle) -> El {
    let InstanceHandle { board, key, .. } = handle;
    let node = article.node().clone();
    article.effect(move || {
        handle.changes.track();
        board.arranged.track();
        let (top, height) = board.read(|state| (state.offset(key), state.height(key)));
        set_size(&node, "top", top);
        set_size(&node, "height", height);
    })
}

fn title(handle: InstanceHandle, address: &str) -> El {
    let new = move || {
        let added_at = handle.number(|instance| instance.added_at.unwrap_or_default());
        // Tracks the clock only while the mark is shown.
        let is_new = now() - added_at < NEW && handle.clock.0.get() - added_at < NEW;
        is_new.then(|| say::INSTANCE_NEW.now())
    };
    el("div", "instance-head")
        .child(
            el("h3", "instance-address")
                .attr("dir", "ltr")
                .attr("title", address.to_owned())
                .text(host(address).to_owned()),
        )
        .child(el("span", "instance-new").text(new))
        .child(state_icon(move || handle.shape(), || None))
        .child(
            el("span", "instance-status")
                .attr("dir", "auto")
                .text(handle.text(status)),
        )
}

impl InstanceHandle {
    /// The shape of its status, for people who do not see the colour.
    fn shape(self) -> Shape {
        self.changes.track();
        let status = self
            .board
            .read(|state| state.instance(self.key).map(Instance::status));
        match status {
            Some(Status::Running) => Shape::Progress,
            Some(Status::Idle) | None => Shape::Ring,
            Some(Status::Draining) => Shape::Bar,
            Some(Status::Gone) => Shape::Cross,
            Some(_) => Shape::Warning,
        }
    }
}

fn status(instance: &Instance) -> String {
    let word = match instance.status() {
        Status::Running => say::INSTANCE_RUNNING,
        Status::Idle => say::INSTANCE_IDLE,
        Status::Stopped => say::INSTANCE_STOPPED,
        Status::Hung => say::INSTANCE_HUNG,
        Status::Draining => say::INSTANCE_DRAINING,
        Status::Silent => say::INSTANCE_NO_RESPONSE,
        Status::Gone => say::INSTANCE_GONE,
        // The deployment's own word.
        Status::Failed => {
            let word = instance.health.as_deref().unwrap_or_default();
            return word.chars().take(40).collect();
        }
    };
    word.now().to_owned()
}

fn counts(instance: &Instance) -> String {
    // Unknown counts are not zero.
    let is_unknown = instance.snapshot.silent || instance.status() == Status::Gone;
    if is_unknown {
        return String::new();
    }
    let running = integer(instance.snapshot.running);
    let pending = integer(instance.snapshot.pending);
    say::INSTANCE_COUNTS.with(&[&running, &pending])
}

/// The load over the last minutes, redrawn with each sample.
fn load_chart(handle: InstanceHandle) -> El {
    let sampled = move |text: fn(&Instance) -> String| {
        move || {
            handle.board.sampled.track();
            handle.text_untracked(text)
        }
    };
    let size = [
        "0 0 ",
        &load_history::SAMPLES.to_string(),
        " ",
        &load_history::HEIGHT.to_string(),
    ];
    el("svg", "load-chart")
        .attr("viewBox", size.concat())
        .attr("preserveAspectRatio", "none")
        .attr("role", "img")
        .attr("aria-label", move || {
            handle.changes.track();
            sampled(load_label)()
        })
        .child(el("path", "").attr("d", sampled(|instance| instance.load.path())))
}

fn load_label(instance: &Instance) -> String {
    let minutes = load_history::MINUTES.to_string();
    match instance.load.bounds() {
        None => say::LOAD_UNKNOWN.with(&[&minutes]),
        Some((min, max)) => {
            let now = instance.task_count();
            let [min, max] = [min.min(now), max.max(now)].map(integer);
            let now = match now {
                0 => say::LOAD_IDLE.now().to_owned(),
                now => say::LOAD_NOW.with(&[&integer(now)]),
            };
            say::LOAD_BETWEEN.with(&[&minutes, &min, &max, &now])
        }
    }
}

/// Its times, and what is wrong with it.
fn timing(handle: InstanceHandle) -> String {
    let times = times(handle);
    let problem = handle
        .board
        .read(|state| state.instance(handle.key)?.problem.clone());
    match problem {
        Some(problem) => [&times, " · ", &problem].concat(),
        None => times,
    }
}

/// The time per run and when the user's next run starts; for an unavailable instance, how long it has
/// been unavailable.
fn times(handle: InstanceHandle) -> String {
    handle.changes.track();
    let unavailable_since = handle.board.read(|state| {
        let instance = state.instance(handle.key)?;
        let since = instance.gone_at.unwrap_or(instance.status_since);
        instance.status().is_unavailable().then_some(since)
    });
    if let Some(since) = unavailable_since {
        return say::INSTANCE_SINCE.with(&[&handle.clock.since(since)]);
    }
    let time_per_run = handle.board.read(|state| {
        let instance = state.instance(handle.key)?;
        handle.board.time_per_run(instance)
    });
    let per_run = match time_per_run {
        Some(duration) if duration < 1000.0 => say::TIME_PER_RUN_SHORT.now().to_owned(),
        Some(duration) => say::TIME_PER_RUN.with(&[&approximate(duration)]),
        None => say::TIME_PER_RUN_UNKNOWN.now().to_owned(),
    };
    match OWN_RUN.get(|own_run| own_run(handle)).flatten() {
        Some(own_run) if time_per_run.is_none() => own_run,
        Some(own_run) => [&per_run, " · ", &own_run].concat(),
        None => per_run,
    }
}

/// The button that lists all tasks, or fewer.
fn expand_button(handle: InstanceHandle) -> El {
    let expanded = move || handle.number(|instance| f64::from(instance.expanded)) > 0.0;
    let hidden = move || {
        let hidden =
            handle.number(|instance| (instance.task_count() - instance.listed_count()) as f64);
        hidden as usize
    };
    let word = move || {
        if expanded() {
            say::TASKS_FEWER.now().to_owned()
        } else {
            say::TASKS_MORE.count(hidden())
        }
    };
    let toggle = move || {
        let expand = !untrack(expanded);
        handle.board.expand(handle.key, expand);
    };
    button("link-button", toggle)
        .attr("hidden", move || !expanded() && hidden() == 0)
        .attr("aria-expanded", move || expanded().to_string())
        .text(word)
}
