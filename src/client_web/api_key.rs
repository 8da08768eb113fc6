//! The key of a deployment: a text, or a function that is called before every attempt.

use std::pin::pin;

use js_sys::{Function, Promise};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use super::failure::Failure;
use super::guard::Guard;
use super::message::message_of;
use client::Call;
use client::Error;
use client::address;

/// A key, or how to get it.
#[derive(Clone)]
pub enum ApiKey {
    /// The key.
    Text(String),
    /// A function that returns the key, or a promise of it.
    Function(Function),
}

impl ApiKey {
    /// A key that a header can carry.
    ///
    /// # Errors
    /// [`client::ErrorKind::Usage`]; the key is not repeated.
    pub fn text(key: &str) -> Result<Self, Error> {
        address::key(key).map(|key| Self::Text(key.to_owned()))
    }

    /// The key for the next attempt; empty if the call ends first.
    pub(super) async fn get(&self, call: &Call, guard: &Guard) -> Result<String, Failure> {
        let function = match self {
            Self::Text(key) => return Ok(key.clone()),
            Self::Function(function) => function,
        };
        let result = match function.call0(&JsValue::UNDEFINED) {
            Ok(result) => {
                guard
                    .race(pin!(JsFuture::from(Promise::resolve(&result))))
                    .await
            }
            Err(thrown) => Some(Err(thrown)),
        };
        match result {
            None => Ok(String::new()),
            Some(Ok(key)) => match key.as_string() {
                Some(key) => Ok(address::key(&key)?.to_owned()),
                None => Err(Failure::usage(
                    call,
                    &["apiKey did not return a string"],
                    None,
                )),
            },
            Some(Err(thrown)) => {
                let why = ["apiKey failed: ", &message_of(&thrown)];
                Err(Failure::usage(call, &why, Some(thrown)))
            }
        }
    }
}
