//! A running service, as the commands that manage it call it.

use std::path::PathBuf;

use api::{self, WRONG_KEY, error_body};
use reqwest::header::HeaderValue;
use reqwest::multipart::Form;
use reqwest::{Client, Method, RequestBuilder, Url};
use serde_json::{Value, json};
use workflow::Problem;

use super::arguments::DeploymentAddress;
use super::local_key::{self, LocalKey};
use super::table::unbroken;
use super::{environment, key, trust};

/// The named keys of a service.
const KEYS: &str = "/api/v1/comfy/keys";
/// Where the first key of a service is regenerated.
const FIRST_KEY: &str = "/api/v1/comfy/key/regenerate";
/// The audit log of a service.
const AUDIT: &str = "/api/v1/comfy/audit";
/// The engine instances of a service.
const ENGINES: &str = "/api/v1/comfy/engines";
/// The webhooks of the key.
const WEBHOOKS: &str = "/api/v1/comfy/webhooks";

/// A problem of a workflow with its node, as the service lists it.
pub(crate) fn problem_text(problem: &Value) -> String {
    let read = serde_json::from_value::<Problem>(problem.clone());
    unbroken(&read.map_or_else(|_| problem.to_string(), |problem| problem.to_string()))
}

/// What a warning of a workflow means: a note stands alone, and anything else leaves out outputs.
pub(crate) fn warning_text(warning: &Value) -> String {
    let read = serde_json::from_value::<Problem>(warning.clone());
    let text = problem_text(warning);
    match read.is_ok_and(|problem| problem.is_note()) {
        true => format!("note: {text}"),
        false => format!("warning: {text}; runs go on without the outputs that need it"),
    }
}

/// A running service.
pub(crate) struct Deployment {
    base_url: String,
    key: HeaderValue,
    /// The file that has the key, unless the environment does.
    key_file: Option<PathBuf>,
    client: Client,
}

