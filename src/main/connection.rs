//! The connection of a command to a running service: its address, and the key from the environment or from the key
//! file of this machine.

use std::path::PathBuf;

use api::Operation;
use client_native::{Body, Client, Failure, is_local};
use serde_json::Value;

use super::arguments::DeploymentAddress;
use super::local_key::{self, LocalKey};
use super::{call_failure, environment, key, trust};

/// A running service, and the key that it is called with.
pub(crate) struct Connection {
    client: Client,
    /// The file that has the key, unless the environment does.
    key_file: Option<PathBuf>,
}

impl Connection {
    /// The service at an address, with the key in the environment; or, if that service is on this machine, with the
    /// key in its file.
    pub(crate) fn new(address: &DeploymentAddress) -> Result<Self, String> {
        let url = &address.url;
        let given = environment::secret(key::VARIABLE)?.map(|key| (key, None));
        let of_machine = || {
            let LocalKey { key, file } = is_local(url).then(local_key::read).flatten()?;
            Some((key, Some(file)))
        };
        let (key, key_file) = given.or_else(of_machine).ok_or_else(|| {
            format!(
                "calling {url}: {} is not set; set it to the service's key, or run this as the user of the service on \
                 its machine",
                key::VARIABLE
            )
        })?;
        Ok(Self {
            client: client(address, &key)?,
            key_file,
        })
    }

    /// Its address, if others can have it, too: not one of this machine.
    pub(crate) fn public_address(&self) -> Option<&str> {
        let url = self.client.base_url();
        (!is_local(url)).then_some(url)
    }

    /// The data of an operation's answer.
    pub(crate) async fn ask(
        &self,
        operation: &'static Operation,
        id: &str,
    ) -> Result<Value, String> {
        self.send(operation, id, "", Body::Empty).await
    }

    /// The same for an operation that takes JSON.
    pub(crate) async fn ask_with(
        &self,
        operation: &'static Operation,
        id: &str,
        json: &Value,
    ) -> Result<Value, String> {
        self.send(operation, id, "", Body::Json(json.clone())).await
    }

    /// The same with any query and body.
    pub(crate) async fn send(
        &self,
        operation: &'static Operation,
        id: &str,
        query: &str,
        body: Body,
    ) -> Result<Value, String> {
        let data = self.data(operation, id, query, body).await;
        data.map_err(|failure| {
            let file = self.key_file.as_deref();
            call_failure::message(&failure, self.client.base_url(), file)
        })
    }

    async fn data(
        &self,
        operation: &'static Operation,
        id: &str,
        query: &str,
        body: Body,
    ) -> Result<Value, Failure> {
        let call = self.client.call(operation, id, query)?;
        let answer = self.client.send(&call, &body).await?;
        let mut envelope: Value = answer.decode(|body| serde_json::from_slice(body))?;
        Ok(envelope["data"].take())
    }
}

/// The client of the service at an address, with this key.
pub(crate) fn client(address: &DeploymentAddress, key: &str) -> Result<Client, String> {
    let authorities = match &address.ca {
        Some(path) => trust::authorities(path)?,
        None => Vec::new(),
    };
    Client::new(&address.url, key, &authorities).map_err(|error| error.message)
}

/// The items of a list in an answer.
pub(crate) fn items(list: Value) -> Vec<Value> {
    match list {
        Value::Array(items) => items,
        _ => Vec::new(),
    }
}
