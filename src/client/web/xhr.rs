//! Sends a request over XMLHttpRequest, which reports upload progress, unlike fetch.

use js_sys::{Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{XmlHttpRequest, XmlHttpRequestResponseType};

use super::form_part::form;
use super::request::{Request, Response, ResponseHeaders};
use super::transport::Sent;
use crate::api::KEY_HEADER;
use crate::client::text::find;

/// Starts to send a request; `progress` is called with each `ProgressEvent` of the upload.
///
/// # Errors
/// Whatever JavaScript threw.
pub fn send(request: &Request<'_>, progress: &Function) -> Result<Sent, JsValue> {
    let xhr = XmlHttpRequest::new()?;
    xhr.open(request.method, request.address)?;
    xhr.set_response_type(XmlHttpRequestResponseType::Arraybuffer);
    xhr.set_request_header(KEY_HEADER, request.key)?;
    xhr.upload()?.set_onprogress(Some(progress));
    let abort: Function = Reflect::get(&xhr, &"abort".into())?.unchecked_into();
    // Once the request has ended, aborting it does nothing.
    request.signal.set_onabort(Some(&abort.bind0(&xhr)));
    let ended = Promise::new(&mut |resolve, _| xhr.set_onloadend(Some(&resolve)));
    let form = request.parts.map(form).transpose()?;
    xhr.send_with_opt_form_data(form.as_ref())?;
    Ok(Sent::Xhr(xhr, ended))
}

/// The response of a request that has ended.
pub(super) fn response(xhr: XmlHttpRequest, request: &Request<'_>) -> Result<Response, JsValue> {
    let status = xhr.status()?;
    if status == 0 {
        return Err(JsValue::UNDEFINED);
    }
    // It follows redirects; an answer from another address does not count.
    if xhr.response_url() != request.address {
        return Err("it redirected".into());
    }
    Ok(Response {
        status,
        retry_after: retry_after(&xhr.get_all_response_headers()?),
        body: Uint8Array::new(&xhr.response()?),
        headers: ResponseHeaders::Xhr(xhr),
    })
}

/// The header `Retry-After` among all headers. Asking for a header that a deployment does not expose to pages
/// would write an error to the console.
fn retry_after(headers: &str) -> Option<String> {
    let name = "retry-after: ";
    let from = find(headers, name, 0)? + name.len();
    let end = find(headers, "\r\n", from)?;
    headers.get(from..end).map(str::to_owned)
}
