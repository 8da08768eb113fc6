//! Sends a request over XMLHttpRequest, which reports upload progress, unlike fetch.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{XmlHttpRequest, XmlHttpRequestResponseType};

use super::form_part::form;
use super::request::Request;
use super::sent::Sent;
use api::{IDEMPOTENCY_HEADER, KEY_HEADER};

/// Starts to send a request; `progress` is called with each `ProgressEvent` of the upload.
///
/// # Errors
/// Whatever JavaScript threw.
pub fn send(request: &Request<'_>, progress: &Function) -> Result<Sent, JsValue> {
    let xhr = XmlHttpRequest::new()?;
    xhr.open(request.method, request.address)?;
    xhr.set_response_type(XmlHttpRequestResponseType::Arraybuffer);
    xhr.set_request_header(KEY_HEADER, request.key)?;
    if let Some(key) = request.idempotency_key {
        xhr.set_request_header(IDEMPOTENCY_HEADER, key)?;
    }
    xhr.upload()?.set_onprogress(Some(progress));
    let abort: Function = Reflect::get(&xhr, &"abort".into())?.unchecked_into();
    // Once the request has ended, aborting it does nothing.
    request.signal.set_onabort(Some(&abort.bind0(&xhr)));
    let ended = Promise::new(&mut |resolve, _| xhr.set_onloadend(Some(&resolve)));
    let form = request.parts.map(form).transpose()?;
    xhr.send_with_opt_form_data(form.as_ref())?;
    Ok(Sent::Xhr(xhr, ended))
}
