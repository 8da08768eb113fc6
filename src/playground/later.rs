//! What the page loads when it is first needed, as a part of its own: `part` lists what is in it, and
//! the build splits it off there. Elsewhere than in a browser it is all there from the start.

mod part;

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;

use leptos::prelude::*;
use leptos::task::spawn_local;
pub(crate) use part::Part;

use super::element::{El, button, el};
use super::icon::{Shape, icon};
use super::messages as say;
use crate::playground::signal::RwSignal;

/// Something that the part begins.
pub(crate) type Begun<T> = Pin<Box<dyn Future<Output = T>>>;

/// Whether the part is there.
#[derive(Clone, Copy)]
enum State {
    Away,
    Awaited,
    Here(&'static Part),
    Missed,
    /// It could not be loaded, and the person has read so.
    Told,
}

thread_local! {
    /// There is one part of one page: whoever needs something of it looks here.
    static STATE: Cell<Option<RwSignal<State>>> = const { Cell::new(None) };
    /// What is to be done as soon as it is there, in the order it was asked for.
    static WAITING: RefCell<Vec<Act>> = const { RefCell::new(Vec::new()) };
}

type Act = Box<dyn FnOnce(&Part)>;

/// Nothing is loaded yet. The first press or key of a person has it loaded, since most of what
/// comes next needs it.
pub(crate) fn start() {
    STATE.set(Some(RwSignal::new(State::Away)));
    for event in ["pointerdown", "keydown"] {
        let listener = window_event_listener_untyped(event, |_| want());
        on_cleanup(move || listener.remove());
    }
}

/// An element that the part makes, in a view that follows whether it is there; until then a word, or
/// the way to try again.
pub(crate) fn place(make: impl FnOnce(&Part) -> El) -> Option<El> {
    let made = told(|part| untrack(|| make(part)));
    made.or_else(|| {
        let told = el("p", "hint loading");
        Some(match state(RwSignal::get) {
            State::Told => told.child(again()),
            _ => told.text(say::DEFERRED_LOADING),
        })
    })
}

/// What the part tells, as [`now`]; where it is not there, it is loaded.
pub(crate) fn told<T>(tell: impl FnOnce(&Part) -> T) -> Option<T> {
    let told = now(tell);
    if told.is_none() {
        want();
    }
    told
}

/// Adds an element that the part makes when it is first wanted, and that stays.
pub(crate) fn once(
    parent: El,
    wanted: impl Fn() -> bool + 'static,
    make: impl Fn(&Part) -> El + 'static,
) -> El {
    let was = RwSignal::new(false);
    let note = move || {
        if wanted() && !was.get_untracked() {
            was.set(true);
        }
    };
    parent
        .effect(note)
        .live(move || if was.get() { place(&make) } else { None })
}

/// What the part tells, in what follows whether it is there; `None` until then.
pub(crate) fn now<T>(tell: impl FnOnce(&Part) -> T) -> Option<T> {
    match state(RwSignal::get) {
        State::Here(part) => Some(tell(part)),
        _ => None,
    }
}

/// Has the part do something: at once where it is there, else as soon as it is, be it at a later try.
pub(crate) fn act(act: impl FnOnce(&Part) + 'static) {
    match here() {
        Some(part) => act(part),
        None => {
            WAITING.with_borrow_mut(|waiting| waiting.push(Box::new(act)));
            load_now();
        }
    }
}

/// Whether the part is on its way, in what follows that.
pub(crate) fn is_awaited() -> bool {
    matches!(state(RwSignal::get), State::Awaited)
}

/// Has the part begin something, and awaits its end; `None` where it could not be loaded.
pub(crate) async fn run<T>(begin: impl FnOnce(&Part) -> Begun<T>) -> Option<T> {
    let part = load().await?;
    Some(begin(part).await)
}

/// Says that the part could not be loaded, and offers to try again; until the person closes it.
pub(crate) fn notice() -> El {
    let missed = || matches!(state(RwSignal::get), State::Missed);
    el("div", "later").attr("role", "alert").live(move || {
        missed().then(|| {
            let close = button("link-button", || enter(State::Told))
                .attr("aria-label", say::CLOSE)
                .child(icon(Shape::Cross));
            el("div", "notice")
                .attr("data-tone", "bad")
                .child(el("p", "").text(say::DEFERRED_FAILED))
                .child(close)
                .child(again())
        })
    })
}

fn again() -> El {
    button("button small", load_now).text(say::TRY_AGAIN)
}

fn want() {
    if matches!(state(RwSignal::get_untracked), State::Away) {
        load_now();
    }
}

fn load_now() {
    spawn_local(async {
        load().await;
    });
}

/// The part, loaded where it is not there yet.
async fn load() -> Option<&'static Part> {
    if let Some(part) = here() {
        return Some(part);
    }
    enter(State::Awaited);
    let part = part::load().await.ok();
    // Whoever waited beside this one may have said so already.
    if here().is_none() {
        enter(part.map_or(State::Missed, State::Here));
        if let Some(part) = part {
            WAITING.take().into_iter().for_each(|act| act(part));
        }
    }
    part
}

fn here() -> Option<&'static Part> {
    match state(RwSignal::get_untracked) {
        State::Here(part) => Some(part),
        _ => None,
    }
}

fn state(get: impl FnOnce(&RwSignal<State>) -> State) -> State {
    STATE.get().as_ref().map_or(State::Away, get)
}

fn enter(state: State) {
    if let Some(signal) = STATE.get() {
        let _ = signal.try_set(state);
    }
}
