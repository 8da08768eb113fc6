//! Sends a request over XMLHttpRequest, which reports upload progress, unlike fetch.

use js_sys::{Function, Promise, Uint8Array};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, ProgressEvent, XmlHttpRequest, XmlHttpRequestResponseType};

use super::form_part;
use super::request::{Request, Response};
use crate::api::KEY_HEADER;

pub(super) async fn send(
    request: &Request<'_>,
    progress: &Function,
    signal: &AbortSignal,
) -> Result<Response, JsValue> {
    let xhr = XmlHttpRequest::new()?;
    xhr.open(request.method, request.address)?;
    xhr.set_response_type(XmlHttpRequestResponseType::Arraybuffer);
    xhr.set_request_header(KEY_HEADER, request.key)?;
    let progress = progress.clone();
    let on_progress = Closure::<dyn Fn(ProgressEvent)>::new(move |event: ProgressEvent| {
        // An error in the listener does not end the upload.
        let _ = progress.call2(
            &JsValue::UNDEFINED,
            &event.loaded().into(),
            &event.total().into(),
        );
    });
    xhr.upload()?
        .set_onprogress(Some(on_progress.as_ref().unchecked_ref()));
    let stopped = xhr.clone();
    let stop = Closure::<dyn Fn()>::new(move || drop(stopped.abort()));
    let stop: &Function = stop.as_ref().unchecked_ref();
    signal.add_event_listener_with_callback("abort", stop)?;
    let result = exchange(&xhr, request).await;
    signal.remove_event_listener_with_callback("abort", stop)?;
    result
}

async fn exchange(xhr: &XmlHttpRequest, request: &Request<'_>) -> Result<Response, JsValue> {
    let ended = Promise::new(&mut |resolve, reject| {
        xhr.set_onload(Some(&resolve));
        xhr.set_onerror(Some(&reject));
        xhr.set_onabort(Some(&reject));
    });
    let form = request.parts.map(form_part::form).transpose()?;
    xhr.send_with_opt_form_data(form.as_ref())?;
    JsFuture::from(ended).await?;
    Ok(Response {
        status: xhr.status()?,
        headers: headers(&xhr.get_all_response_headers()?),
        retry_after: xhr.get_response_header("Retry-After")?,
        body: Uint8Array::new(&xhr.response()?),
    })
}

/// The headers in the format of fetch: separated by line feeds.
fn headers(all: &str) -> String {
    all.trim_end().replace('\r', "")
}
