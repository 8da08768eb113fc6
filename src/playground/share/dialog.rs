//! The dialog: what a link shows, making one, and the links there are.

use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use super::form::{create_form, made_link};
use super::link_list::link_list;
use super::state::{Permission, Sharing};
use crate::icon::{Shape, icon};
use crate::messages as say;
use crate::runs::picture;
use ui::{El, button, close_outside, el, open_modal, untrack};

/// The open dialog.
pub(super) fn dialog(sharing: Sharing) -> El {
    let dialog = el("dialog", "share").attr("aria-labelledby", "share-title");
    let node: HtmlDialogElement = dialog.node().clone().unchecked_into();
    open_modal(&node);
    let closing = node.clone();
    dialog
        .on("close", move |_| sharing.is_open.set(false))
        .on("click", close_outside(&node))
        .child(content(sharing, move || closing.close()))
}

fn content(sharing: Sharing, close: impl Fn() + 'static) -> El {
    let close = button("button icon-button", close)
        .attr("aria-label", say::CLOSE)
        .child(icon(Shape::Cross));
    let workflow = sharing
        .row
        .record
        .with_untracked(|record| record.workflow.clone());
    let head = el("div", "region-head")
        .child(
            el("h2", "share-title")
                .attr("id", "share-title")
                .attr("dir", "auto")
                .text(say::SHARE_TITLE.with(&[&workflow])),
        )
        .child(close);
    let content = el("div", "share-content").child(head);
    let content = match sharing.permission {
        Permission::Nothing => content.child(el("p", "notice").text(say::SHARE_FORBIDDEN)),
        Permission::Everything => offer(content, sharing, el("p", "hint").text(say::SHARE_HINT)),
        Permission::WithoutInputs => {
            let hint = el("p", "hint").text(say::SHARE_HINT_WITHOUT_INPUTS);
            offer(content, sharing, hint)
        }
    };
    content.child(messages(sharing)).child(link_list(sharing))
}

fn offer(content: El, sharing: Sharing, hint: El) -> El {
    let subject = el("div", "share-subject")
        .child(picture(el("span", "tile-picture"), sharing.row))
        .child(hint);
    content
        .child(subject)
        .child(create_form(sharing))
        .live(move || {
            let link = sharing.made.get()?;
            Some(untrack(|| made_link(sharing, link)))
        })
}

/// How the last call ended.
fn messages(sharing: Sharing) -> El {
    let notice = move || {
        let why = sharing.error.get()?;
        let notice = el("p", "notice").attr("data-tone", "bad");
        Some(notice.attr("dir", "auto").text(why))
    };
    el("div", "share-messages")
        .child(
            el("p", "hint")
                .attr("role", "status")
                .text(move || sharing.status.get()),
        )
        .child(el("div", "").attr("role", "alert").live(notice))
}
