//! What can be done with an opened workflow: choosing its fields, keeping and downloading the choice, deploying.

use super::deploy::json_file;
use super::deploy_view::{ID, OPEN, PANEL_ID, deploy_view};
use super::file_id::valid_id;
use super::focus_soon::focus_soon;
use super::map::map;
use super::opened::Opened;
use super::rows::{FIND, rows};
use crate::connection::Connection;
use crate::copy::copy_button;
use crate::deferred::Deferred;
use crate::language::Message;
use crate::messages as say;
use crate::page_link;
use crate::problem::show_problem;
use crate::reveal::reveal;
use crate::save::save;
use crate::text::stem;
use ui::{El, RwSignal, button, el, expect_context, request_animation_frame, untrack, value};

/// The id of the button that opens the choice.
const CHOOSE: &str = "choose-fields";
/// The id of the input for the title.
const TITLE: &str = "choose-title";

type Panel = fn(RwSignal<Option<Opened>>) -> Option<El>;

/// [`shown_panel`], which is deferred.
pub(crate) static PANEL: Deferred<Panel> = Deferred::new();

/// The panel of the workflow that was opened last, while its form is shown; tracked.
pub(super) fn shown_panel(last: RwSignal<Option<Opened>>) -> Option<El> {
    let opened = last.get()?;
    let form = opened.selection.form.get()?;
    let is_shown = opened.is_of(form);
    is_shown.then(|| untrack(|| panel(opened)))
}

fn panel(opened: Opened) -> El {
    let connection: Connection = expect_context();
    let deployment = opened.deployment;
    // One step at a time: choosing, or deploying the choice.
    let chooser = move || {
        let is_shown = opened.is_choosing.get() && !opened.is_deploying();
        is_shown.then(|| untrack(|| chooser(opened)))
    };
    // At the head of the form too, until the workflow is deployed.
    let head = move || {
        let is_own = opened.selection.form.get() == Some(opened.form);
        let is_closed = !opened.is_choosing.get() && !opened.is_deploying();
        (opened.has_choice() && is_own && is_closed).then(|| untrack(|| title(opened)))
    };
    let actions = move || {
        let is_shown = !opened.is_deploying();
        is_shown.then(|| untrack(|| buttons(opened)))
    };
    let deploy = move || {
        let is_shown = opened.is_deploying();
        is_shown.then(|| untrack(|| deploy_view(opened)))
    };
    el("section", "opened")
        .attr(
            "aria-label",
            say::OPENED_FILE.with(&[&opened.file().name()]),
        )
        .effect(move || {
            connection.epoch.track();
            connection.client.track();
            untrack(|| opened.selection.permission.ask());
        })
        .live(chooser)
        .live(head)
        .live(actions)
        .live(deploy)
        .child(
            el("p", "hint opened-message")
                .attr("role", "status")
                .attr("dir", "auto")
                .text(move || deployment.message.get()),
        )
        .live(move || deployed_link(opened, connection))
}

/// Copies a link to the deployed form, for others.
fn deployed_link(opened: Opened, connection: Connection) -> Option<El> {
    let id = opened.deployment.deployed.get()?;
    opened.deployment.message.get()?;
    let link = move || {
        let client = connection.client.get_untracked();
        let base_url = client.map(|client| client.base_url().to_owned());
        page_link::to_workflow(base_url.as_deref(), &id, "{}")
    };
    Some(copy_button(say::DEPLOYED_LINK, link))
}

fn chooser(opened: Opened) -> El {
    el("div", "chooser")
        .child(
            el("div", "chooser-head")
                .child(el("h2", "").text(say::CHOOSE_FIELDS))
                .child(
                    button("link-button", move || download(opened))
                        .attr("data-command", true)
                        .attr("disabled", move || opened.is_empty())
                        .text(say::DOWNLOAD_EXPOSURE),
                ),
        )
        .child(title(opened))
        .children(map(opened))
        .child(rows(opened))
        .live(move || {
            let problem = opened.problem.get()?;
            let text = show_problem(el("p", ""), &problem);
            let notice = el("div", "notice").attr("data-tone", "bad");
            Some(notice.attr("role", "alert").child(text))
        })
}

/// The title, which replaces the name of the file wherever that is shown.
fn title(opened: Opened) -> El {
    let form = opened.form;
    let input = el("input", "input")
        .attr("id", TITLE)
        .attr("autocomplete", "off")
        .attr("dir", "auto")
        .attr("placeholder", stem(&opened.file().name()).to_owned())
        .prop("value", move || form.title.get())
        .on("input", move |event| opened.set_title(value(&event)));
    el("div", "opened-title")
        .child(el("label", "").attr("for", TITLE).text(say::CHOOSE_TITLE))
        .child(input)
}

fn buttons(opened: Opened) -> El {
    let deployment = opened.deployment;
    let is_empty = move || opened.is_empty();
    let choose = move || {
        opened.is_choosing.set(true);
        deployment.message.set(None);
        opened.selection.show_opened(opened.form);
        focus_soon(FIND);
    };
    let keep = move || {
        opened.keep();
        focus_soon(CHOOSE);
    };
    let open_deploy = move || {
        let id = opened.form.id.get_untracked();
        opened.form.id.set(valid_id(&id));
        deployment.is_open.set(true);
        deployment.message.set(None);
        deployment.question.set(None);
        focus_soon(ID);
        request_animation_frame(|| reveal(PANEL_ID));
    };
    let act = |word: Message, act: Box<dyn Fn()>| {
        button("button small", act)
            .attr("data-command", true)
            .text(word)
    };
    let choosing = move || opened.has_choice() && opened.is_choosing.get();
    // The choice comes first, and then what it is for.
    let deploy = move || {
        let is_offered = opened.can_deploy() && !choosing();
        is_offered.then(|| {
            act(say::DEPLOY_OPEN, Box::new(open_deploy))
                .attr("id", OPEN)
                .attr("title", say::DEPLOY_HINT)
                .attr("disabled", is_empty)
        })
    };
    el("div", "opened-buttons")
        // Room for Deploy, so that the form does not move when the deployment answers.
        .attr("data-asking", move || {
            opened.selection.permission.get().is_none().then_some("")
        })
        .live(move || {
            let is_closed = opened.has_choice() && !opened.is_choosing.get();
            is_closed.then(|| act(say::CHOOSE_FIELDS, Box::new(choose)).attr("id", CHOOSE))
        })
        .live(move || {
            choosing().then(|| {
                button("button primary", keep)
                    .attr("data-command", true)
                    .attr("title", say::USE_AS_FORM_HINT)
                    .attr("disabled", is_empty)
                    .text(say::USE_AS_FORM)
            })
        })
        .live(deploy)
        .live(move || {
            let is_next = choosing() && !is_empty();
            is_next.then(|| el("p", "hint").text(next_step(opened)))
        })
        .live(move || is_empty().then(|| el("p", "hint").text(say::CHOOSE_NONE)))
}

/// What can be done with the choice.
fn next_step(opened: Opened) -> Message {
    match opened.can_deploy() {
        true => say::CHOOSE_NEXT,
        false => say::CHOOSE_NEXT_RUN,
    }
}

/// Saves the exposure as a file that belongs to the workflow.
fn download(opened: Opened) {
    let id = opened.form.id.get_untracked();
    if let Some(blob) = opened.exposure().and_then(|json| json_file(&json)) {
        save(&blob, &[&valid_id(&id), ".form.json"].concat());
    }
}
