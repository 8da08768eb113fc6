//! The page's IndexedDB database: values by key, in a few stores. Knows nothing about what the values mean. Without
//! a database nothing fails; the page starts empty after a reload.

use std::cell::RefCell;
use std::iter;

use js_sys::{Array, Function, Promise};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    IdbDatabase, IdbObjectStore, IdbOpenDbRequest, IdbRequest, IdbTransaction,
    IdbTransactionMode as Mode,
};

use super::storage::{self, StorageArea};

/// The runs, by their key.
pub(crate) const RUNS: &str = "runs";
/// The input files of runs.
pub(crate) const FILES: &str = "files";
/// The files in forms.
pub(crate) const FORMS: &str = "forms";

/// The thumbnails of runs, by the keys of the runs.
pub(crate) const THUMBNAILS: &str = "thumbnails";

/// The name of the flag that something was ever stored. Without it the page does not open the database.
const USED: &str = "database";

const STORES: [&str; 4] = [RUNS, FILES, FORMS, THUMBNAILS];
const NAME: &str = "flowdeck";
/// Increment it with every new store.
const VERSION: u32 = 2;

/// The request that opens the database, and the promise of its end.
type Opening = (IdbOpenDbRequest, Promise);

thread_local! {
    /// The database is opened once per page.
    static OPENING: RefCell<Option<Opening>> = const { RefCell::new(None) };
}

/// Whether this browser ever stored anything here.
pub(crate) fn is_used() -> bool {
    storage::load(StorageArea::Browser, USED).unwrap_or(false)
}

/// Stores a value under `key`, replacing an earlier one. Returns whether it was stored.
pub(crate) async fn put(store: &'static str, key: &str, value: &JsValue) -> bool {
    put_all(store, iter::once((key, value))).await
}

/// Stores these values under their keys, replacing earlier ones. Returns whether all were stored; else none is.
pub(crate) async fn put_all<'a>(
    store: &'static str,
    entries: impl Iterator<Item = (&'a str, &'a JsValue)>,
) -> bool {
    storage::save(StorageArea::Browser, USED, &true);
    let put_all = |store: IdbObjectStore| {
        let mut last = Err(JsValue::UNDEFINED);
        for (key, value) in entries {
            last = store.put_with_key(value, &key.into());
            if last.is_err() {
                let _ = store.transaction().abort();
                break;
            }
        }
        last
    };
    ask(store, Mode::Readwrite, put_all).await.is_some()
}

/// The value stored under `key`.
pub(crate) async fn get(store: &'static str, key: &str) -> Option<JsValue> {
    let get = |store: IdbObjectStore| store.get(&key.into());
    let value = ask(store, Mode::Readonly, get).await?;
    (!value.is_undefined()).then_some(value)
}

/// All keys of a store with their values, in the order of the keys.
pub(crate) async fn all(store: &'static str) -> Vec<(String, JsValue)> {
    let keys = ask(store, Mode::Readonly, |store| store.get_all_keys()).await;
    let values = ask(store, Mode::Readonly, |store| store.get_all()).await;
    let (Some(keys), Some(values)) = (keys, values) else {
        return Vec::new();
    };
    let (keys, values): (Array, Array) = (keys.unchecked_into(), values.unchecked_into());
    // Another tab may have added one in between, which would shift the values.
    if keys.length() != values.length() {
        return Vec::new();
    }
    let keys = keys.iter().map(|key| key.as_string().unwrap_or_default());
    keys.zip(values.iter()).collect()
}

/// Deletes the value stored under `key`.
pub(crate) async fn delete(store: &'static str, key: &str) {
    ask(store, Mode::Readwrite, |store| store.delete(&key.into())).await;
}

/// Sends one request to one store and returns its result.
async fn ask(
    store: &'static str,
    mode: Mode,
    ask: impl FnOnce(IdbObjectStore) -> Result<IdbRequest, JsValue>,
) -> Option<JsValue> {
    let database = database().await?;
    let transaction = database.transaction_with_str_and_mode(store, mode).ok()?;
    let request = ask(transaction.object_store(store).ok()?).ok()?;
    JsFuture::from(completed(&transaction)).await.ok()?;
    request.result().ok()
}

/// The open database; `None` if the browser has none or denies it.
async fn database() -> Option<IdbDatabase> {
    let (request, opened) = OPENING.with_borrow_mut(|opening| {
        if opening.is_none() {
            *opening = open();
        }
        opening.clone()
    })?;
    JsFuture::from(opened).await.ok()?;
    Some(request.result().ok()?.unchecked_into())
}

fn open() -> Option<Opening> {
    let factory = ui::window().indexed_db().ok()??;
    let request = factory.open_with_u32(NAME, VERSION).ok()?;
    let opened = request.clone();
    let upgrade = Closure::once_into_js(move || make_stores(&opened));
    request.set_onupgradeneeded(Some(upgrade.unchecked_ref()));
    let opened = request.clone();
    let ready = Closure::once_into_js(move || close_for_newer_page(&opened));
    let ready: &Function = ready.unchecked_ref();
    request
        .add_event_listener_with_callback("success", ready)
        .ok()?;
    let ended = ended(&request);
    Some((request, ended))
}

fn make_stores(request: &IdbOpenDbRequest) {
    let Ok(database) = request.result() else {
        return;
    };
    let database: &IdbDatabase = database.unchecked_ref();
    for store in STORES {
        // Fails for one that exists.
        let _ = database.create_object_store(store);
    }
}

/// Closes the database for a newer page in another tab, which would wait for it.
fn close_for_newer_page(request: &IdbOpenDbRequest) {
    let Ok(database) = request.result() else {
        return;
    };
    let database: IdbDatabase = database.unchecked_into();
    let this = database.clone();
    let close = Closure::once_into_js(move || {
        this.close();
        OPENING.set(None);
    });
    database.set_onversionchange(Some(close.unchecked_ref()));
}

/// A write is durable only when its transaction has completed.
fn completed(transaction: &IdbTransaction) -> Promise {
    Promise::new(&mut |resolve, reject| {
        transaction.set_oncomplete(Some(&resolve));
        transaction.set_onabort(Some(&reject));
    })
}

fn ended(request: &IdbRequest) -> Promise {
    Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    })
}
