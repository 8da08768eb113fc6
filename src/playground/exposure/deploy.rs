//! Deploys an opened workflow with its chosen fields.

use web_sys::{Blob, BlobPropertyBag};

use super::deployed;
use super::opened::Opened;
use super::run_step::Deployed;
use crate::connection::Connection;
use crate::messages as say;
use crate::reason;
use client::{Error, ErrorKind};
use client_web::{Client, FormPart};
use ui::{spawn_local, untrack};

/// The address that flowdeck's commands call without `--url`.
const USUAL_ADDRESS: &str = "http://127.0.0.1:8787";

/// Deploys the workflow, and shows it among the listed ones.
pub(super) fn deploy(opened: Opened, connection: Connection) {
    let deployment = opened.deployment;
    let id = opened.form.id.get_untracked().trim().to_owned();
    if id.is_empty() {
        return deployment
            .errors
            .set(vec![say::DEPLOY_ID_MISSING.now().to_owned()]);
    }
    let client = connection.client.get_untracked();
    let Some(client) = client.filter(|_| !deployment.is_sending.get_untracked()) else {
        return;
    };
    let before =
        untrack(|| opened.selection.listing.deployed(&id)).and_then(|(version, _)| version);
    deployment.is_sending.set(true);
    deployment.errors.set(Vec::new());
    deployment.question.set(None);
    deployment.message.set(None);
    spawn_local(async move {
        let sent = deploy_now(opened, &client, &id).await;
        if deployment.is_sending.try_set(false).is_some() {
            return;
        }
        match sent {
            Ok(version) => {
                finish(opened, &id);
                let message = success(&connection.deployment(), &id, before, version);
                deployment.message.set(Some(message));
            }
            Err(error) => deployment.errors.set(lines(&error)),
        }
    });
}

/// Deploys the workflow, and lists it. Returns its version, if the deployment counts versions.
///
/// # Errors
/// What the deployment answered.
pub(super) async fn deploy_now(
    opened: Opened,
    client: &Client,
    id: &str,
) -> Result<Option<u32>, Error> {
    let listing = opened.selection.listing;
    let content = untrack(|| opened.content());
    send(opened, client, id).await?;
    opened.save();
    let version = listing.load_deployed(client, id).await;
    let deployed = Deployed {
        version: version.flatten(),
        content,
    };
    deployed::note(opened, id, deployed);
    opened.deployment.deployed.set(Some(id.to_owned()));
    // What is shown depends on both.
    listing.notify();
    Ok(version.flatten())
}

async fn send(opened: Opened, client: &Client, id: &str) -> Result<(), Error> {
    let mut parts = Vec::new();
    let json = opened.json.get_value();
    let file = json.and_then(|json| json_file(&json));
    let file = file.unwrap_or_else(|| opened.file().into());
    parts.push(FormPart::file("workflow", file, None));
    let exposure = opened.exposure_to_deploy();
    if let Some(exposure) = exposure.and_then(|exposure| json_file(&exposure)) {
        parts.push(FormPart::file("exposure", exposure, None));
    }
    client.deploy(id, &parts).await
}

fn finish(opened: Opened, id: &str) {
    opened.keep();
    opened.deployment.is_open.set(false);
    opened.selection.show_deployed(id, opened.form);
}

/// What the deployment made of it. The same files make no new version.
pub(super) fn success(deployment: &str, id: &str, before: Option<u32>, now: Option<u32>) -> String {
    let Some(version) = now else {
        return say::DEPLOYED.with(&[id]);
    };
    let number = version.to_string();
    match before {
        Some(before) if before == version => say::DEPLOYED_UNCHANGED.with(&[id, &number]),
        Some(before) => {
            let command = way_back(deployment, id, before);
            say::DEPLOYED_OVER.with(&[id, &number, &before.to_string(), &command])
        }
        None => say::DEPLOYED_VERSION.with(&[id, &number]),
    }
}

/// The command that deploys an earlier version again.
fn way_back(deployment: &str, id: &str, version: u32) -> String {
    let name = [id, "@v", &version.to_string()].concat();
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.@".contains(letter);
    let name = match name.chars().all(is_plain) {
        true => name,
        false => ["'", &name.replace('\'', "'\\''"), "'"].concat(),
    };
    let address = deployment.trim_end_matches('/');
    let url = match address == USUAL_ADDRESS {
        true => String::new(),
        false => [" --url ", address].concat(),
    };
    ["flowdeck deploy ", &name, &url].concat()
}

/// The parts of the form that were rejected, or why the call failed.
pub(super) fn lines(error: &Error) -> Vec<String> {
    let is_rejected = error.kind == ErrorKind::Validation && !error.items.is_empty();
    if !is_rejected {
        return vec![reason::of_error(error)];
    }
    let items = error.items.iter();
    items.map(|item| item.msg.clone()).collect()
}

/// A JSON text as a file.
pub(super) fn json_file(json: &str) -> Option<Blob> {
    let kind = BlobPropertyBag::new();
    kind.set_type("application/json");
    let parts = js_sys::Array::of1(&json.into());
    Blob::new_with_str_sequence_and_options(&parts, &kind).ok()
}

#[cfg(test)]
mod tests {
    use super::{success, way_back};

    #[test]
    fn a_new_version_names_the_way_back_to_the_one_before() {
        let over =
            "Deployed “a”, version 2. To bring back version 1: flowdeck deploy a@v1 --url http://b";
        for (before, now, message) in [
            (None, None, "Deployed “a”."),
            (None, Some(1), "Deployed “a”, version 1."),
            (Some(1), Some(2), over),
            (
                Some(2),
                Some(2),
                "“a” is still version 2: nothing has changed.",
            ),
        ] {
            assert_eq!(success("http://b", "a", before, now), message);
        }
    }

    #[test]
    fn a_shell_takes_the_command_as_it_is() {
        let command = |id| way_back("http://127.0.0.1:8787/", id, 3);
        assert_eq!(command("poster"), "flowdeck deploy poster@v3");
        assert_eq!(command("it's"), r"flowdeck deploy 'it'\''s@v3'");
    }
}
