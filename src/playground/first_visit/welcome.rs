//! What is shown without a form: the state of the deployment, and a large area for a workflow.

use super::found_engine;
use super::own_workflow::drop_area;
use super::situation::{Situation, situation};
use crate::connection::Connection;
use crate::language::Message;
use crate::messages as say;
use crate::queue::Board;
use crate::workflows::Workflows;
use ui::{El, button, el, expect_context, memo, untrack};

/// The view; nothing until the deployment has responded.
pub(super) fn welcome(workflows: Workflows) -> Option<El> {
    let connection: Connection = expect_context();
    let situation = memo(move || {
        let is_answered = workflows.has_answer();
        let listed = workflows.listed_count();
        let status = connection.status.get();
        situation(&status, is_answered, listed)
    });
    let view = move || match situation.get() {
        Situation::Waiting => None,
        now => Some(untrack(|| view(connection, now))),
    };
    Some(el("div", "welcome").live(view))
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
