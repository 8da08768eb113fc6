//! Loads the chunk, once for the whole page. Knows nothing about the functions in it.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::pin::Pin;

use js_sys::Promise;
use ui::{self, RwSignal, on_cleanup, spawn_local, window_event_listener_untyped};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

/// A task that a deferred function begins, or the loading itself.
pub(crate) type Task<T> = Pin<Box<dyn Future<Output = T>>>;

/// The loading state of the chunk.
#[derive(Clone, Copy)]
enum State {
    Absent,
    Loading,
    Loaded,
    Failed,
    /// It failed, and the person closed the notice about it.
    FailureClosed,
}

thread_local! {
    static STATE: Cell<Option<RwSignal<State>>> = const { Cell::new(None) };
    static LOADER: Cell<Option<Loader>> = const { Cell::new(None) };
    /// The attempt in progress, which everybody awaits who wants the chunk.
    static ATTEMPT: RefCell<Option<Promise>> = const { RefCell::new(None) };
    /// Calls to make when the chunk is loaded, in order.
    static WAITING: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
}

type Call = Box<dyn FnOnce()>;

/// Loads the chunk and fills its functions. Returns whether that succeeded.
type Loader = fn() -> Task<bool>;

/// Takes the loader, and loads at the person's first press or key: most of what they do next needs it.
pub(crate) fn start(loader: Loader) {
    LOADER.set(Some(loader));
    STATE.set(Some(RwSignal::new(State::Absent)));
    for event in ["pointerdown", "keydown"] {
        let listener = window_event_listener_untyped(event, |_| load_soon());
        on_cleanup(move || listener.remove());
    }
}

/// Whether the chunk is loading; tracked.
pub(crate) fn is_loading() -> bool {
    matches!(state(RwSignal::get), State::Loading)
}

/// Whether it is loaded; tracked.
pub(super) fn is_loaded() -> bool {
    matches!(state(RwSignal::get), State::Loaded)
}

/// Whether loading failed and the person has not closed the notice; tracked.
pub(super) fn has_failed() -> bool {
    matches!(state(RwSignal::get), State::Failed)
}

/// Whether the person closed the notice of a failure; tracked.
pub(super) fn is_failure_closed() -> bool {
    matches!(state(RwSignal::get), State::FailureClosed)
}

pub(super) fn close_failure() {
    enter(State::FailureClosed);
}

/// Makes the call now, or when the chunk is loaded.
pub(super) fn when_loaded(call: Call) {
    if is_loaded_untracked() {
        return call();
    }
    WAITING.with_borrow_mut(|waiting| waiting.push(call));
    load_now();
}

/// Makes the call when the chunk is loaded, which it is at the latest when the browser is idle.
pub(super) fn when_idle(call: Call) {
    if is_loaded_untracked() {
        return call();
    }
    WAITING.with_borrow_mut(|waiting| waiting.push(call));
    load_when_idle();
}

/// Loads the chunk after the next paint, as soon as the browser is idle, unless that was tried before.
pub(super) fn load_when_idle() {
    ui::when_idle(load_soon);
}

/// Loads the chunk, unless that was tried before.
pub(super) fn load_soon() {
    if matches!(state(RwSignal::get_untracked), State::Absent) {
        load_now();
    }
}

pub(super) fn load_now() {
    spawn_local(async {
        load().await;
    });
}

/// Loads the chunk if needed. Returns whether it is loaded.
pub(super) async fn load() -> bool {
    if is_loaded_untracked() {
        return true;
    }
    let running = ATTEMPT.with_borrow(Clone::clone);
    let attempt = running.unwrap_or_else(|| {
        let attempt = future_to_promise(attempt());
        ATTEMPT.set(Some(attempt.clone()));
        attempt
    });
    let is_loaded = JsFuture::from(attempt).await;
    is_loaded.is_ok_and(|is_loaded| is_loaded.is_truthy())
}

/// Loads the chunk. The result is whether that succeeded.
async fn attempt() -> Result<JsValue, JsValue> {
    enter(State::Loading);
    let is_loaded = match LOADER.get() {
        Some(loader) => loader().await,
        None => false,
    };
    ATTEMPT.set(None);
    match is_loaded {
        true => {
            enter(State::Loaded);
            WAITING.take().into_iter().for_each(|call| call());
        }
        false => enter(State::Failed),
    }
    Ok(is_loaded.into())
}

fn is_loaded_untracked() -> bool {
    matches!(state(RwSignal::get_untracked), State::Loaded)
}

fn state(get: impl FnOnce(&RwSignal<State>) -> State) -> State {
    STATE.get().as_ref().map_or(State::Absent, get)
}

fn enter(state: State) {
    if let Some(signal) = STATE.get() {
        let _ = signal.try_set(state);
    }
}
