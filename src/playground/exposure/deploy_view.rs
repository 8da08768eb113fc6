//! The panel that deploys an opened workflow: its id, what changes, and errors.

use super::deploy::deploy;
use super::opened::Opened;
use crate::connection::Connection;
use crate::messages as say;
use crate::workflows::Workflows;
use ui::{El, button, el, expect_context, value};

/// The id of the input, for its label and its description.
pub(super) const ID: &str = "deploy-id";

/// The id of the panel.
pub(super) const PANEL_ID: &str = "deploy";

/// The panel.
pub(super) fn deploy_view(opened: Opened, workflows: Workflows) -> El {
    let connection: Connection = expect_context();
    let deployment = opened.deployment;
    let send = move || deploy(opened, connection, workflows);
    let input = el("input", "input")
        .attr("id", ID)
        .attr("spellcheck", "false")
        .attr("autocapitalize", "off")
        .attr("autocomplete", "off")
        .attr(
            "aria-describedby",
            "deploy-question deploy-note deploy-errors",
        )
        .prop("value", move || opened.form.id.get())
        .on("input", move |event| {
            opened.form.id.set(value(&event));
            deployment.question.set(None);
        });
    let note = el("p", "help")
        .attr("id", "deploy-note")
        .attr("dir", "auto")
        .text(move || note(opened, workflows));
    let word = move || match deployment.is_sending.get() {
        true => say::DEPLOY_SENDING,
        false => say::DEPLOY,
    };
    let deploy = el("button", "button")
        .attr("type", "submit")
        .attr("aria-busy", move || {
            deployment.is_sending.get().then_some("true")
        })
        .text(word);
    let cancel = button("button", move || deployment.is_open.set(false)).text(say::CLOSE);
    el("form", "deploy")
        .attr("id", PANEL_ID)
        .attr("novalidate", true)
        .attr("aria-label", say::DEPLOY)
        .on("submit", move |event| {
            event.prevent_default();
            send();
        })
        .child(question(opened))
        .child(el("label", "").attr("for", ID).text(say::DEPLOY_AS))
        .child(input)
        .child(note)
        .child(errors(opened))
        .child(el("div", "fold-buttons").child(deploy).child(cancel))
}

/// Why the panel opened by itself, until the person enters another ID.
fn question(opened: Opened) -> El {
    let question = opened.deployment.question;
    let notice = move || {
        let text = el("p", "").attr("dir", "auto").text(question.get()?);
        Some(el("div", "notice").attr("data-tone", "warn").child(text))
    };
    // Read with the input, which has the focus by then.
    el("div", "").attr("id", "deploy-question").live(notice)
}

fn errors(opened: Opened) -> El {
    let errors = opened.deployment.errors;
    let line = |line: String| el("li", "").attr("dir", "auto").text(line);
    let notice = move || {
        let lines = errors.get();
        (!lines.is_empty()).then(|| {
            el("div", "notice")
                .attr("data-tone", "bad")
                .child(el("p", "").text(say::DEPLOY_FAILED))
                .child(el("ul", "problems").children(lines.into_iter().map(line)))
        })
    };
    el("div", "")
        .attr("id", "deploy-errors")
        .attr("role", "alert")
        .live(notice)
}

/// Whether the id is deployed already, and how its fields change.
fn note(opened: Opened, workflows: Workflows) -> String {
    let id = opened.form.id.get();
    let id = id.trim();
    let lacks_engine = opened.lacks_engine.get_value();
    let warning = lacks_engine.then(|| say::DEPLOY_LACKS_ENGINE.now().to_owned());
    let mut note: Vec<String> = warning.into_iter().collect();
    let Some((version, before)) = workflows.deployed(id) else {
        note.push(say::DEPLOY_NEW.now().to_owned());
        return note.join(" ");
    };
    if opened.is_deployed_as(workflows, id) {
        note.push(say::DEPLOY_SAME.with(&[id]));
        return note.join(" ");
    }
    note.push(match version {
        Some(version) => say::DEPLOY_VERSION.with(&[id, &(version + 1).to_string()]),
        None => say::DEPLOY_REPLACES.with(&[id]),
    });
    let fields = opened.form.fields.get();
    let now: Vec<String> = fields
        .iter()
        .filter(|field| !field.additional)
        .map(|field| field.name())
        .collect();
    let list = |names: Vec<&String>| {
        let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
        names.join(", ")
    };
    let added = list(now.iter().filter(|name| !before.contains(name)).collect());
    let removed = list(before.iter().filter(|name| !now.contains(name)).collect());
    if !added.is_empty() {
        note.push(say::DEPLOY_ADDS.with(&[&added]));
    }
    if !removed.is_empty() {
        note.push(say::DEPLOY_REMOVES.with(&[&removed]));
    }
    note.join(" ")
}
