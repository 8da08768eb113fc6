//! The panel that deploys an opened workflow: its id, what changes, and errors.

use super::deploy::deploy;
use super::file_id::free_id;
use super::focus_soon::focus_soon;
use super::opened::Opened;

use crate::connection::Connection;
use crate::messages as say;
use ui::{El, button, el, expect_context, untrack, value};

/// The id of the input, for its label and its description.
pub(super) const ID: &str = "deploy-id";

/// The id of the button that opens the panel.
pub(super) const OPEN: &str = "open-deploy";

/// The id of the panel.
pub(super) const PANEL_ID: &str = "deploy";

/// The panel.
pub(super) fn deploy_view(opened: Opened) -> El {
    let connection: Connection = expect_context();
    let deployment = opened.deployment;
    let send = move || deploy(opened, connection);
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
        .text(move || note(opened));
    let word = move || match deployment.is_sending.get() {
        true => say::DEPLOY_SENDING,
        false => say::DEPLOY,
    };
    let deploy = el("button", "button primary")
        .attr("type", "submit")
        .attr("aria-busy", move || {
            deployment.is_sending.get().then_some("true")
        })
        .text(word);
    let cancel = button("button", move || {
        deployment.is_open.set(false);
        focus_soon(OPEN);
    })
    .text(say::CLOSE);
    el("form", "deploy")
        .attr("id", PANEL_ID)
        .attr("novalidate", true)
        .attr("aria-label", say::DEPLOY)
        .on("submit", move |event| {
            event.prevent_default();
            send();
        })
        .child(el("h2", "").text(say::DEPLOY))
        .child(el("p", "hint").text(say::DEPLOY_HINT))
        .child(el("label", "").attr("for", ID).text(say::DEPLOY_AS))
        .child(input)
        .child(note)
        // In sight on a phone, too, where the input is scrolled to the top.
        .child(question(opened))
        .child(errors(opened))
        .child(el("div", "fold-buttons").child(deploy).child(cancel))
}

/// Why the panel opened by itself, until the person chooses another ID.
fn question(opened: Opened) -> El {
    let question = opened.deployment.question;
    let notice = move || {
        let text = el("p", "").attr("dir", "auto").text(question.get()?);
        let notice = el("div", "notice").attr("data-tone", "warn").child(text);
        Some(untrack(|| notice.child(free_id_button(opened))))
    };
    // Read with the input, which has the focus by then.
    el("div", "").attr("id", "deploy-question").live(notice)
}

/// Enters an ID that no workflow has.
fn free_id_button(opened: Opened) -> El {
    let listing = opened.selection.listing;
    let id = opened.form.id.get_untracked();
    let free = free_id(id.trim(), |id| listing.deployed(id).is_some());
    let label = say::DEPLOY_FREE_ID.with(&[&free]);
    let act = move || {
        opened.form.id.set(free.clone());
        opened.deployment.question.set(None);
        focus_soon(ID);
    };
    button("button small", act).attr("dir", "auto").text(label)
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
fn note(opened: Opened) -> String {
    let id = opened.form.id.get();
    let id = id.trim();
    let lacks_engine = opened.lacks_engine.get_value();
    let warning = lacks_engine.then(|| say::DEPLOY_LACKS_ENGINE.now().to_owned());
    let mut note: Vec<String> = warning.into_iter().collect();
    let Some((version, before)) = opened.selection.listing.deployed(id) else {
        note.push(say::DEPLOY_NEW.now().to_owned());
        return note.join(" ");
    };
    if opened.is_deployed_as(id) {
        note.push(say::DEPLOY_SAME.with(&[id]));
        return note.join(" ");
    }
    // The question says it, too.
    if opened.deployment.question.with(Option::is_none) {
        note.push(match version {
            Some(version) => say::DEPLOY_VERSION.with(&[id, &(version + 1).to_string()]),
            None => say::DEPLOY_REPLACES.with(&[id]),
        });
        if !opened.is_deployed_from(id) {
            note.push(say::DEPLOY_CALLERS.with(&[id]));
        }
    }
    let fields = opened.form.fields.get();
    let now: Vec<String> = fields
        .iter()
        .filter(|field| !field.additional)
        .map(|field| field.name())
        .collect();
    let added = list(now.iter().filter(|name| !before.contains(name)));
    let removed = list(before.iter().filter(|name| !now.contains(name)));
    if !added.is_empty() {
        note.push(say::DEPLOY_ADDS.with(&[&added]));
    }
    if !removed.is_empty() {
        note.push(say::DEPLOY_REMOVES.with(&[&removed]));
    }
    note.join(" ")
}

/// The first of these names. All of them could fill the screen.
pub(super) fn list<'a>(names: impl Iterator<Item = &'a String>) -> String {
    const MOST: usize = 8;
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    if names.len() > MOST {
        names.truncate(MOST);
        names.push("…");
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn long_lists_of_names_are_cut() {
        let names: Vec<String> = (0..9).map(|number| number.to_string()).collect();
        assert_eq!(list(names[..8].iter()), "0, 1, 2, 3, 4, 5, 6, 7");
        assert_eq!(list(names.iter()), "0, 1, 2, 3, 4, 5, 6, 7, …");
    }
}