impl Deployment {
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
        let mut key = HeaderValue::from_str(&key)
            .map_err(|_| format!("calling {url}: a header cannot carry the key; set it again"))?;
        key.set_sensitive(true);
        Ok(Self {
            base_url: url.clone(),
            key,
            key_file,
            client: client(address)?,
        })
    }

    /// Its address, if others can have it, too: not one of this machine.
    pub(crate) fn public_address(&self) -> Option<&str> {
        (!is_local(&self.base_url)).then_some(&self.base_url)
    }

    /// The deployed workflows.
    pub(crate) async fn workflows(&self) -> Result<Vec<Value>, String> {
        self.list("listing the workflows", &api::WORKFLOWS.path_template())
            .await
    }

    /// Deploys a workflow. Returns it with its versions.
    pub(crate) async fn deploy(&self, id: &str, form: Form) -> Result<Value, String> {
        let id = service::percent_encoded(id);
        let path = format!("{}/{id}", api::WORKFLOWS.path_template());
        let request = self.request(Method::PUT, &path).multipart(form);
        self.send("deploying the workflow", request).await
    }

    /// Deploys an earlier version of a workflow, such as `poster@v1`, again. Returns the workflow with its versions.
    pub(crate) async fn deploy_version(&self, version: &str) -> Result<Value, String> {
        let id = service::percent_encoded(version);
        let path = format!("{}/{id}/deploy", api::WORKFLOWS.path_template());
        let request = self.request(Method::POST, &path);
        self.send(&format!("deploying {version} again"), request)
            .await
    }

    /// The engine instances.
    pub(crate) async fn engines(&self) -> Result<Vec<Value>, String> {
        self.list("listing the engine instances", ENGINES).await
    }

    /// Adds an engine instance. Returns it.
    pub(crate) async fn add_engine(&self, engine: &Value) -> Result<Value, String> {
        let request = self.request(Method::POST, ENGINES).json(engine);
        let address = engine["comfy_uri"].as_str().unwrap_or_default();
        self.send(&format!("adding the engine instance {address}"), request)
            .await
    }

    /// Lets an engine instance finish its runs. Returns it.
    pub(crate) async fn drain_engine(&self, address: &str) -> Result<Value, String> {
        let body = json!({ "comfy_uri": address });
        let request = self.request(Method::POST, &format!("{ENGINES}/drain"));
        let action = format!("draining the engine instance {address}");
        self.send(&action, request.json(&body)).await
    }

    /// Removes an engine instance. Returns it.
    pub(crate) async fn remove_engine(&self, address: &str) -> Result<Value, String> {
        let encoded = service::percent_encoded(address);
        let path = format!("{ENGINES}?comfy_uri={encoded}");
        let request = self.request(Method::DELETE, &path);
        let action = format!("removing the engine instance {address}");
        self.send(&action, request).await
    }

    /// A page of the runs.
    pub(crate) async fn runs(&self, query: &[(&str, String)]) -> Result<Vec<Value>, String> {
        let path = with_query(&api::RUNS.path_template(), query);
        let request = self.request(Method::GET, &path);
        let mut data = self.send("listing the runs", request).await?;
        Ok(taken(&mut data, "runs"))
    }

    /// Cancels a run.
    pub(crate) async fn cancel_run(&self, id: &str) -> Result<(), String> {
        let encoded = service::percent_encoded(id);
        let path = api::CANCEL.path_template().replace("{run_id}", &encoded);
        let request = self.request(Method::POST, &path);
        let action = format!("cancelling the run {id}");
        self.send(&action, request).await.map(drop)
    }

    /// A page of the audit log.
    pub(crate) async fn audit(&self, query: &[(&str, String)]) -> Result<Vec<Value>, String> {
        let request = self.request(Method::GET, &with_query(AUDIT, query));
        let mut data = self.send("reading the audit log", request).await?;
        Ok(taken(&mut data, "entries"))
    }

    /// The named keys.
    pub(crate) async fn keys(&self) -> Result<Vec<Value>, String> {
        self.list("listing the keys", KEYS).await
    }

    /// Makes a key. Returns it.
    pub(crate) async fn add_key(&self, key: &Value) -> Result<Value, String> {
        let request = self.request(Method::POST, KEYS).json(key);
        self.send("making the key", request).await
    }

    /// Changes what a key may do. Returns it.
    pub(crate) async fn edit_key(&self, name: &str, terms: &Value) -> Result<Value, String> {
        let path = format!("{KEYS}/{}", service::percent_encoded(name));
        let request = self.request(Method::PATCH, &path).json(terms);
        self.send("changing the key", request).await
    }

    /// Makes another key under a name, or another first key without one. Returns it.
    pub(crate) async fn regenerate_key(
        &self,
        name: Option<&str>,
        grace: &Value,
    ) -> Result<Value, String> {
        let path = match name {
            Some(name) => format!("{KEYS}/{}/regenerate", service::percent_encoded(name)),
            None => FIRST_KEY.to_owned(),
        };
        let request = self.request(Method::POST, &path).json(grace);
        self.send("regenerating the key", request).await
    }

    /// Revokes a key.
    pub(crate) async fn revoke_key(&self, name: &str) -> Result<(), String> {
        let encoded = service::percent_encoded(name);
        // Dots at the end of a path are not part of the address.
        let path = match name.bytes().all(|byte| byte == b'.') {
            true => format!("{KEYS}?name={encoded}"),
            false => format!("{KEYS}/{encoded}"),
        };
        let request = self.request(Method::DELETE, &path);
        self.send("revoking the key", request).await.map(drop)
    }

    /// The webhooks of the key.
    pub(crate) async fn webhooks(&self) -> Result<Vec<Value>, String> {
        let request = self.request(Method::GET, WEBHOOKS);
        let mut data = self.send("listing the webhooks", request).await?;
        Ok(taken(&mut data, "webhooks"))
    }

    /// Adds a webhook. Returns it.
    pub(crate) async fn add_webhook(&self, webhook: &Value) -> Result<Value, String> {
        let request = self.request(Method::POST, WEBHOOKS).json(webhook);
        self.send("adding the webhook", request).await
    }

    /// Removes a webhook.
    pub(crate) async fn remove_webhook(&self, id: &str) -> Result<(), String> {
        let path = format!("{WEBHOOKS}/{}", service::percent_encoded(id));
        let request = self.request(Method::DELETE, &path);
        self.send("removing the webhook", request).await.map(drop)
    }

    /// Makes the secret of the key's webhooks. Returns it.
    pub(crate) async fn make_webhook_secret(&self, how: &Value) -> Result<Value, String> {
        let request = self.request(Method::POST, &format!("{WEBHOOKS}/secret"));
        self.send("making the secret", request.json(how)).await
    }

    /// Sends a test event. Returns what came back.
    pub(crate) async fn test_webhook(&self, target: &Value) -> Result<Value, String> {
        let request = self.request(Method::POST, &format!("{WEBHOOKS}/test"));
        self.send("testing the webhook", request.json(target)).await
    }

    /// The newest deliveries in a state, or all.
    pub(crate) async fn deliveries(&self, state: &str) -> Result<Vec<Value>, String> {
        let path = format!("{WEBHOOKS}/deliveries?state={state}");
        let request = self.request(Method::GET, &path);
        let mut data = self.send("listing the deliveries", request).await?;
        Ok(taken(&mut data, "deliveries"))
    }

    /// Sends a delivery again, or all that failed. Returns how many.
    pub(crate) async fn replay_deliveries(&self, id: Option<&str>) -> Result<Value, String> {
        let path = match id {
            Some(id) => format!("deliveries/{}/replay", service::percent_encoded(id)),
            None => "deliveries/replay".to_owned(),
        };
        let request = self.request(Method::POST, &format!("{WEBHOOKS}/{path}"));
        self.send("sending deliveries again", request).await
    }

    async fn list(&self, action: &str, path: &str) -> Result<Vec<Value>, String> {
        let mut data = self.send(action, self.request(Method::GET, path)).await?;
        Ok(data.as_array_mut().map(std::mem::take).unwrap_or_default())
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}{path}", self.base_url);
        let request = self.client.request(method, url);
        request.header(api::KEY_HEADER, self.key.clone())
    }

    /// The `data` of an answer.
    async fn send(&self, action: &str, request: RequestBuilder) -> Result<Value, String> {
        let failed = |why: &dyn std::fmt::Display| {
            format!("{action} at the service {}: {why}", self.base_url)
        };
        let response = request.send().await;
        let response = response.map_err(|why| failed(&unreachable(why)))?;
        let status = response.status();
        let body = response
            .bytes()
            .await
            .map_err(|why| failed(&why.without_url()))?;
        if !status.is_success() {
            let why = refusal(&body).unwrap_or_else(|| format!("it answered {status}"));
            return Err(failed(&match why == WRONG_KEY {
                true => self.wrong_key(),
                false => why,
            }));
        }
        let mut answer: Value = serde_json::from_slice(&body)
            .map_err(|why| failed(&format!("it is not a flowdeck service: {why}; check --url")))?;
        Ok(answer["data"].take())
    }

    /// Where the key is from that the service does not know, and what to do.
    fn wrong_key(&self) -> String {
        match &self.key_file {
            Some(file) => format!(
                "the key in {} is not its key; set FLOWDECK_DATA to the data folder of this service, or {} to its key",
                file.display(),
                key::VARIABLE
            ),
            None => format!("the key in {} is not its key; set it again", key::VARIABLE),
        }
    }
}

