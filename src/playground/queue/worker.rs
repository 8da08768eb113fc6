//! Reads large queue bodies in a web worker, so that parsing never blocks the page. The worker runs
//! this same module, which the browser has already compiled; `www/queue-worker.js` only starts it.
//! Without a worker, the page reads them itself.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use super::delta::{SnapshotDelta, SnapshotReader};
use super::snapshot::QueueSnapshot;

/// Bodies larger than this, in bytes, are read in the worker.
const LARGE: u32 = 256 << 10;

thread_local! {
    /// In the page: the worker, after it was first needed.
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
    /// In the page: whether no worker could be started.
    static UNAVAILABLE: Cell<bool> = const { Cell::new(false) };
    /// In the page: whether the worker's previous snapshot differs from the page's.
    static IS_RESET: Cell<bool> = const { Cell::new(true) };
    /// In the worker: the previous snapshot.
    static READER: RefCell<SnapshotReader> = RefCell::default();
}

/// In the worker: the changes in a body, as text of [`SnapshotReader::read`]; `reset` drops the
/// previous snapshot first.
#[wasm_bindgen(js_name = readQueue)]
pub fn read_queue(body: &[u8], own_ids: &str, reset: bool) -> String {
    READER.with_borrow_mut(|reader| {
        if reset {
            *reader = SnapshotReader::default();
        }
        reader.read(body, own_ids)
    })
}

/// In the page: the changes in a body. Large bodies are read in the worker.
///
/// # Errors
/// Why the body is not a queue.
pub(super) async fn read_delta(body: Uint8Array, own_ids: &str) -> Result<SnapshotDelta, String> {
    if body.length() > LARGE
        && let Some(worker) = worker().await
    {
        let reset = IS_RESET.replace(false).into();
        let message = Array::of3(&body.buffer(), &own_ids.into(), &reset);
        let transfer = Array::of1(&body.buffer());
        match ask(&worker, &message, &transfer).await {
            Ok(text) => {
                return match text.strip_prefix('!') {
                    Some(why) => Err(why.to_owned()),
                    None => Ok(SnapshotDelta::decode(&text)),
                };
            }
            Err(_) => {
                give_up();
                return Err("the page's worker stopped while reading it".to_owned());
            }
        }
    }
    reset();
    Ok(QueueSnapshot::read(&body.to_vec(), own_ids)?.into())
}

/// Makes the worker drop its previous snapshot before it reads the next one.
pub(super) fn reset() {
    IS_RESET.set(true);
}

/// The worker, started and ready.
async fn worker() -> Option<Worker> {
    let started = WORKER.with_borrow(Clone::clone);
    if started.is_some() || UNAVAILABLE.get() {
        return started;
    }
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options("pkg/queue-worker.js", &options).ok();
    let ready = match &worker {
        Some(worker) => ask(worker, &Array::of1(&wasm_bindgen::module()), &Array::new()).await,
        None => Err(JsValue::UNDEFINED),
    };
    if ready.is_ok_and(|word| word == "ready") {
        reset();
        WORKER.set(worker.clone());
        return worker;
    }
    give_up();
    None
}

fn give_up() {
    UNAVAILABLE.set(true);
    if let Some(worker) = WORKER.take() {
        worker.terminate();
    }
}

/// Sends the worker a message and awaits its answer. There is never more than one message in flight.
async fn ask(worker: &Worker, message: &Array, transfer: &Array) -> Result<String, JsValue> {
    let answer = Promise::new(&mut |resolve, reject| {
        worker.set_onmessage(Some(&resolve));
        worker.set_onerror(Some(&reject));
        if let Err(why) = worker.post_message_with_transfer(message, transfer) {
            let _ = reject.call1(&JsValue::UNDEFINED, &why);
        }
    });
    let event: MessageEvent = JsFuture::from(answer).await?.unchecked_into();
    Ok(event.data().as_string().unwrap_or_default())
}
