//! What is shown without a form: the state of the deployment, and a large area for a workflow.

use super::found_engine;
use super::own_workflow::drop_area;
use super::situation::{Situation, situation};
use crate::connection::Connection;
use crate::language::Message;
use crate::messages as say;
use crate::queue::Board;
use crate::workflows::Workflows;
use ui::{El, RwSignal, button, el, expect_context, memo, spawn_local, untrack};

/// The view; nothing until the deployment has responded.
pub(super) fn welcome(workflows: Workflows) -> Option<El> {
    let connection: Connection = expect_context();
    let situation = memo(move || {
        let is_answered = workflows.listing.is_answered();
        let listed = workflows.listing.count();
        let status = connection.status.get();
        situation(&status, is_answered, listed)
    });
    let lacks_right = RwSignal::new(false);
    let ask = move || {
        let client = connection.client.get();
        let client = client.filter(|_| situation.get() == Situation::Empty);
        spawn_local(async move {
            let lacks = match client {
                Some(client) => !client.may_deploy().await,
                None => false,
            };
            let _ = lacks_right.try_set(lacks);
        });
    };
    let view = move || match situation.get() {
        Situation::Waiting => None,
        Situation::Empty if lacks_right.get() => Some(empty_for_key()),
        now => Some(untrack(|| view(connection, now))),
    };
    Some(el("div", "welcome").effect(ask).live(view))
}

/// For a key that may not deploy: a workflow to drop would not help.
fn empty_for_key() -> El {
    el("div", "welcome-content")
        .child(el("h3", "welcome-title").text(say::FIRST_EMPTY_FOR_KEY))
        .child(el("p", "hint").text(say::FIRST_EMPTY_FOR_KEY_HOW))
}

fn view(connection: Connection, situation: Situation) -> El {
    let board: Board = expect_context();
    let connect = (situation == Situation::NotConnected)
        .then(|| button("button primary", move || connection.panel.set(true)).text(say::CONNECT));
    el("div", "welcome-content")
        .child(
            el("h3", "welcome-title")
                .attr("dir", "auto")
                .text(move || title(situation, board.engines())),
        )
        .child(el("p", "hint").text(hint(situation)))
        .children(connect)
        .child(drop_area(say::FIRST_DROP))
        .child(found_engine::engines())
}

fn title(situation: Situation, engines: usize) -> String {
    let message = match situation {
        Situation::Empty if engines > 0 => return say::FIRST_EMPTY.count(engines),
        Situation::Empty => say::FIRST_EMPTY_WITHOUT_ENGINES,
        Situation::NotConnected => say::FIRST_CONNECT,
        Situation::Unreachable | Situation::Waiting => say::FIRST_UNREACHABLE,
        Situation::NoneReady => say::FIRST_NONE_READY,
        Situation::Unlisted => say::FIRST_UNLISTED,
    };
    message.now().to_owned()
}

fn hint(situation: Situation) -> Message {
    match situation {
        Situation::Empty => say::FIRST_EMPTY_HOW,
        Situation::NotConnected => say::FIRST_CONNECT_HOW,
        Situation::Unreachable | Situation::Waiting => say::FIRST_UNREACHABLE_HOW,
        Situation::NoneReady => say::FIRST_NONE_READY_HOW,
        Situation::Unlisted => say::FIRST_UNLISTED_HOW,
    }
}
