//! The rights and the usage of the key in use, if the deployment reports them. In the deferred chunk.

use super::state::Connection;
use crate::language::{self, Message};
use crate::messages as say;
use crate::time;
use api::OwnKey;
use ui::{El, RwSignal, el, spawn_local};

/// What each right allows, in the order in which it is shown.
const RIGHTS: [(&str, Message); 6] = [
    ("admin", say::RIGHT_ADMIN),
    ("run", say::RIGHT_RUN),
    ("read", say::RIGHT_READ),
    ("share", say::RIGHT_SHARE),
    ("deploy", say::RIGHT_DEPLOY),
    ("metrics", say::RIGHT_METRICS),
];

/// The details, read again whenever the panel opens or another key is used.
pub(super) fn key_details(connection: Connection) -> El {
    let details = RwSignal::new(None::<OwnKey>);
    el("div", "key-details")
        .effect(move || read(connection, details))
        .live(move || {
            let key = details.get().filter(|_| connection.is_live())?;
            Some(view(&key))
        })
}

fn read(connection: Connection, details: RwSignal<Option<OwnKey>>) {
    let client = connection.client.get();
    let Some(client) = client.filter(|_| connection.panel.get() && connection.is_live()) else {
        return;
    };
    let epoch = connection.epoch.get_untracked();
    spawn_local(async move {
        // Other deployments do not tell.
        let answer = client.own_key().await.ok();
        if connection.epoch.try_get_untracked() == Some(epoch) {
            let _ = details.try_set(answer);
        }
    });
}

fn view(key: &OwnKey) -> El {
    let entry = |(name, text): (Message, String)| {
        el("div", "key-detail")
            .child(el("dt", "").text(name))
            .child(el("dd", "").attr("dir", "auto").text(text))
    };
    el("section", "")
        .attr("aria-label", say::KEY_DETAILS)
        .child(el("h2", "").text(say::KEY_DETAILS))
        .child(el("dl", "").children(rows(key).into_iter().map(entry)))
}

/// What is known of a key: only what it says about itself.
fn rows(key: &OwnKey) -> Vec<(Message, String)> {
    let Some(name) = key.name.clone() else {
        return vec![
            (say::KEY_NAME, say::KEY_IS_FIRST.now().to_owned()),
            (say::KEY_MAY, say::RIGHT_ADMIN.now().to_owned()),
        ];
    };
    let number = |count: u32| language::integer(count as usize);
    let today = key.runs_today.map(|runs| match key.per_day {
        Some(per_day) => say::KEY_OF.with(&[&number(runs), &number(per_day)]),
        None => number(runs),
    });
    let used = key.runs.map(|runs| {
        let time = language::span(key.engine_seconds.unwrap_or_default() * 1000.0);
        say::KEY_USED.with(&[&say::KEY_RUNS.count(runs as usize), &time])
    });
    let expires = key.expires_at.as_deref().and_then(time::parse);
    let rows = [
        (say::KEY_NAME, Some(name)),
        (say::KEY_MAY, Some(rights(&key.may))),
        (
            say::KEY_WORKFLOWS,
            key.workflows.as_ref().map(|ids| ids.join(", ")),
        ),
        (say::KEY_LIMIT, key.limit.as_deref().map(at_most)),
        (
            say::KEY_CONCURRENT,
            key.concurrent.map(|count| at_most(&number(count))),
        ),
        (say::KEY_TODAY, today),
        (say::KEY_MONTH, used),
        (say::KEY_EXPIRES, expires.map(language::exact_point)),
    ];
    let known = rows.into_iter();
    known
        .filter_map(|(name, text)| Some((name, text?)))
        .collect()
}

fn at_most(text: &str) -> String {
    say::KEY_AT_MOST.with(&[text])
}

/// The rights in words. One that this page does not know has its own name.
fn rights(names: &[String]) -> String {
    if names.iter().any(|name| name == "admin") {
        return say::RIGHT_ADMIN.now().to_owned();
    }
    let in_words = |name: &String| {
        let known = RIGHTS.iter().find(|(own, _)| own == name);
        known.map_or_else(|| name.clone(), |(_, word)| word.now().to_owned())
    };
    let words: Vec<String> = names.iter().map(in_words).collect();
    words.join(", ")
}
