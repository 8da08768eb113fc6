//! A lock that one tab of the browser holds at a time. Knows nothing about what it protects.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::AbortSignal;

#[wasm_bindgen]
extern "C" {
    // web-sys has it only as an unstable API.
    type LockManager;

    #[wasm_bindgen(method, catch)]
    fn request(
        this: &LockManager,
        name: &str,
        options: &Object,
        granted: &Function,
    ) -> Result<Promise, JsValue>;
}

/// A held lock. Dropping it releases it; the browser does so when the tab closes.
pub(super) struct Lock {
    release: Function,
}

impl Lock {
    /// Waits until this tab holds the lock of this name. `None` when the signal fires, and where the browser has no
    /// locks.
    pub(super) async fn wait(name: &str, signal: &AbortSignal) -> Option<Self> {
        let locks = Reflect::get(&ui::window().navigator(), &"locks".into()).ok()?;
        if !locks.is_object() {
            return None;
        }
        let locks: LockManager = locks.unchecked_into();
        let options = Object::new();
        Reflect::set(&options, &"signal".into(), signal).ok()?;
        let (held, release) = promise();
        let (granted, grant) = promise();
        // The lock is held until the promise that this returns resolves.
        let on_granted = Closure::once_into_js(move |_: JsValue| -> JsValue {
            let _ = grant.map(|grant| grant.call0(&JsValue::UNDEFINED));
            held.into()
        });
        let request = locks.request(name, &options, on_granted.unchecked_ref());
        // A request that is aborted rejects.
        let first = Promise::race(&Array::of2(&request.ok()?.into(), &granted));
        JsFuture::from(first).await.ok()?;
        Some(Self { release: release? })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.release.call0(&JsValue::UNDEFINED);
    }
}

/// A promise, and the function that resolves it.
fn promise() -> (Promise, Option<Function>) {
    let mut resolve = None;
    let promise = Promise::new(&mut |function, _| resolve = Some(function));
    (promise, resolve)
}
