//! What a follower asks for, as JSON.

use client::follow::{Action, Timer};
use json::Json;

use crate::observation;

/// A list: the name of the action, and what belongs to it.
pub(crate) fn text(action: &Action) -> String {
    let list = match action {
        Action::Open { last_id } => vec![word("open"), word(last_id)],
        Action::Close => vec![word("close")],
        Action::Set(timer, ms) => {
            let ms = Json::Number(client::digits(*ms).into());
            vec![word("set"), Json::Bool(*timer == Timer::Stream), ms]
        }
        Action::Stop(timer) => vec![word("stop"), Json::Bool(*timer == Timer::Stream)],
        Action::ReadDetail => vec![word("detail")],
        Action::ReadQueue => vec![word("queue")],
        Action::Report(observation) => vec![word("report"), observation::json(observation)],
        Action::End => vec![word("end")],
    };
    Json::List(list).to_text()
}

fn word(text: &str) -> Json<'_> {
    Json::Text(text.into())
}
