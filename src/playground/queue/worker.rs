//! Large queue bodies are read in a worker, so that no reading holds the page up. The worker runs
//! this very module, which the browser has compiled already: nothing more is loaded than the few
//! lines of `www/queue-worker.js`. Where no worker can be had, the page reads them itself.

use std::cell::{Cell, RefCell};

use js_sys::{Array, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use super::snapshot::{Changes, Reading, read};

/// Bodies beyond so many bytes are read in the worker.
const LARGE: u32 = 256 << 10;

thread_local! {
    /// In the page: the worker, once it has been needed.
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
    /// In the page: whether no worker can be had.
    static NONE: Cell<bool> = const { Cell::new(false) };
    /// In the page: whether the worker's last picture is not the page's last one.
    static AFRESH: Cell<bool> = const { Cell::new(true) };
    /// In the worker: the pictures that it has read.
    static READING: RefCell<Reading> = RefCell::default();
}

/// In the worker: what is new in a body, in the words of [`Reading::tell`]; `afresh` forgets the
/// pictures before it.
#[wasm_bindgen(js_name = readQueue)]
pub fn read_queue(body: &[u8], mine: &str, afresh: bool) -> String {
    READING.with_borrow_mut(|reading| {
        if afresh {
            *reading = Reading::default();
        }
        reading.tell(body, mine)
    })
}

/// In the page: what may be new in a body, read where it suits its size.
///
/// # Errors
/// Why it is no queue.
pub(super) async fn changes(body: Uint8Array, mine: &str) -> Result<Changes, String> {
    if body.length() > LARGE
        && let Some(worker) = worker().await
    {
        let message = Array::of3(&body.buffer(), &mine.into(), &AFRESH.replace(false).into());
        let transfer = Array::of1(&body.buffer());
        match ask(&worker, &message, &transfer).await {
            Ok(told) => {
                return match told.strip_prefix('!') {
                    Some(why) => Err(why.to_owned()),
                    None => Ok(Changes::told(&told)),
                };
            }
            Err(_) => {
                give_up();
                return Err("the page’s worker stopped while it read it".to_owned());
            }
        }
    }
    forget();
    read(&body.to_vec(), mine)
}

/// What is seen next has nothing to do with what was seen before.
pub(super) fn forget() {
    AFRESH.set(true);
}

/// The worker, started and ready.
async fn worker() -> Option<Worker> {
    let started = WORKER.with_borrow(Clone::clone);
    if started.is_some() || NONE.get() {
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
        forget();
        WORKER.set(worker.clone());
        return worker;
    }
    give_up();
    None
}

fn give_up() {
    NONE.set(true);
    if let Some(worker) = WORKER.take() {
        worker.terminate();
    }
}

/// Sends the worker a message and awaits its answer; there is never more than one on its way.
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
