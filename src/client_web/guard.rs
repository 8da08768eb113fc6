//! Ends one call: on the caller's signal, at the deadline, when the caller's progress function throws, or when
//! its future is dropped. Knows nothing about requests.

use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use gloo_timers::callback::Timeout;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{AbortController, AbortSignal};

use client::ErrorKind;

/// Ends its call. It has its own controller, so that the transport sees one signal, with the default reason.
pub(super) struct Guard {
    ending: Rc<Ending>,
    caller: Option<Caller>,
    _deadline: Option<Timeout>,
    /// Whether it waits for something that an abort would end.
    is_working: Cell<bool>,
}

/// What ended a call before its answer.
#[derive(Clone)]
pub(super) enum End {
    /// The caller's signal.
    Signal(AbortSignal),
    /// The deadline.
    Deadline,
    /// The caller's progress function, which threw this.
    Thrown(JsValue),
}

struct Ending {
    controller: AbortController,
    end: RefCell<Option<End>>,
    waker: RefCell<Option<Waker>>,
}

impl Guard {
    /// A guard for the caller's signal and a timeout in milliseconds; 0 means none.
    pub(super) fn new(caller: Option<AbortSignal>, timeout_ms: u32) -> Result<Self, JsValue> {
        let ending = Rc::new(Ending {
            controller: AbortController::new()?,
            end: RefCell::default(),
            waker: RefCell::default(),
        });
        let late = ending.clone();
        let deadline = move || Timeout::new(timeout_ms, move || late.end(End::Deadline));
        Ok(Self {
            caller: caller.map(|signal| follow(signal, &ending)).transpose()?,
            _deadline: (timeout_ms > 0).then(deadline),
            ending,
            is_working: Cell::default(),
        })
    }

    /// The signal for the transport.
    pub(super) fn signal(&self) -> AbortSignal {
        self.ending.controller.signal()
    }

    /// What ended the call, if anything has.
    pub(super) fn end(&self) -> Option<End> {
        self.ending.end.borrow().clone()
    }

    /// The result of `work`; `None` if the call ends first. The work is not inlined, because that would
    /// enlarge the first load.
    pub(super) async fn race<T>(&self, mut work: Pin<&mut dyn Future<Output = T>>) -> Option<T> {
        self.is_working.set(true);
        let result = poll_fn(|context| match self.ending.has_ended(context) {
            true => Poll::Ready(None),
            false => work.as_mut().poll(context).map(Some),
        });
        let result = result.await;
        self.is_working.set(false);
        result
    }

    /// Waits this many milliseconds, or until the call ends.
    pub(super) async fn wait(&self, ms: u32) {
        let ending = self.ending.clone();
        let passed = Rc::new(Cell::new(false));
        let pass = passed.clone();
        let _timeout = Timeout::new(ms, move || {
            pass.set(true);
            ending.wake();
        });
        poll_fn(
            |context| match self.ending.has_ended(context) || passed.get() {
                true => Poll::Ready(()),
                false => Poll::Pending,
            },
        )
        .await;
    }

    /// Calls the caller's progress function. The call ends if that throws, or returns a promise that rejects.
    pub(super) fn guarded(&self, function: Function) -> Closure<dyn FnMut(JsValue)> {
        let ending = self.ending.clone();
        let fail = self.ending.clone();
        let fail = Closure::<dyn FnMut(JsValue)>::new(move |thrown| fail.end(End::Thrown(thrown)));
        Closure::new(move |progress: JsValue| {
            if ending.end.borrow().is_some() {
                return;
            }
            match function.call1(&JsValue::UNDEFINED, &progress) {
                Ok(result) if result.is_object() => drop(Promise::resolve(&result).catch(&fail)),
                Ok(_) => {}
                Err(thrown) => ending.end(End::Thrown(thrown)),
            }
        })
    }
}

impl End {
    /// The kind of the call's error.
    pub(super) fn kind(&self) -> ErrorKind {
        match self {
            Self::Signal(signal) if !is_timeout(signal) => ErrorKind::Aborted,
            _ => ErrorKind::Timeout,
        }
    }
}

/// Whether a signal comes from `AbortSignal.timeout`, or repeats its reason.
fn is_timeout(signal: &AbortSignal) -> bool {
    let name = Reflect::get(&signal.reason(), &"name".into());
    name.is_ok_and(|name| name == "TimeoutError")
}

/// The caller's signal and our listener.
type Caller = (AbortSignal, Closure<dyn FnMut()>);

/// Ends the call with the caller's signal.
fn follow(signal: AbortSignal, ending: &Rc<Ending>) -> Result<Caller, JsValue> {
    let (ending, aborted) = (ending.clone(), signal.clone());
    let abort = move || ending.end(End::Signal(aborted.clone()));
    if signal.aborted() {
        abort();
    }
    let listener = Closure::new(abort);
    signal.add_event_listener_with_callback("abort", listener.as_ref().unchecked_ref())?;
    Ok((signal, listener))
}

impl Ending {
    /// Ends the call, unless it has ended already.
    fn end(&self, end: End) {
        if self.end.borrow().is_none() {
            self.end.replace(Some(end));
            self.controller.abort();
            self.wake();
        }
    }

    /// Whether the call has ended; otherwise it wakes this task when it does.
    fn has_ended(&self, context: &Context<'_>) -> bool {
        self.waker.replace(Some(context.waker().clone()));
        self.end.borrow().is_some()
    }

    fn wake(&self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some((signal, listener)) = &self.caller {
            let listener = listener.as_ref().unchecked_ref();
            // A listener that cannot be removed only aborts a finished call.
            let _ = signal.remove_event_listener_with_callback("abort", listener);
        }
        // An abort dispatches an event with an error: a finished call does without.
        if self.is_working.get() {
            self.ending.controller.abort();
        }
    }
}