/// A path with these parameters.
fn with_query(path: &str, query: &[(&str, String)]) -> String {
    let query = query.iter();
    let query = query.map(|(name, value)| format!("{name}={}", service::percent_encoded(value)));
    format!("{path}?{}", query.collect::<Vec<_>>().join("&"))
}

/// A client for the service at an address, without a key.
pub(crate) fn client(address: &DeploymentAddress) -> Result<Client, String> {
    let authorities = match &address.ca {
        Some(path) => trust::authorities(path)?,
        None => Vec::new(),
    };
    let client = service::build_client(|| {
        let builder = Client::builder().redirect(reqwest::redirect::Policy::none());
        // A proxy from the environment cannot reach this machine's own addresses.
        let builder = match is_local(&address.url) {
            true => builder.no_proxy(),
            false => builder,
        };
        builder.tls_certs_merge(authorities.clone())
    });
    client.map_err(|why| why.to_string())
}

/// Why a request got no answer, and what to do.
pub(crate) fn unreachable(why: reqwest::Error) -> String {
    let why = why.without_url();
    match (trust::untrusted(&why), why.is_connect()) {
        (Some(why), _) => why,
        (None, true) => {
            "the service does not answer; start it, or name its address with --url".to_owned()
        }
        (None, false) => why.to_string(),
    }
}

/// A list among the members of an answer.
fn taken(data: &mut Value, name: &str) -> Vec<Value> {
    let list = data.get_mut(name).and_then(Value::as_array_mut);
    list.map(std::mem::take).unwrap_or_default()
}

fn is_local(url: &str) -> bool {
    let url = Url::parse(url).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    host == "localhost" || host.starts_with("127.") || host == "[::1]"
}

/// Why a request was refused: a line for each invalid part, or the message.
fn refusal(body: &[u8]) -> Option<String> {
    let items = error_body::validation(body);
    let lines: Vec<_> = items.iter().map(|item| item.msg.clone()).collect();
    match lines.as_slice() {
        [] => error_body::error_text(body),
        [line] => Some(line.clone()),
        lines => Some(format!("\n  {}", lines.join("\n  "))),
    }
}
